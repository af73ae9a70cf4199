import FootlightDiagnostics
import FootlightPlatform

/// The documents of all sources in the order of the index: which source comes next, each time.
struct DocumentMerge: Sendable {
  /// For each place, the source whose next document stands there.
  private(set) var source: [UInt16] = []
  /// For each place, the hash of the id and the number of the record.
  private(set) var hash: [UInt64] = []
  private(set) var number: [UInt32] = []

  /// No documents.
  init() {}

  /// Merges by rank, title, id, record; O(documents · sources).
  init(_ sources: RunSources) throws(Failure) {
    let total = sources.all.reduce(0) { $0 + $1.documentCount }
    source.reserveCapacity(total)
    hash.reserveCapacity(total)
    number.reserveCapacity(total)
    let cursors = try sources.cursors()
    var alive: [Int] = []
    for index in cursors.indices {
      if try cursors[index].advance() { alive.append(index) }
    }
    while let leading = alive.first {
      var best = leading
      for other in alive.dropFirst() where DocumentMerge.precedes(cursors[other], cursors[best]) {
        best = other
      }
      source.append(UInt16(truncatingIfNeeded: best))
      hash.append(cursors[best].document.idHash)
      number.append(cursors[best].document.number)
      if try !cursors[best].advance() { alive.removeAll { $0 == best } }
    }
  }

  private static func precedes(_ a: DocumentCursor, _ b: DocumentCursor) -> Bool {
    let one = a.document
    let other = b.document
    if one.orderHigh != other.orderHigh { return one.orderHigh < other.orderHigh }
    if one.orderLow != other.orderLow { return one.orderLow < other.orderLow }
    let order = a.withRecord { bytesA, startA in
      b.withRecord { bytesB, startB in
        RunPart.compareHeads(bytesA, startA, bytesB, startB)
      }
    }
    return order != 0 ? order < 0 : one.number < other.number
  }

  /// The places sorted by the hash of their ids.
  func sortedByHash() -> [KeyEntry] {
    KeyEntry.sorted(count: hash.count) { place in
      KeyEntry(hash: hash[place], document: UInt32(truncatingIfNeeded: place))
    }
  }
}

/// A hash of an id or address, and whose it is.
struct KeyEntry: Sendable {
  var hash: UInt64
  var document: UInt32

  /// Makes `count` entries and sorts them by hash, then document: dealt by the upper 16 bits,
  /// which a hash spreads evenly, and sorted hand by hand.
  static func sorted(count: Int, _ make: (Int) -> KeyEntry) -> [KeyEntry] {
    var starts = [Int](repeating: 0, count: 65_537)
    for index in 0..<count { starts[Int(make(index).hash >> 48) + 1] += 1 }
    for hand in 0..<65_536 { starts[hand + 1] += starts[hand] }
    var entries = [KeyEntry](repeating: KeyEntry(hash: 0, document: 0), count: count)
    var next = starts
    for index in 0..<count {
      let entry = make(index)
      let hand = Int(entry.hash >> 48)
      entries[next[hand]] = entry
      next[hand] += 1
    }
    for hand in 0..<65_536 where starts[hand + 1] - starts[hand] > 1 {
      entries[starts[hand]..<starts[hand + 1]].sort {
        $0.hash != $1.hash ? $0.hash < $1.hash : $0.document < $1.document
      }
    }
    return entries
  }
}
