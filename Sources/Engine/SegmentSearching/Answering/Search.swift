package import FootlightDiagnostics
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
    answer =
      request.needsAllMatches
      ? try AllMatches(request, scope).answer() : try searchBest(request, scope)
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
  var answer = SearchAnswer(
    hits: try MergedHits(segments).page(request), total: max(best.total, shown),
    isAtLeast: best.isAtLeast || isCut)
  answer.tell(best.expansion, best.respelled)
  // A hit in a better tier is never given up for the others.
  answer.isFoundAsTyped = segments.contains { $0.top.heap.contains { $0.tier < 5 } }
  answer.isCut = isCut
  return answer
}
