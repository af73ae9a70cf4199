import FootlightDiagnostics
import IndexStores
import QueryLanguage
import HitExplaining
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
      for (name, ranges) in marks.highlights {
        guard let field = Field(name) else { continue }
        hits[place].highlights[field] = Highlights(scalars: ranges)
      }
      hits[place].matched = Hit.Match(marks.matched)
      hits[place].snippet = marks.snippet.flatMap { snippet in
        Field(snippet.field).map { field in
          Hit.Snippet(
            field: field, text: snippet.text, highlights: Highlights(scalars: snippet.highlights))
        }
      }
    }
  }
}

extension Field {
  /// The field that a query calls so; nil for a part of the query that is no field of an item.
  init?(_ field: QueryField) { self.init(rawValue: field.rawValue) }
}

extension Hit.Match {
  /// Takes over the match that the engine tells of a hit; nil where nothing in particular matched.
  init?(_ match: RankedHit.Match) {
    guard let field = Field(rawValue: match.field) else { return nil }
    self.init(field: field, text: match.text, isNamed: match.isNamed)
  }
}
