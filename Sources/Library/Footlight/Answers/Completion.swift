/// A completion of a text that is being typed.
public struct Completion: Sendable, Hashable {
  /// Where it is from.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The title of an item, or one of its aliases.
    case title, alias
    /// The text with its last word completed.
    case word
  }

  /// The completed text.
  public var text: String
  /// Where it is from.
  public var kind: Kind
  /// The domain; of a word the one that holds it most often.
  public var domain: String
  /// The id of the item that is called so; nil for a word.
  public var id: String?
  /// How many items hold the word; nil for a name.
  public var count: Int?

  /// Makes a completion.
  package init(text: String, kind: Kind, domain: String, id: String? = nil, count: Int? = nil) {
    self.text = text
    self.kind = kind
    self.domain = domain
    self.id = id
    self.count = count
  }
}

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
