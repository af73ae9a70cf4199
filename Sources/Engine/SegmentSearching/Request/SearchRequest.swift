package import FootlightPlatform

/// One search over the segments of an index.
package struct SearchRequest: Sendable {
  /// The query.
  package var query: Query
  /// How many hits to pass over.
  package var offset: Int
  /// How many hits to return.
  package var limit: Int
  /// How the words are combined.
  package var match: MatchMode
  /// The present, in seconds since 1970: what has expired is not found.
  package var now: Int64
  /// Whether the total is counted to the end whatever it costs.
  package var countsExactly: Bool
  /// Conditions beside the query, such as filters.
  package var conditions: [QueryExpression] = []
  /// The attributes whose values are counted over all hits.
  package var facets: [String] = []
  /// How many values of each of these are counted, unless all are: beyond it the counts are lower bounds.
  var facetLimit = SearchRequest.facetWork
  /// The orders of the hits, the first one first; none for the best first.
  package var sort: [AttributeOrder] = []
  /// When it has to stop before it is done; nil for never.
  package var bounds: SearchBounds?
  /// Whether a query without words finds everything.
  package var findsAll = false
  /// Whether the words are pieces of words, since nothing was found by them as they are.
  package var looksInside = false
  /// Whether hits are wanted with their bodies, as far as these come with what is read anyway.
  package var takesBodies = false
  /// How many hits of each domain there are at most, over all pages; nil for all.
  package var perDomain: Int?
  /// By domain, the attribute of whose values only the best hit is wanted; empty where hits are not put together.
  package var distinct: [String: String] = [:]
  /// Whether the total and the facets count groups of hits, not items.
  package var countsGroups = false
  /// The items that their person uses, which lead their tiers.
  package var preferred: PreferredItems?
  /// The items that were picked for this query.
  package var picked: [PickedItem] = []
  /// Whether items are left out that only their owner sees.
  package var hidesPrivate = false
  /// Whether an item must satisfy the request as it is written, however few do.
  var isStrict = false
  /// Whether the search that this one explains has hits in another order than that of their tiers and scores.
  package var isOrdered = false
  /// Whether the hits of each domain are counted.
  package var countsDomains = false

  /// So many values of attributes are counted for a facet, unless all are asked for.
  static let facetWork = 1 << 22

  /// The furthest hit that paging reaches: offset + limit.
  package static let furthest = 10_000

  /// With so many hits nothing further is looked for: no typos, no parts of the query.
  package static let enoughHits = 10

  /// How many hits are returned unless somebody asks for another number.
  package static let usualLimit = 10

  /// Makes a request for the first hits by tiers.
  package init(
    query: Query, offset: Int = 0, limit: Int = usualLimit, match: MatchMode = .tiers, now: Int64,
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

extension SearchRequest {
  /// Whether a page can be asked for.
  ///
  /// - Throws: `search.too-far` for numbers below zero, and where offset + limit exceed ``furthest``.
  package static func check(offset: Int, limit: Int) throws(Failure) {
    guard offset >= 0, limit >= 0 else {
      throw Failure(
        .searchTooFar, "offset and limit cannot be negative",
        remedy: "count both from 0; `footlight dump` takes everything")
    }
    guard offset <= furthest, limit <= furthest - offset else {
      throw Failure(
        .searchTooFar, "offset and limit together reach beyond \(furthest) hits",
        remedy: "narrow the query, name a --domain, or take everything with `footlight dump`")
    }
  }
}

/// Which items match a query, by its words.
public enum MatchMode: String, Sendable, Hashable, CaseIterable {
  /// All words, in tiers; the tiers 5 and 6 open when the others hold little.
  case tiers
  /// Every word, each also as a prefix; no typos, no tier for some of the words.
  case all
  /// At least one word; only the last one is also a prefix.
  case any
  /// None of the words; the last one, while it is typed, is a prefix.
  case none
}

extension DiagnosticCode {
  /// Offset and limit reach too far.
  ///
  /// Remedy: narrow the query, or take everything with `footlight dump`.
  package static let searchTooFar = DiagnosticCode("search.too-far", .caller)
}
