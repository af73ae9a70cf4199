import SegmentFiles

/// What the strategies of one query over one segment leave for each other: buffers, and what was read of
/// prefixes.
package final class QueryScratch {
  private let segment: SearchableSegment
  package var buffers: SearchBuffers
  /// The tables of wide prefixes that were made so far.
  var tables: [PrefixTableKey: ContributionTable] = [:]
  /// What was found in documents that were looked into for prefixes.
  var looks: [PrefixTableKey: PrefixLooks] = [:]

  init(_ segment: SearchableSegment) {
    self.segment = segment
    buffers = segment.takeBuffers()
  }

  deinit {
    // One is kept for the next query: a byte an item each.
    for table in tables.values {
      let impacts = table.clear()
      if buffers.impacts.isEmpty { buffers.impacts.append(impacts) }
    }
    var used = SearchBuffers()
    swap(&used, &buffers)
    segment.giveBack(used)
  }
}
