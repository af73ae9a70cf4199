import SegmentFiles
import FootlightPlatform
import Synchronization
import TextAnalysis

/// A part that takes no more items, with the orders of its terms and of its documents.
///
/// Sorting n documents and m terms takes O(n log n + m log m); mostly numbers are compared.
final class SealedPart: Sendable {
  /// The part; its documents are in the order of the index now.
  let part: RunPart
  /// How many terms it has.
  let termCount: Int
  /// The terms in byte order, until they have been merged.
  private let terms: Mutex<[TermKey]>
  /// For each document the hash of its address and of the key of its source (0 for none), the digest
  /// of its record, and when it expires; empty when none has one or does.
  let addresses: [UInt64]
  let sourceKeys: [UInt64]
  let digests: [UInt64]
  let expiries: [Int64]
  /// For each document the size of its record; empty unless it was asked for.
  let sizes: [UInt32]
  /// The texts of the attributes in their order.
  let values: SealedValues

  /// Seals a part; `keepsSizes` where its records will be copied.
  init(_ open: consuming RunPart, keepsSizes: Bool = false) {
    open.seal()
    termCount = open.terms.count
    terms = Mutex(open.sortedTerms())
    values = SealedValues(open.values)
    let order = open.sortedDocuments()
    var addresses: [UInt64] = []
    var sourceKeys: [UInt64] = []
    var expiries: [Int64] = []
    if !open.addresses.isEmpty || !open.sourceKeys.isEmpty || !open.expiring.isEmpty {
      var places = [UInt32](repeating: 0, count: order.count)
      for (place, local) in order.enumerated() {
        places[Int(local)] = UInt32(truncatingIfNeeded: place)
      }
      if !open.addresses.isEmpty { addresses = [UInt64](repeating: 0, count: order.count) }
      for entry in open.addresses { addresses[Int(places[Int(entry.local)])] = entry.hash }
      if !open.sourceKeys.isEmpty { sourceKeys = [UInt64](repeating: 0, count: order.count) }
      for entry in open.sourceKeys { sourceKeys[Int(places[Int(entry.local)])] = entry.hash }
      if !open.expiring.isEmpty { expiries = [Int64](repeating: .max, count: order.count) }
      for entry in open.expiring { expiries[Int(places[Int(entry.local)])] = entry.expires }
    }
    self.addresses = addresses
    self.sourceKeys = sourceKeys
    digests = open.digests.isEmpty ? [] : order.map { open.digests[Int($0)] }
    self.expiries = expiries
    sizes = keepsSizes ? open.sizes(order) : []
    open.documents = order.map { open.documents[Int($0)] }
    part = open
  }

  /// The terms in byte order; they are here no longer afterwards.
  func takeTerms() -> [TermKey] {
    terms.withLock { terms in
      var taken: [TermKey] = []
      swap(&taken, &terms)
      return taken
    }
  }
}

/// What orders a term, and its number in its part.
struct TermKey: BitwiseCopyable, Sendable {
  /// The first eight bytes, as a number that orders like them.
  var first: UInt64
  var number: UInt32
  /// The size in bytes.
  var length: UInt32
}

extension RunPart {
  private struct DocumentKey {
    var high: UInt64
    var low: UInt64
    var local: UInt32
  }

  /// Frees what only adding needs.
  mutating func seal() {
    terms.seal()
    values.seal()
    tokens = TokenBuffer()
    texts = []
    probes = ScratchList()
    tokenTerms = ScratchList()
    stems = []
    stemmer = nil
  }

  /// The sizes of the records of all documents, in an order.
  ///
  /// The documents are in that of their arrival, and their records lie side by side: an item that is refused
  /// has written none.
  fileprivate func sizes(_ order: [UInt32]) -> [UInt32] {
    let end = UInt32(truncatingIfNeeded: records.count)
    return order.map { local in
      let next = Int(local) + 1
      return (next < documents.count ? documents[next].start : end) - documents[Int(local)].start
    }
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
    RunPart.sortRuns(&keys, areAlike: { $0.first == $1.first }) { a, b in
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
    RunPart.sortRuns(&keys, areAlike: { $0.high == $1.high && $0.low == $1.low }) { a, b in
      let one = documents[Int(a.local)]
      let other = documents[Int(b.local)]
      let order = RunPart.compareHeads(
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

/// Where the parts of a record's beginning lie.
struct RecordHead {
  /// The item's id.
  var id: ByteRange
  /// The title's sort key from its fifteenth byte on.
  var restOfKey: ByteRange
  /// The names, keywords and sequences, and behind them the values of the attributes.
  var forward: ByteRange

  init?(_ bytes: borrowing ByteArena, at start: Int) {
    var at = start
    guard let idSize = bytes.varint(&at), idSize <= bytes.count - at else { return nil }
    id = ByteRange(start: at, count: Int(idSize))
    at += Int(idSize)
    guard let restSize = bytes.varint(&at), restSize <= bytes.count - at else { return nil }
    restOfKey = ByteRange(start: at, count: Int(restSize))
    at += Int(restSize)
    guard let forwardSize = bytes.varint(&at), forwardSize <= bytes.count - at else { return nil }
    forward = ByteRange(start: at, count: Int(forwardSize))
  }
}
