package import FootlightPlatform
import QueryLanguage
import SegmentFiles

extension SearchRequest {
  /// The request with its text taken as it stands, where that is a whole name, marks included, or an id; nil where its
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
      var documents: [UInt32] = []
      try index.forEachDocument(try index.namedDocuments(terms).exact) { document in
        if !query.isHidden(document) { documents.append(document) }
      }
      var pace = SearchPace(plain)
      for document in documents {
        try pace.step()
        let item = try query.stored.item(document, withBody: false, &query.scratch.buffers.stored)
        if literal.isPasted(item.title) || item.aliases.contains(where: literal.isPasted) {
          return plain
        }
      }
    }
    return nil
  }
}
