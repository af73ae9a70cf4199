public import SegmentFiles
public import QueryLanguage

/// One search over the segments of an index.
public struct SearchRequest: Sendable {
  /// What is searched for.
  public var query: Query
  /// How many hits to pass over.
  public var offset: Int
  /// How many hits to return.
  public var limit: Int
  /// How the words are combined.
  public var match: MatchMode
  /// The present, in seconds since 1970: what has expired is not found.
  public var now: Int64
  /// Whether the total is counted to the end whatever it costs.
  public var countsExactly: Bool
  /// What must hold beside the query, such as filters.
  public var conditions: [QueryExpression] = []
  /// The attributes whose values are counted over all hits.
  public var facets: [String] = []
  /// How many values of each of these are counted, unless all are: beyond it the counts are lower bounds.
  var facetLimit = FacetCounter.workLimit
  /// What the hits are ordered by; nil for the best first.
  public var sort: AttributeOrder?
  /// When it has to stop before it is done; nil for never.
  public var bounds: SearchBounds?
  /// Whether a query without words finds everything.
  public var findsAll = false
  /// Whether hits are wanted with their bodies, as far as these come with what is read anyway.
  public var takesBodies = false
  /// How many hits of each domain there are at most, over all pages; nil for all.
  public var perDomain: Int?
  /// The items that their person uses, which lead their tiers.
  public var preferred: PreferredItems?
  /// The items that were picked for this query.
  public var picked: [PickedItem] = []
  /// Whether items are left out that only their owner sees.
  public var hidesPrivate = false

  /// The furthest hit that paging reaches: offset + limit.
  public static let furthest = 10_000

  /// Makes a request for the first ten hits by tiers.
  public init(
    query: Query, offset: Int = 0, limit: Int = 10, match: MatchMode = .tiers, now: Int64,
    countsExactly: Bool = false
  ) {
    self.query = query
    self.offset = offset
    self.limit = limit
    self.match = match
    self.now = now
    self.countsExactly = countsExactly
  }
}
