import SegmentFiles

/// Scratch that the strategies of one query over one segment share: buffers, and prefixes that were read.
package final class QueryScratch {
  private let segment: SearchableSegment
  /// How much of the work over the domain's segments is worth doing here.
  var share = WorkShare()
  package var buffers: SearchBuffers
  /// The tables of wide prefixes that were made so far.
  var tables: [PrefixTableKey: ContributionTable] = [:]
  /// The documents of prefixes that were read so far.
  var postings: [PrefixPostingsKey: PrefixPostings] = [:]
  /// The documents of atoms that stand within words.
  var insides: [Int: PrefixPostings] = [:]
  /// The looks into documents for prefixes.
  var looks: [PrefixTableKey: PrefixLooks] = [:]

  init(_ segment: SearchableSegment) {
    self.segment = segment
    buffers = segment.takeBuffers()
  }

  /// A set for the documents that are met, as long as nobody else has it.
  func takeSeen(items: Int) -> DocumentSet {
    var seen = DocumentSet(size: 0)
    swap(&seen, &buffers.seen)
    return seen.size >= items ? seen : DocumentSet(size: items)
  }

  deinit {
    // One is kept for the next query: each takes a byte an item.
    if buffers.impacts == nil, let table = tables.values.first(where: \.hasBytes) {
      buffers.impacts = table.clear()
    }
    var used = SearchBuffers()
    swap(&used, &buffers)
    segment.giveBack(used)
  }
}
