package import FootlightPlatform
import QueryLanguage
import SegmentFiles

/// Finds the best hits over all segments.
///
/// Every segment finds its own best; the merge compares tier, score, rank, title, domain and id, a
/// total order. Document frequencies are those of all segments together.
///
/// - Complexity: segments · (look-ups + postings read); ``CountBudget`` bounds what is read to count.
/// - Throws: `search.too-far` when offset + limit exceed 10,000; `index.damaged`.
package func search(
  _ request: SearchRequest, in segments: [SearchedSegment]
) throws(Failure) -> SearchAnswer {
  try SearchRequest.check(offset: request.offset, limit: request.limit)
  let scope: SearchScope
  var answer: SearchAnswer
  var request = request
  var reading: Query?
  do throws(Failure) {
    if let plain = try request.readAsName(in: segments) {
      request = plain
      reading = plain.query
    }
    scope = try SearchScope(request, segments)
    answer = try found(request, scope)
    if answer.total == 0, let inside = request.lookingInside(segments) {
      let pieces = try found(inside, scope)
      if pieces.total > 0 {
        answer = pieces
        answer.inside = inside.query
        for index in answer.hits.indices { answer.hits[index].takeLastTier() }
      }
    }
  } catch {
    guard error.isCut else { throw error }
    // Who must know all matches knows none of them for sure before the end.
    var nothing = SearchAnswer(hits: [], total: 0, isAtLeast: true)
    nothing.isCut = true
    return nothing
  }
  answer.reading = reading
  for index in answer.hits.indices {
    answer.hits[index].place = scope.places[answer.hits[index].place]
  }
  answer.counts = Dictionary(answer.counts.map { (scope.places[$0.key], $0.value) }) { $0 + $1 }
  return answer
}

private func found(
  _ request: SearchRequest, _ scope: SearchScope
) throws(Failure) -> SearchAnswer {
  request.needsAllMatches
    ? try AllMatches(request, scope).answer() : try searchBest(request, scope)
}

extension SearchRequest {
  /// The request with its words as pieces of words, where some segment looks inside words; nil where it asks so already,
  /// or says itself which words it wants.
  package func lookingInside(_ segments: [SearchedSegment]) -> SearchRequest? {
    guard !looksInside, match == .tiers, segments.contains(where: { $0.stored.looksInside }),
      let query = query.lookingInside
    else { return nil }
    var inside = self
    inside.query = query
    inside.looksInside = true
    return inside
  }
}

extension RankedHit {
  /// Puts the hit into the last tier.
  fileprivate mutating func takeLastTier() {
    tier = Tier.part.rawValue
    score = score ?? 0
  }
}

/// Finds the best hits of plain words.
private func searchBest(
  _ request: SearchRequest, _ scope: SearchScope
) throws(Failure) -> SearchAnswer {
  let best = try BestHits(request, scope)
  var isCut = false
  do throws(Failure) {
    try best.find()
    try best.prefer()
  } catch {
    guard error.isCut else { throw error }
    isCut = true
  }
  let segments = best.segments
  // Shown hits count, even where counting stopped before them.
  let shown = segments.reduce(0) { $0 + $1.top.count }
  let total = max(best.total, shown)
  // A count that has met all that conditions leave is no lower bound.
  let isAtLeast = best.isAtLeast && total < segments.reduce(0) { $0 + $1.query.mostFound }
  var answer = SearchAnswer(
    hits: try MergedHits(segments).page(request), total: total,
    isAtLeast: isAtLeast || isCut)
  answer.tell(best.expansion, best.respelled)
  // A hit in a better tier is never given up for the others.
  answer.isFoundAsTyped = segments.contains { $0.top.heap.contains { $0.tier < 5 } }
  answer.isCut = isCut
  return answer
}

extension SegmentQuery {
  /// How many documents may be found at most: those that nothing hides.
  fileprivate var mostFound: Int { stored.header.items - (hidden?.count ?? 0) }
}
