import FootlightPlatform
import SearchEngine
import TextAnalysis

/// Searches generations as domains `d0`, `d1` …, counting to the end.
func search(
  _ text: String, _ match: MatchMode, offset: Int = 0, limit: Int = 10, now: Int64 = 0,
  in generations: [Segment]
) throws(Failure) -> SearchAnswer {
  let query = Query(text, analyzer: generations.first?.analyzer ?? Analyzer())
  return try search(
    SearchRequest(
      query: query, offset: offset, limit: limit, match: match, now: now, countsExactly: true),
    in: generations.enumerated().map { place, generation in
      SearchedSegment(domain: "d\(place)", stored: generation)
    })
}
