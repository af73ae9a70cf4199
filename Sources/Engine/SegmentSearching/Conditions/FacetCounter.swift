import DeclaredRecords
import FootlightPlatform
import TextAnalysis

/// Counts the values of one attribute over the documents of several segments, as far as the bound on work
/// goes: what is counted then is what the first documents have, and of too many values the commonest.
struct FacetCounter {
  /// The values of one segment with their counts, by code.
  typealias Counts = (column: Column, counts: [(code: UInt64, count: Int)])
  /// How often a value is there, and how the segment spells it that has the most items of it.
  private typealias Entry = (count: Int, most: Int, spelling: String)

  /// The first counts: alone they need not be merged with others.
  private var first: Counts?
  /// The values of all segments, once there are two.
  private var entries: [FacetKey: Entry] = [:]
  /// How many values may still be counted, and how many may still be counted that no segment has had.
  private var left: Int
  private var mostNew: Int
  /// Whether values were left out.
  private(set) var isAtLeast = false
  /// Every loop over documents and values looks at it.
  private let bounds: SearchBounds?

  /// Of so many one may be new: to read a value costs more than to count it.
  ///
  /// A value that an earlier segment has as well is not new, so that it does not matter how many
  /// segments an index has.
  static let distinctCost = 16
  /// Up to so many codes are counted in a table instead of a dictionary.
  private static let tableLimit: UInt64 = 1 << 21

  init(limit: Int, _ bounds: SearchBounds? = nil) {
    self.bounds = bounds
    left = limit
    mostNew = limit / FacetCounter.distinctCost
  }

  /// Adds the documents of a segment: O(documents with a value) where they are few, otherwise O(all).
  mutating func add(_ column: Column, _ documents: Bitmap) throws(Failure) {
    var left = left
    var isAtLeast = isAtLeast
    var counts: [(code: UInt64, count: Int)] = []
    if column.highest < FacetCounter.tableLimit {
      var table = [Int](repeating: 0, count: Int(column.highest) + 1)
      try forEach(column, documents) { code in
        guard left > 0 else {
          isAtLeast = true
          return false
        }
        left -= 1
        table[Int(code)] += 1
        return true
      }
      for (code, count) in table.enumerated() where count > 0 {
        counts.append((UInt64(code), count))
      }
    } else {
      var known: [UInt64: Int] = [:]
      try forEach(column, documents) { code in
        guard left > 0 else {
          isAtLeast = true
          return false
        }
        left -= 1
        known[code, default: 0] += 1
        return true
      }
      counts = known.map { ($0.key, $0.value) }
      counts.sort { $0.code < $1.code }
    }
    self.left = left
    self.isAtLeast = isAtLeast
    try add(column, counts)
  }

  /// Adds how often some codes of a segment are there, ascending.
  mutating func add(_ column: Column, _ counted: [(code: UInt64, count: Int)]) throws(Failure) {
    var counts = counted
    guard !counts.isEmpty else { return }
    try bounds?.check()
    keepCommonest(of: &counts)
    if first == nil, entries.isEmpty {
      mostNew -= counts.count
      first = (column, counts)
    } else {
      if let alone = first { try merge(alone) }
      first = nil
      let known = entries.count
      try merge((column, counts))
      mostNew -= entries.count - known
    }
  }

  /// Leaves out the rarest of more values than may be new.
  private mutating func keepCommonest(of counts: inout [(code: UInt64, count: Int)]) {
    let known = first?.counts.count ?? entries.count
    let most = known + max(0, mostNew)
    guard counts.count > most else { return }
    isAtLeast = true
    sortByCount(&counts)
    counts.removeLast(counts.count - most)
    var spare: [(code: UInt64, count: Int)] = []
    RadixSort.sort(&counts, &spare) { $0.code }
  }

  /// Calls `body` with the values of the documents until it says stop.
  @inline(__always)
  private func forEach(
    _ column: Column, _ documents: Bitmap, _ body: (UInt64) -> Bool
  ) throws(Failure) {
    guard documents.count < column.items / 16 else {
      try column.forEach(bounds) { document, code in documents[Int(document)] ? body(code) : true }
      return
    }
    var pace = SearchPace(bounds)
    try documents.forEach { (document) throws(Failure) in
      try pace.step()
      var goesOn = true
      try column.forEachCode(of: document) { code in
        goesOn = body(code)
        return goesOn
      }
      return goesOn
    }
  }

  /// The values: the commonest first, equals by value.
  func facet(_ name: String) throws(Failure) -> Facet {
    if let first { return Facet(name, try values(of: first), isAtLeast: isAtLeast) }
    return Facet(name, try merged(), isAtLeast: isAtLeast)
  }

  /// Codes stand in the order of values.
  private func values(of counted: Counts) throws(Failure) -> [Facet.Value] {
    var values: [Facet.Value] = []
    values.reserveCapacity(counted.counts.count)
    try FacetCounter.forEachValue(of: counted, bounds) { key, count, spelling in
      values.append(Facet.Value(key.value(spelling), count: count))
    }
    var order = values.indices.map { (code: UInt64($0), count: values[$0].count) }
    sortByCount(&order)
    return order.map { values[Int($0.code)] }
  }

  private mutating func merge(_ counted: Counts) throws(Failure) {
    var entries: [FacetKey: Entry] = [:]
    swap(&entries, &self.entries)
    defer { swap(&entries, &self.entries) }
    try FacetCounter.forEachValue(of: counted, bounds) { key, count, spelling in
      var entry = entries[key] ?? (0, 0, spelling)
      entry.count += count
      if count > entry.most { (entry.most, entry.spelling) = (count, spelling) }
      entries[key] = entry
    }
  }

  private func merged() throws(Failure) -> [Facet.Value] {
    var pace = SearchPace(bounds)
    var failure: Failure?
    let sorted = entries.sorted { one, other in
      guard failure == nil else { return false }
      do throws(Failure) { try pace.step() } catch { failure = error }
      return one.value.count != other.value.count
        ? one.value.count > other.value.count : one.key.precedes(other.key)
    }
    if let failure { throw failure }
    return sorted.map { Facet.Value($0.key.value($0.value.spelling), count: $0.value.count) }
  }

  /// Calls `body` with each value, how often it is there, and of a text how it is spelled.
  static func forEachValue(
    of counted: Counts, _ bounds: SearchBounds? = nil, _ body: (FacetKey, Int, String) -> Void
  ) throws(Failure) {
    let column = counted.column
    try bounds?.check()
    switch column.attribute.kind {
    case .text, .listElement:
      try column.texts.forEachText(of: counted.counts.map(\.code), bounds) {
        place, folded, spelling in
        body(.text(folded), counted.counts[place].count, spelling)
      }
    case .number:
      for (code, count) in counted.counts { body(.number(column.number.worth(code)), count, "") }
    case .boolean:
      for (code, count) in counted.counts {
        body(.boolean(column.number.worth(code) != 0), count, "")
      }
    case .date:
      for (code, count) in counted.counts {
        body(.date(Int64(exactly: column.number.worth(code)) ?? 0), count, "")
      }
    case .place:
      for (code, count) in counted.counts {
        let place = CurveCode.place(column.number.worth(code).bitPattern)?.text ?? ""
        body(.text(Array(place.utf8)), count, place)
      }
    }
  }
}

/// Sorts what stands in the order of its codes by its counts, the highest first.
private func sortByCount(_ counts: inout [(code: UInt64, count: Int)]) {
  let most = counts.reduce(0) { max($0, $1.count) }
  var spare: [(code: UInt64, count: Int)] = []
  RadixSort.sort(&counts, &spare) { UInt64(most - $0.count) }
}
