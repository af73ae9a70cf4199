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

  /// A k-way merge by rank, title, id, record (Knuth, TAOCP 3, 5.4.1), by a walk over the heads: there are too few
  /// sources for a tree of losers to pay.
  ///
  /// - Complexity: O(documents · sources).
  init(_ sources: RunSources) throws(Failure) {
    let total = sources.all.reduce(0) { $0 + $1.documentCount }
    source.reserveCapacity(total)
    hash.reserveCapacity(total)
    number.reserveCapacity(total)
    let cursors = try sources.cursors()
    var heads: [Run.Document?] = []
    for index in cursors.indices {
      heads.append(try cursors.withNext(of: index) { $0.document })
    }
    while true {
      var best: (index: Int, document: Run.Document)?
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
  private static func precedes(_ one: Run.Document, _ other: Run.Document) -> Bool? {
    if one.orderHigh != other.orderHigh { return one.orderHigh < other.orderHigh }
    return one.orderLow != other.orderLow ? one.orderLow < other.orderLow : nil
  }

  /// Whether one comes first by the rest of the title, its id and its record.
  private static func precedes(_ one: DocumentCursor, _ other: DocumentCursor) -> Bool {
    let order = one.withRecord { bytes, start in
      other.withRecord { Run.compareHeads(bytes, start, $0, $1) }
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
