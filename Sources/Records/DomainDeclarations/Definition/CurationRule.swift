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
