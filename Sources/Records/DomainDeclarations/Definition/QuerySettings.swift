/// How the items of a domain are recorded, shown and opened: what is read at query time.
package struct QuerySettings: Sendable, Hashable {
  /// Whether visits and stars are recorded.
  package var recordsActivity = true
  /// Whether the desktop's own search shows its items.
  package var showsOnDesktop = true
  /// The type of an item in the words of schema.org; nil when none is declared.
  package var schemaType: String?
  /// The attributes that a result shows, in this order; empty for the usual ones.
  package var shown: [String] = []
  /// The attribute of whose values a search shows only the best item; nil where all are shown.
  package var distinct: String?
  /// The labels of attributes, by name, as far as they are declared.
  package var labels: [String: String] = [:]
  /// Which links mean items, beside their addresses and urls.
  package var links: LinkDefinition?
  /// The program that opens an url, and its arguments, with `{url}` for the url; empty for the desktop's.
  package var opener: [String] = []
  /// The items that stand before all hits of some queries.
  package var pins: [CurationRule] = []
  /// The items that are no hits of some queries.
  package var hidden: [CurationRule] = []

  /// The ids that `pins` and `hide` name, each once.
  package var namedItems: [String] {
    var seen: Set<String> = []
    return (pins + hidden).flatMap(\.ids).filter { seen.insert($0).inserted }
  }

  /// The settings that hold when nothing is declared.
  package init() {}
}

/// Which links mean items, as declared: ``LinkRules`` reads it.
package struct LinkDefinition: Sendable, Hashable {
  /// Urls and paths with captures.
  package var accept: [String]
  /// The template of the id.
  package var id: String
  /// Which ids may be opened though no item has them.
  package var unknown: String?

  /// Describes links.
  package init(accept: [String], id: String, unknown: String? = nil) {
    self.accept = accept
    self.id = id
    self.unknown = unknown
  }
}

/// Items that the owner of a domain puts before the hits of some queries, or takes out of them.
package struct CurationRule: Sendable, Hashable {
  /// The queries, as written; a `*` at the end stands for whatever follows.
  package var queries: [String]
  /// The ids of the items, in their order.
  package var ids: [String]
  /// Seconds since 1970 from which on the rule holds; nil for always.
  package var from: Int64?
  /// Seconds since 1970 at which it ends; nil for never.
  package var to: Int64?
  /// Filters that an item must pass.
  package var filters: [String]

  /// Makes a rule.
  package init(
    queries: [String], ids: [String], from: Int64? = nil, to: Int64? = nil, filters: [String] = []
  ) {
    self.queries = queries
    self.ids = ids
    self.from = from
    self.to = to
    self.filters = filters
  }

  /// Whether the rule holds at an instant, in seconds since 1970.
  package func holds(at now: Int64) -> Bool {
    (from.map { $0 <= now } ?? true) && (to.map { now < $0 } ?? true)
  }
}
