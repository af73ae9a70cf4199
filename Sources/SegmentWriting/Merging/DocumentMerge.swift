import SegmentFiles
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
    var heads: [RunPart.Document?] = []
    for index in cursors.indices {
      heads.append(try cursors.withNext(of: index) { $0.document })
    }
    while true {
      var best: (index: Int, document: RunPart.Document)?
      for index in heads.indices {
        guard let document = heads[index] else { continue }
        guard let leading = best else {
          best = (index, document)
          continue
        }
        let precedes =
          DocumentMerge.precedes(document, leading.document)
          ?? cursors.with(index) { cursor in
            cursors.with(leading.index) { DocumentMerge.precedes(cursor, $0) }
          }
        if precedes { best = (index, document) }
      }
      guard let (winner, document) = best else { break }
      source.append(UInt16(truncatingIfNeeded: winner))
      hash.append(document.idHash)
      number.append(document.number)
      heads[winner] = try cursors.withNext(of: winner) { $0.document }
    }
  }

  /// Whether rank and the beginning of the title tell that one comes first; nil where they tell nothing.
  @inline(__always)
  private static func precedes(_ one: RunPart.Document, _ other: RunPart.Document) -> Bool? {
    if one.orderHigh != other.orderHigh { return one.orderHigh < other.orderHigh }
    return one.orderLow != other.orderLow ? one.orderLow < other.orderLow : nil
  }

  /// Whether one comes first by the rest of the title, its id and its record.
  private static func precedes(_ one: DocumentCursor, _ other: DocumentCursor) -> Bool {
    let order = one.withRecord { bytes, start in
      other.withRecord { RunPart.compareHeads(bytes, start, $0, $1) }
    }
    return order != 0 ? order < 0 : one.document.number < other.document.number
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
    guard count > 4_096 else {
      return (0..<count).map(make).sorted {
        $0.hash != $1.hash ? $0.hash < $1.hash : $0.document < $1.document
      }
    }
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
      entries.sort(starts[hand]..<starts[hand + 1]) {
        $0.hash != $1.hash ? $0.hash < $1.hash : $0.document < $1.document
      }
    }
    return entries
  }
}
