package import FootlightDiagnostics
package import QueryLanguage
import SegmentFiles

extension SearchRequest {
  /// Whether everything matches that the conditions leave.
  package var listsEverything: Bool {
    query.words.isEmpty && query.expression == nil
      && (findsAll || !conditions.isEmpty || !query.conditions.isEmpty)
  }

  /// Whether all matches must be known, not only the best.
  var needsAllMatches: Bool {
    query.expression != nil || !distinct.isEmpty || !sort.isEmpty || !facets.isEmpty
      || countsDomains || listsEverything
      || query.words.contains(where: \.isClose)
  }
}

/// Finds all matches of a request, and of them the page that it asks for.
///
/// The total is exact. O(documents / 64) a set, and the postings of all words are read; counting the
/// values of facets is bounded.
package struct AllMatches {
  let request: SearchRequest
  package let matches: [SegmentMatches]
  package let statistics: Statistics
  let expansion: FuzzyExpansion?
  /// The respellings that have found something, where tier 5 was opened.
  let respelled: Respelled?
  /// The query as a respelling has it; nil where none was tried.
  package func respelled(_ place: Int) -> RespelledQuery? {
    guard let respelled, let first = respelled.found.first?[place] else { return nil }
    let respelling = respelled.respellings[place]
    return RespelledQuery(
      matches: respelled.found.map { $0[place].matches }, statistics: first.statistics,
      asked: respelling.query.words, correction: respelling.correction)
  }

  /// The relaxations of an expression that found something.
  package let relaxations: [Relaxation]
  /// The words that were asked for, by their places in the plan.
  package let asked: [QueryWord]
  /// How many items the tiers above 5 hold.
  package let strictCount: Int

  package init(_ request: SearchRequest, _ scope: SearchScope) throws(Failure) {
    self.request = request
    var plan = SearchPlan(request)
    var kind = SegmentMatches.Kind.words
    var queried = request.query.words
    if let whole = request.query.expression {
      let expression = request.match == .any ? whole.disjunction : whole
      var words: [QueryWord] = []
      var literal: Set<Int> = []
      let planned = PlannedExpression(expression, &words, literal: &literal)
      kind = .expression(planned)
      queried = words
      // The other modes say how plain words are combined; here the query says it.
      var plain = request
      if plain.match != .any { plain.match = .tiers }
      plan = SearchPlan(plain, words: words, synonymous: planned.words, literal: literal)
    } else if request.listsEverything {
      kind = .everything
    }
    let queries = try scope.queries(plan)
    var statistics = Statistics(plan, queries)
    var matches: [SegmentMatches] = []
    var hits = queries.map { SegmentHits($0) }
    var runs = hits.map { _ in [NamedRun]() }
    if case .words = kind {
      for place in hits.indices { try hits[place].findNames(statistics) }
      if NamedRuns.mayStand(in: request) { runs = try NamedRuns(hits, statistics).segments }
    }
    for (hits, runs) in zip(hits, runs) {
      matches.append(try SegmentMatches(hits, kind, runs, statistics))
    }
    let strictCount = AllMatches.count(matches)
    var expansion: FuzzyExpansion?
    if request.match == .tiers {
      var places: [Int] = []
      switch kind {
      case .everything: break
      case .words: places = Array(plan.words.indices)
      case .expression(let expression): places = expression.words
      }
      // Who writes `word~` asks for typos whatever else is found.
      if strictCount >= 10 || request.isStrict { places.removeAll { !plan.words[$0].isFuzzy } }
      expansion = try FuzzyExpansion(places, of: queried, plan, &statistics, queries)
    }
    var respelled: Respelled?
    if case .words = kind, request.match == .tiers, strictCount < 10, !request.isStrict {
      let found = try Respelled(request, statistics, queries)
      for (place, matches) in matches.enumerated() { try matches.addRespelled(found.found[place]) }
      respelled = found
    }
    if let expansion { for found in matches { try found.addFuzzy(expansion) } }
    var relaxations: [Relaxation] = []
    if request.match == .tiers, AllMatches.count(matches) < 10, !request.isStrict {
      for found in matches { try found.addOptional(statistics) }
      for relaxation in Relaxation.allCases where AllMatches.count(matches) < 10 {
        let before = AllMatches.count(matches)
        for found in matches { try found.addRelaxed(relaxation, statistics) }
        if AllMatches.count(matches) > before { relaxations.append(relaxation) }
      }
    }
    self.relaxations = relaxations
    if request.sort.isEmpty, !request.isStrict {
      for found in matches {
        if case .words = kind {
          // The strict tiers are in order already.
          try found.rank(statistics, onlyOpened: true)
        } else {
          try found.rank(statistics)
        }
        try found.prefer(statistics)
      }
    }
    self.matches = matches
    self.statistics = statistics
    self.expansion = expansion
    self.respelled = respelled
    asked = queried
    self.strictCount = strictCount
  }

  /// Whether no item is a hit.
  package var isEmpty: Bool { AllMatches.count(matches) == 0 }

  /// How many items the tiers hold that are open.
  static func count(_ matches: [SegmentMatches]) -> Int {
    matches.reduce(0) { $0 + $1.documents.count }
  }

  /// The answer.
  func answer() throws(Failure) -> SearchAnswer {
    let documents = matches.map(\.documents)
    var groups = try groupedAnswer(documents)
    let hits: [RankedHit]
    if let groups {
      hits = groups.hits
    } else if request.sort.isEmpty {
      hits = try MergedHits(matches.map(\.hits), matches.first?.expression).page(request)
    } else {
      hits = try SortedHits(request, matches, documents).page(statistics)
    }
    var answer = SearchAnswer(
      hits: hits, total: groups?.total ?? documents.reduce(0) { $0 + $1.count },
      isAtLeast: groups?.isAtLeast ?? false)
    // The hits are known by now: values that take too long are missing beside them.
    do throws(Failure) {
      for name in request.facets {
        try request.bounds?.check()
        if let counted = try groups?.facet(name, matches) {
          answer.facets.append(counted)
        } else {
          answer.facets.append(try facet(name, documents))
        }
      }
    } catch {
      guard error.isCut else { throw error }
      answer.isCut = true
    }
    answer.tell(expansion, respelled)
    let counts = groups?.bySegments(matches) ?? documents.map(\.count)
    for (place, count) in counts.enumerated() { answer.counts[place] = count }
    answer.isFoundAsTyped = strictCount > 0
    answer.relaxations = relaxations
    return answer
  }

  /// The values of an attribute.
  private func facet(_ name: String, _ documents: [Bitmap]) throws(Failure) -> Facet {
    var counter = FacetCounter(
      limit: request.countsExactly ? .max : request.facetLimit, request.bounds)
    for (match, found) in zip(matches, documents) {
      if let column = try match.query.stored.column(name) { try counter.add(column, found) }
    }
    return try counter.facet(name)
  }
}
