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
