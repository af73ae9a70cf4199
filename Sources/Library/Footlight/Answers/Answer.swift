public import SegmentSearching

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
