import DeclaredRecords
import IndexStores
import QueryLanguage
import SegmentSearching

/// The items that the owners of the searched domains put before the hits of a query, or take out of them.
struct Curation {
  /// Some items of a domain, named by one rule.
  struct Named {
    /// The place of the domain among those that are searched.
    var place: Int
    var domain: String
    var ids: [String]
    /// The query of the rule, as written.
    var query: String
    var filters: [String]
  }

  var pins: [Named] = []
  var hidden: [Named] = []

  /// Finds the rules that hold for a query; none where the query is no plain words.
  init(_ request: SearchRequest, _ wanted: [String], _ domains: [StoredDomain]) {
    guard request.match != .none, let typed = request.query.name?.tokens else { return }
    for (place, domain) in wanted.enumerated() {
      guard let doors = domains.first(where: { $0.name == domain })?.facts.doors else { continue }
      func named(_ rules: [CurationRule]) -> [Named] {
        rules.compactMap { rule in
          guard rule.holds(at: request.now),
            let query = rule.queries.first(where: { Curation.means(typed, $0) })
          else { return nil }
          return Named(
            place: place, domain: domain, ids: rule.ids, query: query, filters: rule.filters)
        }
      }
      pins += named(doors.pins)
      hidden += named(doors.hidden)
    }
  }

  /// Whether nothing is changed.
  var isEmpty: Bool { pins.isEmpty && hidden.isEmpty }

  /// Whether a rule's query is what was typed, compared as names are; one that ends with `*` may go on.
  private static func means(_ typed: [[UInt8]], _ query: String) -> Bool {
    let isBeginning = query.hasSuffix("*")
    guard let tokens = Query(isBeginning ? String(query.dropLast()) : query).name?.tokens else {
      return false
    }
    return isBeginning ? typed.starts(with: tokens) : typed == tokens
  }
}
