import FootlightPlatform
import QueryLanguage
import SegmentSearching

extension Searcher {
  /// Counts the values of each attribute that is filtered beside the text as if its filters were not there: one search
  /// more for each.
  func countSiblings(
    _ answer: inout SearchAnswer, _ request: SearchRequest, _ curation: Curation,
    _ domains: [String]
  ) throws(Failure) {
    for (place, facet) in answer.facets.enumerated() {
      var beside = request
      beside.conditions.removeAll { $0.filters(facet.name) }
      guard beside.conditions.count < request.conditions.count else { continue }
      // A search that only filters narrowed finds everything without them.
      beside.findsAll =
        request.findsAll || beside.conditions.isEmpty && request.query.conditions.isEmpty
      beside.facets = [facet.name]
      beside.sort = []
      (beside.offset, beside.limit) = (0, 0)
      beside.countsDomains = false
      let counted = try search(beside, curation, in: domains).answer
      if let found = counted.facets.first { answer.facets[place] = found }
      answer.isCut = answer.isCut || counted.isCut
    }
  }
}

extension QueryExpression {
  /// Whether it is about the values of an attribute alone.
  fileprivate func filters(_ name: String) -> Bool {
    var areAll = true
    forEachLeaf { leaf, _ in
      guard case .filter(let filter) = leaf, filter.name == name else {
        areAll = false
        return
      }
    }
    return areAll
  }
}
