package import FootlightPlatform

/// The scope that a request's conditions leave: the segments that are searched, and the documents that are hidden in
/// them.
package struct SearchScope {
  /// The segments that are searched, by their places in the request.
  package private(set) var places: [Int] = []
  /// The segments themselves.
  private(set) var segments: [SearchedSegment] = []
  /// For each of them, the documents that conditions leave out.
  private(set) var hidden: [Bitmap?] = []

  /// Sets the conditions of a request aside; without any nothing is read.
  package init(_ request: SearchRequest, _ given: [SearchedSegment]) throws(Failure) {
    let conditions = request.query.conditions + request.conditions
    guard !conditions.isEmpty else {
      places = Array(given.indices)
      segments = given
      hidden = []
      for segment in given {
        hidden.append(request.hidesPrivate ? try segment.stored.reserved().hidden : nil)
      }
      return
    }
    var words: [QueryWord] = []
    var literal: Set<Int> = []
    let planned = conditions.map { PlannedExpression($0, &words, literal: &literal) }
    var plain = request
    plain.match = .tiers
    let plan = SearchPlan(plain, words: words, literal: literal)
    for (place, segment) in given.enumerated() {
      guard segment.isAdmitted(by: conditions) else { continue }
      let query = try SegmentQuery(plan, segment)
      let matches = SegmentMatches(query, Statistics.counting(plan))
      var allowed = Bitmap(all: segment.stored.header.items)
      for condition in planned {
        let reduced = query.reduced(condition, onlyNames: false)
        allowed.formIntersection(
          try matches.documents(try matches.matches(reduced, onlyNames: false, isAlone: true)))
      }
      allowed.formComplement()
      if request.hidesPrivate, let those = try segment.stored.reserved().hidden {
        allowed.formUnion(those)
      }
      places.append(place)
      segments.append(segment)
      hidden.append(allowed)
    }
  }

  /// A plan looked up in each of the segments.
  func queries(_ plan: SearchPlan) throws(Failure) -> [SegmentQuery] {
    var queries: [SegmentQuery] = []
    for (segment, hidden) in zip(segments, hidden) {
      queries.append(try SegmentQuery(plan, segment, hiding: hidden))
    }
    return queries
  }
}
