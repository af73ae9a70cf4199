import FootlightPlatform
import QueryLanguage
import SegmentFiles

/// Finds the best hits of plain words tier by tier, and counts as far as that is cheap; what it has
/// found is good whenever it is stopped.
///
/// A class: copied before it searches, all that it holds would be counted and its arrays made twice for each query.
final class BestHits {
  private let request: SearchRequest
  private let plan: SearchPlan
  private var statistics: Statistics
  private var domains: [DomainHits]
  private var open = OpenTiers()
  /// How many hits there are, or at least are.
  private(set) var total = 0
  private(set) var isAtLeast = false
  /// The expansions of words, where fuzzy tiers were opened.
  private(set) var expansion: FuzzyExpansion?
  /// The respellings that have found something, likewise.
  private(set) var respelled: Respelled?

  /// Looks the words up in all segments.
  init(_ request: SearchRequest, _ scope: SearchScope) throws(Failure) {
    self.request = request
    plan = SearchPlan(request)
    let queries = try scope.queries(plan)
    statistics = Statistics(plan, queries)
    domains = DomainHits.of(queries)
  }

  /// The hits of each segment.
  var segments: [SegmentHits] { domains.flatMap(\.segments) }

  func find() throws(Failure) {
    try request.bounds?.check()
    for place in domains.indices { try domains[place].findNames(statistics) }
    var runs: ArraySlice<[NamedRun]> = []
    if NamedRuns.mayStand(in: request) { runs = try NamedRuns(segments, statistics).segments[...] }
    for place in domains.indices {
      let count = domains[place].segments.count
      try domains[place].findStrict(statistics, runs.prefix(count))
      runs = runs.dropFirst(count)
    }
    let opensFuzzy = request.match == .tiers && found < 10
    for domain in domains { add(try domain.countStrict(), shown: domain.shown) }
    guard opensFuzzy else { return }
    let queries = segments.map(\.query)
    let respelled = try Respelled(request, statistics, queries)
    self.respelled = respelled
    if !respelled.respellings.isEmpty {
      var found = respelled.found[...]
      for place in domains.indices {
        let count = domains[place].segments.count
        add(DocumentCount(count: try domains[place].takeRespelled(found.prefix(count))))
        found = found.dropFirst(count)
      }
    }
    expansion = try FuzzyExpansion(
      Array(plan.words.indices), of: request.query.words, plan, &statistics, queries)
    if let expansion {
      open.fuzzy = true
      for place in domains.indices { try domains[place].expand(by: expansion) }
      for place in domains.indices {
        for segment in domains[place].segments.indices {
          add(try domains[place].findFuzzy(inSegment: segment, statistics))
        }
      }
    }
    guard found < 10 else { return }
    open.optional = true
    for place in domains.indices {
      add(DocumentCount(count: domains[place].takeQuestioned()))
    }
    for place in domains.indices { add(try domains[place].findOptional(statistics)) }
  }

  /// Puts what is preferred where it belongs.
  func prefer() throws(Failure) {
    for place in domains.indices { try domains[place].prefer(open, statistics) }
  }

  /// How many hits there are.
  private var found: Int { domains.reduce(0) { $0 + $1.shown } }

  private func add(_ count: DocumentCount, shown: Int = 0) {
    // Shown hits count, even where counting stopped before them.
    total += max(count.count, shown)
    isAtLeast = isAtLeast || count.isAtLeast
  }
}
