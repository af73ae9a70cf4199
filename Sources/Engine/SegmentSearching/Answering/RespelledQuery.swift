package import QueryLanguage

/// A respelled query with its matches: it has words of its own, and their statistics.
package struct RespelledQuery {
  /// Its matches, one for each segment.
  package let matches: [SegmentMatches]
  /// How rare its words are.
  package let statistics: Statistics
  /// Its words, by their places in the plan.
  package let asked: [QueryWord]
  /// The words that were joined or parted.
  package let correction: Correction
}
