import FootlightDiagnostics
import QueryLanguage

extension SearchRequest {
  /// Whether everything matches that the conditions leave.
  var listsEverything: Bool {
    query.words.isEmpty && query.expression == nil
      && (findsAll || !conditions.isEmpty || !query.conditions.isEmpty)
  }

  /// Whether all matches must be known, not only the best.
  var needsAllMatches: Bool {
    query.expression != nil || sort != nil || !facets.isEmpty || listsEverything
  }
}

/// Finds all matches of a request, and of them the page that it asks for.
///
/// The total is exact. O(documents / 64) a set, and the postings of all words are read.
struct AllMatches {
  private let request: SearchRequest
  private let parts: [SearchPart]
  private let searches: [SegmentSearch]
  private let matches: [PartMatches]
  private let statistics: Statistics

  init(_ request: SearchRequest, _ scope: SearchScope) throws(Failure) {
    self.request = request
    parts = scope.parts
    var plan = SearchPlan(request)
    var kind = PartMatches.Kind.words
    if let expression = request.query.expression {
      var words: [QueryWord] = []
      kind = .expression(PlannedExpression(expression, &words))
      // The modes say how plain words are combined; here the query says it.
      var plain = request
      plain.match = .tiers
      plan = SearchPlan(plain, words: words)
    } else if request.listsEverything {
      kind = .everything
    }
    var searches: [SegmentSearch] = []
    for (part, hidden) in zip(scope.parts, scope.hidden) {
      searches.append(try SegmentSearch(plan, part, hiding: hidden))
    }
    statistics = Statistics(plan, searches)
    var opensLoose = false
    if case .words = kind {
      var found = 0
      for search in searches {
        try search.findStrict(statistics)
        found += search.top.count
      }
      opensLoose = request.match == .tiers && found < 10
    }
    var matches: [PartMatches] = []
    for (search, part) in zip(searches, scope.parts) {
      let found = try PartMatches(search, kind, domain: part.domain)
      if opensLoose { try found.addPartly(statistics) }
      if request.sort == nil {
        if case .words = kind {
          if opensLoose { _ = try search.findPartly(statistics) }
        } else {
          try found.rank(statistics)
        }
      }
      matches.append(found)
    }
    self.searches = searches
    self.matches = matches
  }

  /// The answer.
  func answer() throws(Failure) -> SearchAnswer {
    let documents = matches.map(\.documents)
    let hits: [RankedHit]
    if let sort = request.sort {
      hits = try SortedHits(sort, request, matches, documents, parts).page(statistics)
    } else {
      hits = try MergedHits(searches, parts).page(request)
    }
    var facets: [Facet] = []
    for name in request.facets {
      var counter = FacetCounter()
      for (search, found) in zip(searches, documents) {
        if let column = try search.generation.column(name) { try counter.add(column, found) }
      }
      facets.append(counter.facet(name))
    }
    return SearchAnswer(
      hits: hits, total: documents.reduce(0) { $0 + $1.count }, isAtLeast: false, facets: facets)
  }
}
