import FootlightPlatform
import SegmentFiles

/// Tier 6 and the mode `any`: documents that hold at least one of the required words, scored by all of them.
///
/// Postings are added up in windows of documents, which are passed over where the block maxima of their lists say that
/// none is good enough (``findInWindows(_:_:taken:tier:_:isCounted:into:)``). Lists that only add to a score are asked
/// last, as in MaxScore (Turtle and Flood, "Query evaluation: strategies and optimizations", 1995). Where there are
/// not too many documents all are counted.
struct DisjunctionSearch {
  let query: SegmentQuery
  /// The documents of tiers 1 and 2, ascending.
  let named: [UInt32]
  let statistics: Statistics
  let bar: SearchBar?

  /// Takes the best into `top`; counts the documents where these are not too many.
  ///
  /// - Parameter isCounted: whether the documents have been counted, so that nobody asks for it.
  func find(
    _ words: [Int], required: [Int], tier: Int, isCounted: Bool = false, into top: inout TopHits
  ) throws(Failure) -> TierResult {
    let lists = query.lists
    var leading: [ListCursor] = []
    var postings = 0
    for word in required {
      let list = try lists.list(word, onlyNames: false, statistics)
      postings += list.count
      if list.count > 0 { leading.append(list) }
    }
    guard !leading.isEmpty else { return TierResult(count: DocumentCount()) }
    var rest = words
    for word in required {
      if let place = rest.firstIndex(of: word) { rest.remove(at: place) }
    }
    var optional: [WordSource] = []
    for word in rest
    where lists.size(word, onlyNames: false) > 0 && statistics.adds(word, query.plan) {
      optional.append(
        try lists.source(word, beside: postings, onlyNames: false, statistics, for: .score))
    }
    for word in words where query.stems != nil {
      if let exact = try lists.exactList(word, onlyNames: false, statistics) {
        optional.append(.cursor(exact))
      }
    }
    let taken = top.documents(and: named)
    let bar = try self.bar?.asked(of: tier, query.stored)
    var result = TierResult(count: DocumentCount(), isBarred: bar != nil)
    let counts =
      !isCounted
      && (query.plan.request.countsExactly || postings <= query.scratch.share.mostCounted)
    let count = try findInWindows(
      leading, optional, taken: taken, tier: tier, bar, isCounted: !counts, into: &top)
    if counts { result.count = DocumentCount(count: count) }
    if counts || isCounted { return result }
    // Too many to be counted: there are as many at least as the longest list holds or, where that is not known, as
    // were met.
    let atLeast = query.hiddenCount.map { (leading.map(\.count).max() ?? 0) - $0 - taken.count }
    result.count = DocumentCount(count: max(0, atLeast ?? count), isAtLeast: true)
    return result
  }
}
