public import HitExplaining

/// The completions of a text, the likeliest first.
public struct Completions: Sendable, Hashable {
  /// The text as it was given.
  public var query: String
  /// From the text to the last completion in memory.
  public var took: Duration
  /// Names that begin with the text, then words that its last word begins.
  public var suggestions: [Completion]
  /// Whether it was stopped by the timeout: others may be missing.
  public var isCut = false
  /// Notes for the reader, such as domains that could not be searched.
  public var notes: [Note]

  /// Makes an answer.
  package init(
    query: String, took: Duration = .zero, suggestions: [Completion] = [], notes: [Note] = []
  ) {
    self.query = query
    self.took = took
    self.suggestions = suggestions
    self.notes = notes
  }
}
