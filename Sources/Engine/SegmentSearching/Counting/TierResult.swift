/// The result of a strategy for a tier, beside the hits that it has put among the best.
struct TierResult {
  /// How many documents there are that no stricter tier holds; nil where they were not counted.
  var count: DocumentCount?
  /// Whether something may have been left out that could not be among the hits of the domain.
  var isBarred = false
}
