public import SearchEngine

/// The result of a search.
public struct Answer: Sendable, Hashable {
  /// The query as it was given.
  public var query: String
  /// From the query text to the last hit's stored fields in memory.
  public var took: Duration
  /// How many items match, over all pages.
  public var total: Int
  /// Whether `total` is what was counted before the bound on work was reached.
  public var isAtLeast: Bool
  /// Whether the search was stopped by ``SearchOptions/timeout``: hits, facets and their order are
  /// what was found until then, and better ones may be missing.
  public var isCut = false
  /// This page of hits, best first.
  public var hits: [Hit]
  /// How many of all matching items have each value of the attributes that were asked for.
  public var facets: [Facet]
  /// The number of hits in each domain, with ``SearchOptions/countsDomains``; without it empty.
  public var domainTotals: [String: Int] = [:]
  /// Notes for the reader.
  public var notes: [Note]

  /// Makes an answer.
  public init(
    query: String, took: Duration = .zero, total: Int = 0, isAtLeast: Bool = false,
    hits: [Hit] = [], facets: [Facet] = [], notes: [Note] = []
  ) {
    self.query = query
    self.took = took
    self.total = total
    self.isAtLeast = isAtLeast
    self.hits = hits
    self.facets = facets
    self.notes = notes
  }
}

/// The completions of a text, the likeliest first.
///
/// ```swift
/// for suggestion in try library.suggest("scop", timeout: .milliseconds(50)).suggestions {
///   print(suggestion.text, suggestion.kind)
/// }
/// ```
public struct Completions: Sendable, Hashable {
  /// The text as it was given.
  public var query: String
  /// From the text to the last completion in memory.
  public var took: Duration = .zero
  /// Names that begin with the text, then words that its last word begins.
  public var suggestions: [Completion] = []
  /// Whether it was stopped by the timeout: others may be missing.
  public var isCut = false
  /// Notes for the reader, such as domains that could not be searched.
  public var notes: [Note] = []
}

/// Why an item is where it is in the answer to a query, or why it is not there.
///
/// ```swift
/// let told = try library.explain("rule purpose", "law.rules:FRCP 12")
/// for factor in told.explanation.factors { print(factor.name, factor.value, factor.detail) }
/// ```
public struct ItemExplanation: Sendable, Hashable {
  /// The query as it was given.
  public var query: String
  /// The item's domain.
  public var domain: String
  /// Its identifier within the domain.
  public var id: String
  /// Its title; nil when there is no such item.
  public var title: String?
  /// Tier, score and what they are made of, or the reason why it is not found.
  public var explanation: Explanation

  /// Whether it was stopped by ``SearchOptions/timeout``: then nobody knows, and the reason says so.
  public var isCut = false

  /// Whether the item is in the answer.
  public var isFound: Bool { explanation.tier != nil }
}
