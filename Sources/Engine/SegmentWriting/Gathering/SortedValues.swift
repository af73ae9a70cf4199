import DeclaredRecords
import FootlightPlatform
import TextAnalysis

/// The texts of a run's attributes in order: by attribute, folded text, then the text itself.
///
/// Folding and sorting n texts takes O(n log n).
struct SortedValues: ~Copyable, Sendable {
  /// The folded texts, one after the other, in the order of their numbers, and where each ends.
  private let folded: ByteArena
  private let ends: [UInt32]
  /// The numbers in order.
  let order: [UInt32]

  init(_ values: borrowing ValueTable) {
    var folded = ByteArena(capacity: 1 << 10)
    var ends: [UInt32] = []
    let analyzer = Analyzer()
    for number in 0..<values.texts.count {
      let range = values.texts.range(number)
      folded.append(values.texts.bytes, ByteRange(start: range.lowerBound, count: 2))
      let text = ByteRange(start: range.lowerBound + 2, count: Int(range.count) - 2)
      analyzer.appendFolded(of: values.texts.bytes, text, into: &folded)
      ends.append(UInt32(truncatingIfNeeded: folded.count))
    }
    let order = SortedValues.sorted(values.texts, folded, ends)
    self.folded = folded
    self.ends = ends
    self.order = order
  }

  private static func sorted(
    _ texts: borrowing TermTable, _ folded: borrowing ByteArena, _ ends: [UInt32]
  ) -> [UInt32] {
    var keys: [(first: UInt64, number: UInt32)] = []
    keys.reserveCapacity(ends.count)
    for number in ends.indices {
      keys.append(
        (
          TermTable.firstBytes(folded, range(number, ends)),
          UInt32(truncatingIfNeeded: number)
        ))
    }
    keys.sort { a, b in
      if a.first != b.first { return a.first < b.first }
      let (one, other) = (Int(a.number), Int(b.number))
      let order = folded.compare(range(one, ends), folded, range(other, ends))
      if order != 0 { return order < 0 }
      return texts.bytes.compare(texts.range(one), texts.bytes, texts.range(other)) < 0
    }
    return keys.map(\.number)
  }

  private static func range(_ number: Int, _ ends: [UInt32]) -> ByteRange {
    let start = number == 0 ? 0 : Int(ends[number - 1])
    return ByteRange(start: start, count: Int(ends[number]) - start)
  }

  /// Appends a folded text, with the ordinal before it.
  func appendFolded(_ number: Int, to target: inout ByteArena) {
    target.append(folded, SortedValues.range(number, ends))
  }
}

/// The values of attributes that one worker has met: texts, each once with how often it occurs, and
/// for numbers, dates and booleans what decides how they are written.
struct ValueTable: ~Copyable, Sendable {
  /// The texts; each begins with the ordinal of its attribute in two bytes, the higher one first.
  ///
  /// `holding` counts how many values are this text.
  private(set) var texts = TermTable(slots: 64)
  /// By ordinal, what the numbers so far have in common.
  private(set) var numbers: [NumberShape] = []
  private var key = ByteArena(capacity: 256)

  /// The bytes in use, for the memory budget.
  var footprint: Int { texts.footprint }

  /// The number of a text of an attribute.
  mutating func intern(_ ordinal: UInt16, _ bytes: borrowing ByteArena, _ range: ByteRange)
    -> UInt32
  {
    key.removeAll()
    key.append(UInt8(ordinal >> 8))
    key.append(UInt8(ordinal & 0xFF))
    key.append(bytes, range)
    let number = texts.intern(key, key.all)
    texts.hold(number)
    return number
  }

  /// Looks at a number, date or boolean before it is written.
  mutating func note(_ ordinal: UInt16, _ worth: Double) {
    while numbers.count <= Int(ordinal) { numbers.append(NumberShape()) }
    numbers[Int(ordinal)].include(worth)
  }

  /// Frees what only adding needs.
  mutating func freeSlots() { texts.freeSlots() }
}
