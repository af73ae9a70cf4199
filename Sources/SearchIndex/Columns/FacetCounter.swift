import FootlightDiagnostics
import FootlightPlatform
import ItemMapping
import TextAnalysis

/// Counts the values of one attribute over the documents of several parts.
struct FacetCounter {
  /// What makes values of several parts the same.
  private enum Key: Hashable {
    case text([UInt8])
    case number(Double)
    case boolean(Bool)
    case date(Int64)

    /// Whether a value stands before another of the same count.
    func precedes(_ other: Key) -> Bool {
      switch (self, other) {
      case (.text(let one), .text(let two)): one.lexicographicallyPrecedes(two)
      case (.number(let one), .number(let two)): one < two
      case (.boolean(let one), .boolean(let two)): !one && two
      case (.date(let one), .date(let two)): one < two
      default: place < other.place
      }
    }

    private var place: Int {
      switch self {
      case .boolean: 0
      case .number: 1
      case .date: 2
      case .text: 3
      }
    }
  }

  private struct Entry {
    var count: Int
    /// The part with the most items of this value lends its spelling.
    var most: Int
    var spelling: String
  }

  private var entries: [Key: Entry] = [:]
  /// Up to so many codes are counted in a table instead of a dictionary.
  private static let tableLimit: UInt64 = 1 << 21

  /// Adds the documents of a part: O(documents with a value) where they are few, otherwise O(all).
  mutating func add(_ column: Column, _ documents: Bitmap) throws(Failure) {
    let counts = try FacetCounter.counts(column, documents)
    for (code, count) in counts {
      let key: Key
      var spelling = ""
      switch column.attribute.kind {
      case .text, .listElement:
        key = .text(try column.texts.folded(code))
        spelling = try column.texts.spelling(code)
      case .number: key = .number(column.number.worth(code))
      case .boolean: key = .boolean(column.number.worth(code) != 0)
      case .date: key = .date(Int64(exactly: column.number.worth(code)) ?? 0)
      }
      var entry = entries[key] ?? Entry(count: 0, most: 0, spelling: spelling)
      entry.count += count
      if count > entry.most {
        entry.most = count
        entry.spelling = spelling
      }
      entries[key] = entry
    }
  }

  private static func counts(
    _ column: Column, _ documents: Bitmap
  ) throws(Failure) -> [(UInt64, Int)] {
    guard column.highest < tableLimit else {
      var counts: [UInt64: Int] = [:]
      try forEach(column, documents) { counts[$0, default: 0] += 1 }
      return counts.map { ($0.key, $0.value) }
    }
    var counts = [Int](repeating: 0, count: Int(column.highest) + 1)
    try forEach(column, documents) { counts[Int($0)] += 1 }
    return counts.enumerated().filter { $0.element > 0 }.map { (UInt64($0.offset), $0.element) }
  }

  private static func forEach(
    _ column: Column, _ documents: Bitmap, _ body: (UInt64) -> Void
  ) throws(Failure) {
    guard documents.count < column.items / 16 else {
      try column.forEach { document, code in
        if documents[Int(document)] { body(code) }
      }
      return
    }
    try documents.forEach { (document) throws(Failure) in
      try column.forEachCode(of: document) { code in
        body(code)
        return true
      }
      return true
    }
  }

  /// The values: the commonest first, equals by value.
  func facet(_ name: String) -> Facet {
    let sorted = entries.sorted { one, other in
      one.value.count != other.value.count
        ? one.value.count > other.value.count : one.key.precedes(other.key)
    }
    return Facet(
      name,
      sorted.map { key, entry in
        let value: FacetValue
        switch key {
        case .text: value = .text(entry.spelling)
        case .number(let number): value = .number(number)
        case .boolean(let truth): value = .boolean(truth)
        case .date(let seconds): value = .date(AttributeText.date(seconds: seconds))
        }
        return Facet.Value(value, count: entry.count)
      })
  }
}
