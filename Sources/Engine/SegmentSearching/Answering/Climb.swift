package import FootlightPlatform

/// A search on its way up the ladders of all segments, until there are enough hits; what it has found is good whenever it
/// is stopped.
///
/// A query is planned once for all segments. Each rung hands the best of its documents to the hits of its segment, which
/// know nothing of tiers.
package final class Climb {
  package let request: SearchRequest
  private let plan: SearchPlan
  private let form: QueryForm
  /// The words that were asked for, by their places in the plan.
  package let asked: [QueryWord]
  package private(set) var statistics: Statistics
  /// The hits of each segment.
  package let segments: [SegmentHits]
  /// The segments of each domain, which follow each other.
  private let domains: [Range<Int>]
  /// How many hits there are, or at least are.
  private(set) var total = 0
  private(set) var isAtLeast = false
  /// How many of these the tiers above 5 hold.
  package private(set) var strictCount = 0
  /// The expansions of words, where fuzzy tiers were opened.
  private(set) var expansion: FuzzyExpansion?
  /// The respellings that have found something, likewise.
  private(set) var respellings: [Respelling] = []
  /// The relaxations of an expression that found something.
  private(set) var relaxations: [Relaxation] = []

  /// Looks the words up in all segments.
  package init(_ request: SearchRequest, _ scope: SearchScope) throws(Failure) {
    self.request = request
    var plan = SearchPlan(request)
    var form: QueryForm = QueryForm.words
    var asked = request.query.words
    if let whole = request.query.expression {
      let expression = request.match == .any ? whole.disjunction : whole
      var words: [QueryWord] = []
      var literal: Set<Int> = []
      let planned = PlannedExpression(expression, &words, literal: &literal)
      form = .expression(planned)
      asked = words
      // The other modes say how plain words are combined; here the query says it.
      var plain = request
      if plain.match != .any { plain.match = .tiers }
      plan = SearchPlan(plain, words: words, synonymous: planned.words, literal: literal)
    } else if request.listsEverything {
      form = .everything
    }
    self.plan = plan
    self.form = form
    self.asked = asked
    let queries = try scope.queries(plan)
    let statistics = Statistics(plan, queries)
    self.statistics = statistics
    segments = queries.map { query in
      SegmentHits(Ladder(query, form, statistics), wanted: request.wantedHits)
    }
    var domains: [Range<Int>] = []
    for place in queries.indices {
      if place == 0 || queries[place].domain != queries[place - 1].domain {
        domains.append(place..<place + 1)
      } else {
        domains[domains.count - 1] = domains[domains.count - 1].lowerBound..<place + 1
      }
    }
    self.domains = domains
    for domain in domains { WorkShare.divide(among: Array(queries[domain])) }
  }

  /// Whether no item is a hit.
  package var isEmpty: Bool { found == 0 }
  /// Whether parts of the query were looked for, since the tiers above hold few.
  package private(set) var hasOpenedParts = false
  /// The ladders and the words of the respelled query that a rung is of; nil where it is of none.
  package func respelled(
    _ rung: Rung
  ) -> (ladders: [Ladder], asked: [QueryWord], correction: Correction)? {
    guard case .respelled(let place, _) = rung.sought else { return nil }
    let respelling = respellings[place]
    return (
      ladders.map { $0.respelled[place].ladder }, respelling.query.words, respelling.correction
    )
  }

  private var ladders: [Ladder] { segments.map(\.ladder) }
  /// How many hits were found.
  private var found: Int { segments.reduce(0) { $0 + $1.top.count } }

  /// Climbs.
  package func find() throws(Failure) {
    try request.bounds?.check()
    for ladder in ladders { try ladder.openNames() }
    try collect()
    if NamedRuns.mayStand(in: request) { try findNamed() }
    for ladder in ladders { try ladder.openStrict() }
    try collect(mostMet: request.countsWhileFinding ? mostCounted : 0)
    let isEnough = found >= SearchRequest.enoughHits || request.isStrict
    for domain in domains { add(try countStrict(domain)) }
    strictCount = total
    guard request.match == .tiers else { return }
    let passing = try findPassing()
    try findFuzzy(isEnough: isEnough)
    guard !isEnough, total - passing < SearchRequest.enoughHits else { return }
    hasOpenedParts = true
    for ladder in ladders { ladder.openOptional() }
    try count { () throws(Failure) in try collect(mostMet: mostCounted) }
    for relaxation in Relaxation.allCases where found < SearchRequest.enoughHits {
      let before = found
      for ladder in ladders { ladder.openRelaxed(relaxation) }
      try count { () throws(Failure) in try collect(mostMet: mostCounted) }
      if found > before { relaxations.append(relaxation) }
    }
  }

  /// The items whose names stand in the query, and the longer names that tell more than these.
  private func findNamed() throws(Failure) {
    let runs = try NamedRuns(segments, statistics).segments
    guard runs.contains(where: { !$0.isEmpty }) else { return }
    for (ladder, there) in zip(ladders, runs) { try ladder.question(there) }
    let tokens = request.query.name?.tokens ?? []
    var names: [[[UInt8]]: LeadingName] = [:]
    for name in ladders.flatMap({ $0.leadingNames(tokens) }) {
      names[name.tokens] = names[name.tokens]?.joined(name) ?? name
    }
    guard !names.isEmpty else { return }
    let leading = names.values.sorted {
      ($0.tier, $0.key) != ($1.tier, $1.key)
        ? ($0.tier, $0.key) < ($1.tier, $1.key)
        : $0.tokens.joined().lexicographicallyPrecedes($1.tokens.joined())
    }
    for ladder in ladders { try ladder.question(beside: leading) }
  }

  /// Puts the best of what lacks words among the hits that hold all of them, but not as their names: see ``PassingScore``.
  ///
  /// - Returns: How many documents these are. They are told as tier 6, and whether that opens does not depend on them.
  private func findPassing() throws(Failure) -> Int {
    guard case .words = form, request.mayPass else { return 0 }
    let hits = segments.flatMap(\.top.heap).sorted { $0.outranks($1) ?? false }
    // The last one of the first hits is to be passed at least.
    guard let last = hits.prefix(PassingScore.most).last, last.tier == 4, last.key == 0 else {
      return 0
    }
    let least = PassingScore.threshold(toExceed: last.score)
    var found: [SegmentHits] = []
    var places: [Int] = []
    for (place, hits) in segments.enumerated() {
      guard let those = try hits.optional(above: least) else { continue }
      found.append(those)
      places.append(place)
    }
    var passing = segments.map { _ in [UInt32]() }
    let keys = TieKeys(found.map(\.query))
    for entry in try MergedHits(found).furtherEntries(atMost: PassingScore.most, keys)
    where PassingScore.standing(entry.candidate.score) > last.score {
      passing[places[entry.segment]].append(entry.candidate.document)
    }
    for (hits, those) in zip(segments, passing) where !those.isEmpty {
      try hits.ladder.openPassing(those.sorted())
    }
    try collect()
    let count = passing.reduce(0) { $0 + $1.count }
    add(DocumentCount(count: count))
    return count
  }

  /// Tier 5: joined and parted words, then typos.
  private func findFuzzy(isEnough: Bool) throws(Failure) {
    let queries = segments.map(\.query)
    if case .words = form, !isEnough {
      let respelled = try Respelled(
        request, statistics, queries, isName: segments.contains(where: \.isExact))
      respellings = respelled.respellings
      for (ladder, found) in zip(ladders, respelled.ladders) { ladder.openRespelled(found) }
      try count { () throws(Failure) in try collect(mostMet: .max) }
    }
    var places: [Int] = []
    switch form {
    case .everything: break
    case .words: places = Array(0..<plan.asked)
    case .expression(let expression): places = expression.words
    }
    // Who writes `word~` asks for typos whatever else is found.
    if isEnough { places.removeAll { !plan.words[$0].isFuzzy } }
    expansion = try FuzzyExpansion(places, of: asked, plan, &statistics, queries)
    guard let expansion else { return }
    for ladder in ladders { try ladder.expand(expansion.expanded(ladder.query), statistics) }
    for domain in domains {
      let cost = ladders[domain].reduce(0) { $0 + $1.fuzzyCost }
      let findsAll = request.countsExactly || cost <= PostingCost.mostCounted
      for ladder in ladders[domain] { ladder.openFuzzy(findsAll: findsAll) }
    }
    try count { () throws(Failure) in try collect(mostMet: .max) }
  }

  /// Puts what is preferred where it belongs.
  package func prefer() throws(Failure) {
    for hits in segments { try hits.prefer() }
  }

  /// How many postings may be read to count.
  private var mostCounted: Int { request.countsExactly ? .max : PostingCost.mostCounted }
}

/// Collecting and counting.
extension Climb {
  /// Hands the documents of the rungs that were put on last to the hits.
  private func collect(mostMet: Int = 0) throws(Failure) {
    for domain in domains {
      let rungs = domain.map { segments[$0].rungsToClimb() }
      for tier in Set(rungs.joined().map(\.tier)).sorted() {
        try forEach(domain) { (segment, bar) throws(Failure) in
          let those = rungs[segment - domain.lowerBound].filter { $0.tier == tier }
          for rung in those {
            try segments[segment].collect(
              rung, rung.key == 0 && tier != 5 ? bar : nil, mostMet: mostMet)
          }
          return those.first?.place ?? .max
        }
      }
    }
  }

  /// Calls `body` with each segment of a domain; it is told of the best that all segments have so far, and tells
  /// from which rung on hits have come.
  private func forEach(
    _ domain: Range<Int>, _ body: (Int, SearchBar?) throws(Failure) -> Int
  ) throws(Failure) {
    guard domain.count > 1 else { return _ = try body(domain.lowerBound, nil) }
    var best = BestOfDomain(limit: request.wantedHits)
    for segment in domain {
      try best.add(segments[segment].top.heap, of: segments[segment].query.stored)
    }
    for segment in domain {
      let first = try body(segment, best.bar)
      let found = segments[segment].top.heap.lazy.filter { $0.rung >= first }
      try best.add(found, of: segments[segment].query.stored)
    }
  }

  private func add(_ count: DocumentCount) {
    total += count.count
    isAtLeast = isAtLeast || count.isAtLeast
  }

  /// Counts the documents that a step meets beyond those that were met before.
  private func count(_ step: () throws(Failure) -> Void) throws(Failure) {
    let before = segments.map(\.metCount)
    try step()
    for (hits, met) in zip(segments, before) {
      add(DocumentCount(count: hits.metCount - met, isAtLeast: !hits.countsAll))
    }
  }

  /// How many documents the tiers 1 to 4 hold, or the match mode instead of 3 and 4.
  private func countStrict(_ domain: Range<Int>) throws(Failure) -> DocumentCount {
    let hits = segments[domain]
    if hits.allSatisfy(\.countsAll) {
      return DocumentCount(count: hits.reduce(0) { $0 + $1.metCount })
    }
    let counts = hits.map { StrictCount($0.ladder) }
    // Lists do not tell of those whose names stand in the query while they lack words.
    let others = hits.reduce(0) { $0 + $1.ladder.uncounted }
    // Lists count hidden documents, too: what these hold must be known.
    let knowsHidden =
      hits.allSatisfy { $0.query.hiddenCount == 0 }
      || hits.contains { !$0.query.hiddenTerms.isEmpty }
    for way in knowsHidden ? [StrictCount.byList, StrictCount.byRange] : [] {
      var sum: Int? = others
      for count in counts where sum != nil {
        let there = try way(count)()
        sum = sum.flatMap { sum in there.map { sum + $0 } }
      }
      if let sum { return DocumentCount(count: sum) }
    }
    var sum = DocumentCount()
    for segment in hits {
      let met = try segment.countStrict(atMost: mostCounted)
      sum.count += max(met.count, segment.top.count)
      sum.isAtLeast = sum.isAtLeast || met.isAtLeast
    }
    return sum
  }
}

/// All matches, for whoever must know them: facets, orders, groups.
extension Climb {
  /// The documents of each segment that the rungs find.
  package func documents() throws(Failure) -> [Bitmap] {
    var all: [Bitmap] = []
    for hits in segments {
      var found = Bitmap(size: hits.query.stored.header.items)
      for rung in hits.ladder.rungs {
        try request.bounds?.check()
        found.formUnion(try hits.ladder.matches.documents(try hits.ladder.matches(of: rung)))
      }
      if let hidden = hits.hidden { found.subtract(hidden) }
      all.append(found)
    }
    return all
  }
}
