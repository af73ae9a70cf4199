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

/// A segment's share of the work that a query over its domain is worth.
///
/// A domain in shards costs about as much as one file, and is counted to the end where that would be: the postings that may
/// be read to count are divided among its segments as those of the query's words are, and the limits that tell wide
/// prefixes from others as their items are.
struct WorkShare {
  /// How many postings are read for a count at most; beyond that it is a lower bound.
  private(set) var mostCounted = PostingCost.mostCounted
  /// A prefix with more postings does not lead where another word can.
  private(set) var mostLeading = PostingCost.mostLeading
  /// A prefix with more postings is not read whole only because many documents were met.
  private(set) var mostUnited = PostingCost.mostUnited
  /// With fewer documents than these a wide prefix is always made a table.
  private(set) var smallSegment = PostingCost.smallSegment

  /// However small a segment is, so many postings are no work, and so many documents few: a delta with five of them is
  /// counted to the end beside a large base.
  static let least = 1 << 13

  /// Divides the work among the segments of one domain.
  static func divide(among queries: [SegmentQuery]) {
    // Without words there is nothing to count by them.
    guard queries.count > 1, queries.allSatisfy({ !$0.foundWords.isEmpty }) else { return }
    let costs = queries.map { query in
      query.foundWords.reduce(0) { $0 + query.lists.cost($1, onlyNames: false) }
    }
    let cost = max(1, costs.reduce(0, +))
    let items = max(1, queries.reduce(0) { $0 + $1.stored.header.items })
    for (query, own) in zip(queries, costs) {
      let ownItems = query.stored.header.items
      var share = WorkShare()
      share.mostCounted = max(least, share.mostCounted * own / cost)
      share.mostLeading = max(least, share.mostLeading * ownItems / items)
      share.mostUnited = max(least, share.mostUnited * ownItems / items)
      share.smallSegment = max(least, share.smallSegment * ownItems / items)
      query.scratch.share = share
    }
  }
}
