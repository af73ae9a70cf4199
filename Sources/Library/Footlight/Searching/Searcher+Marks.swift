import FootlightPlatform
import HitExplaining
import IndexStores
import QueryLanguage
import SegmentFiles
import SegmentSearching
import TextAnalysis

extension Searcher {
  /// Adds to the hits of a page what matched in their texts.
  func mark(
    _ hits: inout [Hit], _ request: SearchRequest, _ answer: SearchAnswer, _ domains: [String]
  ) throws(Failure) {
    var markers: [Int: HitMarker] = [:]
    for (place, ranked) in answer.hits.enumerated() {
      try request.bounds?.cancellation?.check()
      let domain = domains[ranked.place]
      let marker =
        markers[ranked.place]
        ?? HitMarker(
          request, answer, analyzer: state.analyzer(of: domain) ?? Analyzer(),
          synonyms: state.domains.first { $0.name == domain }?.facts.synonyms ?? Synonyms())
      markers[ranked.place] = marker
      let marks = try marker.marks(ranked) { () throws(Failure) in
        if ranked.hasBody { return ranked.item.bodyBytes }
        return try state.item(id: ranked.item.id, in: domain)?.bodyBytes ?? []
      }
      for (field, ranges) in marks.highlights {
        hits[place].highlights[field] = Highlights(scalars: ranges)
      }
      hits[place].matched = request.listsEverything ? nil : marks.matched
      hits[place].snippet = marks.snippet.map { snippet in
        Hit.Snippet(
          field: snippet.field, text: snippet.text,
          highlights: Highlights(scalars: snippet.highlights))
      }
    }
  }
}
