/// How many documents there are, or at least are.
struct DocumentCount {
  var count = 0
  var isAtLeast = false
}

/// What a strategy tells of a tier beside its hits.
struct TierResult {
  /// How many documents there are that no stricter tier holds; nil where they were not counted.
  var count: DocumentCount?
  /// Whether something may have been left out that could not be among the hits of the domain.
  var isBarred = false
}
