import FootlightPlatform
import TextAnalysis

extension Run {
  private struct DocumentKey {
    var high: UInt64
    var low: UInt64
    var local: UInt32
  }

  /// Frees what only adding needs.
  mutating func freeScratch() {
    terms.freeSlots()
    values.freeSlots()
    tokens = TokenBuffer()
    texts = []
    probes = ScratchList()
    tokenTerms = ScratchList()
    stems = []
    stemmer = nil
  }

  /// The size of a document's record.
  ///
  /// The documents are in the order of their arrival, and their records lie side by side: an item that is refused
  /// has written none.
  func recordSize(_ local: Int) -> Int {
    let next = local + 1
    let end = next < documents.count ? Int(documents[next].start) : records.count
    return end - Int(documents[local].start)
  }

  /// The terms in byte order.
  func sortedTerms() -> [TermKey] {
    var keys: [TermKey] = []
    keys.reserveCapacity(terms.count)
    for number in 0..<terms.count {
      let range = terms.range(number)
      keys.append(
        TermKey(
          first: TermTable.firstBytes(terms.bytes, range),
          number: UInt32(truncatingIfNeeded: number), length: UInt32(range.count)))
    }
    var spare: [TermKey] = []
    RadixSort.sort(&keys, &spare) { $0.first }
    Run.sortRuns(&keys, areAlike: { $0.first == $1.first }) { a, b in
      terms.bytes.compare(
        terms.range(Int(a.number)), terms.bytes, terms.range(Int(b.number))) < 0
    }
    return keys
  }

  /// The documents by rank, title and id.
  func sortedDocuments() -> [UInt32] {
    var keys: [DocumentKey] = []
    keys.reserveCapacity(documents.count)
    for local in documents.indices {
      keys.append(
        DocumentKey(
          high: documents[local].orderHigh, low: documents[local].orderLow,
          local: UInt32(truncatingIfNeeded: local)))
    }
    var spare: [DocumentKey] = []
    RadixSort.sort(&keys, &spare) { $0.low }
    RadixSort.sort(&keys, &spare) { $0.high }
    spare = []
    Run.sortRuns(&keys, areAlike: { $0.high == $1.high && $0.low == $1.low }) { a, b in
      let one = documents[Int(a.local)]
      let other = documents[Int(b.local)]
      let order = Run.compareHeads(
        records, Int(one.start), records, Int(other.start))
      return order != 0 ? order < 0 : one.number < other.number
    }
    return keys.map(\.local)
  }

  /// Sorts each run of neighbours whose numbers do not tell them apart.
  private static func sortRuns<Key>(
    _ keys: inout [Key], areAlike: (Key, Key) -> Bool, by precedes: (Key, Key) -> Bool
  ) {
    var start = 0
    while start < keys.count {
      var end = start + 1
      while end < keys.count, areAlike(keys[start], keys[end]) { end += 1 }
      if end - start > 1 { keys.sort(start..<end, by: precedes) }
      start = end
    }
  }

  /// Compares the rest of the sort keys, then the ids, of two records.
  static func compareHeads(
    _ a: borrowing ByteArena, _ startA: Int, _ b: borrowing ByteArena, _ startB: Int
  ) -> Int {
    // Who writes the records tells that one is damaged.
    guard let one = RecordHead(a, at: startA), let other = RecordHead(b, at: startB) else {
      return 0
    }
    let order = a.compare(one.restOfKey, b, other.restOfKey)
    return order != 0 ? order : a.compare(one.id, b, other.id)
  }
}
