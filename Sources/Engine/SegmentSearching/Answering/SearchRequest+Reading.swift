package import FootlightDiagnostics
import QueryLanguage
import SegmentFiles

extension SearchRequest {
  /// The request with its text taken as it stands, marks included, where that is a whole name or an id; nil where its
  /// operators are what was meant.
  package func readAsName(in segments: [SearchedSegment]) throws(Failure) -> SearchRequest? {
    guard let literal = query.literal else { return nil }
    var plain = self
    plain.query = literal
    for query in try SearchScope(plain, segments).queries(SearchPlan(plain)) {
      let name = try QueriedName(query)
      if name.identified != nil { return plain }
      guard let terms = name.terms else { continue }
      let index = NameIndex(query)
      var isThere = false
      try index.forEachDocument(try index.namedDocuments(terms).exact) { document in
        if !query.isHidden(document) { isThere = true }
      }
      if isThere { return plain }
    }
    return nil
  }
}
