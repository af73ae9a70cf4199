import SegmentFiles
import FootlightDiagnostics

/// Tier 6 and the mode `any`: documents that hold at least one of the required words, scored by all of them.
///
/// Lists whose maxima together cannot beat the worst hit are only looked into (MaxScore: Turtle and Flood, "Query
/// evaluation: strategies and optimizations", 1995). Where there are not too many documents all are read in
/// windows, and counted (``findInWindows(_:_:taken:tier:_:isCounted:into:)``).
struct DisjunctionSearch {
  let query: SegmentQuery
  /// What tiers 1 and 2 have found, ascending.
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
    // A window is too much for a handful of documents, as a delta has them.
    if isCounted, postings < PostingBlock.size {
      _ = try findPruned(leading, optional, taken: taken, tier: tier, bar, into: &top)
      return result
    }
    if isCounted || query.plan.request.countsExactly || postings <= CountBudget.mostPostings {
      let count = try findInWindows(
        leading, optional, taken: taken, tier: tier, bar, isCounted: isCounted, into: &top)
      if !isCounted { result.count = DocumentCount(count: count) }
      return result
    }
    // The longest list says more than what is walked before the rest cannot matter.
    let longest = query.hiddenCount.map { (leading.map(\.count).max() ?? 0) - $0 } ?? 0
    let pushed = try findPruned(leading, optional, taken: taken, tier: tier, bar, into: &top)
    result.count = DocumentCount(count: max(pushed, longest - taken.count), isAtLeast: true)
    return result
  }

  /// Walks the lists document by document and passes over what cannot be good enough; returns how
  /// many were.
  private func findPruned(
    _ leading: [ListCursor], _ optional: [WordSource], taken: Set<UInt32>, tier: Int,
    _ bar: TierBar?, into top: inout TopHits
  ) throws(Failure) -> Int {
    let union = Disjunction(
      leading: leading.sorted { $0.highest < $1.highest }, optional: optional)
    var pushed = 0
    // Up to which document the lists' blocks are known to beat this threshold.
    var promising: (last: Int64, threshold: Int) = (-1, -1)
    var pace = SearchPace(query.plan.request)
    while let document = union.document {
      try pace.step()
      let threshold = top.threshold(tier: tier, bar, from: document)
      if threshold == .max { break }
      if threshold >= 0, threshold != promising.threshold || Int64(document) > promising.last {
        let bound = union.bound(document)
        if query.weighted(bound.score) <= threshold {
          guard bound.last != .max else { break }
          try union.advance(to: bound.last + 1)
          continue
        }
        promising = (Int64(bound.last), threshold)
      }
      if let score = try union.score(document, beating: threshold, query.weighted) {
        if !taken.contains(document), !query.isHidden(document) {
          pushed += 1
          top.push(Candidate(tier: tier, score: query.weighted(score), document: document))
        }
      }
      try union.advance(beating: threshold, query.weighted)
    }
    return pushed
  }
}
