import FootlightPlatform

/// The hits of one domain's segments, base and deltas, which count as one.
struct DomainHits {
  private(set) var segments: [SegmentHits] = []
  /// The results of the strategies for tiers 1 to 4, by segments.
  private var strict: [TierResult] = []
  /// Whether all of tier 5 is found, and not only its best.
  private var findsAllFuzzy = false

  /// The segments of each domain, which follow each other.
  static func of(_ queries: [SegmentQuery]) -> [DomainHits] {
    var domains: [DomainHits] = []
    for (place, query) in queries.enumerated() {
      if place == 0 || query.domain != queries[place - 1].domain { domains.append(DomainHits()) }
      domains[domains.count - 1].segments.append(SegmentHits(query))
    }
    for domain in domains { WorkShare.divide(among: domain.segments.map(\.query)) }
    return domains
  }

  /// How many hits were found.
  var shown: Int { segments.reduce(0) { $0 + $1.top.count } }

  /// Tiers 1 and 2 of each segment.
  mutating func findNames(_ statistics: Statistics) throws(Failure) {
    for place in segments.indices { try segments[place].findNames(statistics) }
  }

  /// Tiers 3 and 4, or what the match mode asks for instead of them: of each segment as far as it may be among the best
  /// of all.
  ///
  /// - Parameter runs: of each segment the names that stand in the query.
  mutating func findStrict(
    _ statistics: Statistics, _ runs: ArraySlice<[NamedRun]>
  ) throws(Failure) {
    var inNames: [TierResult] = []
    var runs = runs
    try forEach(tier: 3) { (segment, bar) throws(Failure) in
      inNames.append(try segment.findWordsOfNames(statistics, runs.popFirst() ?? [], bar))
    }
    var found: [TierResult] = []
    try forEach(tier: 4) { (segment, bar) throws(Failure) in
      found.append(try segment.findWords(statistics, inNames[found.count], bar))
    }
    strict = found
  }

  /// The head of tier 6: whose names stand in the query; returns how many documents there are.
  mutating func takeQuestioned() -> Int {
    segments.indices.reduce(0) { $0 + segments[$1].takeQuestioned() }
  }

  /// How many documents the tiers 1 to 4 hold, or the match mode instead of 3 and 4.
  func countStrict() throws(Failure) -> DocumentCount {
    let counts = zip(segments, strict).map { StrictCount($0, $1) }
    // Lists do not tell of those whose names stand in the query while they lack words.
    let others = segments.reduce(0) { $0 + $1.uncounted }
    if let count = try countByLists(counts) { return DocumentCount(count: count + others) }
    if let count = try countByRanges(counts) { return DocumentCount(count: count + others) }
    var sum = DocumentCount()
    for (segment, strict) in zip(segments, counts) {
      let count = try strict.count()
      sum.count += max(count.count, segment.top.count)
      sum.isAtLeast = sum.isAtLeast || count.isAtLeast
    }
    return sum
  }

  /// Counts by the lists of the only word, less its hidden documents; nil when some segment's list does not tell.
  private func countByLists(_ counts: [StrictCount]) throws(Failure) -> Int? {
    var sum = 0
    for (segment, strict) in zip(segments, counts) {
      guard let count = try strict.countByList() else { return nil }
      sum += count - segment.query.hiddenHolding(segment.query.foundWords[0])
    }
    return sum
  }

  /// Counts by the kept facts of the only word, a prefix, less its hidden documents; nil when they are not kept.
  private func countByRanges(_ counts: [StrictCount]) throws(Failure) -> Int? {
    guard let base = counts.first, let hidden = try base.hiddenInRange() else { return nil }
    var sum = -hidden
    for strict in counts {
      guard let count = try strict.countByRange() else { return nil }
      sum += count
    }
    return sum
  }

  /// The head of tier 5: what respellings find; returns how many documents there are.
  mutating func takeRespelled(_ found: ArraySlice<[RespelledMatches]>) throws(Failure) -> Int {
    var count = 0
    for (place, matches) in zip(segments.indices, found) {
      count += try segments[place].takeRespelled(matches)
    }
    return count
  }

  /// Looks for expansions as well from now on.
  ///
  /// In all segments together so much is read to count as in one; the words of the query say nothing of what their
  /// expansions cost.
  mutating func expand(by expansion: FuzzyExpansion) throws(Failure) {
    var size = 0
    for place in segments.indices {
      try segments[place].expand(by: expansion)
      try segments[place].findFuzzyNames()
      size += segments[place].fuzzySize
    }
    let isExact = segments.first?.query.plan.request.countsExactly ?? false
    findsAllFuzzy = isExact || size <= PostingCost.mostCounted
  }

  /// Tier 5 of one segment; returns how many documents there are beyond what the stricter tiers found.
  mutating func findFuzzy(
    inSegment place: Int, _ statistics: Statistics
  ) throws(Failure) -> DocumentCount {
    try segments[place].findFuzzy(statistics, findsAll: findsAllFuzzy)
  }

  /// Tier 6; returns how many documents there are beyond what the stricter tiers found.
  mutating func findOptional(_ statistics: Statistics) throws(Failure) -> DocumentCount {
    var sum = DocumentCount()
    let longest = LongestListCount(segments, statistics)
    try forEach(tier: 6) { (segment, bar) throws(Failure) in
      let count = try segment.findOptional(statistics, widest: longest?.word, bar)
      sum.count += count.count
      sum.isAtLeast = sum.isAtLeast || count.isAtLeast
    }
    guard let longest else { return sum }
    return DocumentCount(count: try longest.count())
  }

  /// Puts what is preferred where it belongs.
  mutating func prefer(_ open: OpenTiers, _ statistics: Statistics) throws(Failure) {
    for place in segments.indices { try segments[place].prefer(open, statistics) }
  }

  /// Calls `body` with each segment, to find its hits of a tier; it is told of the best that all segments have so far.
  private mutating func forEach(
    tier: Int, _ body: (inout SegmentHits, SearchBar?) throws(Failure) -> Void
  ) throws(Failure) {
    guard segments.count > 1, let wanted = segments.first?.query.plan.wanted else {
      for place in segments.indices { try body(&segments[place], nil) }
      return
    }
    var best = BestOfDomain(limit: wanted)
    for segment in segments { try best.add(segment.top.heap, of: segment.query.stored) }
    for place in segments.indices {
      let before = segments[place].top.documents(ofTier: tier)
      try body(&segments[place], best.bar)
      let found = segments[place].top.heap.lazy.filter {
        $0.tier == tier && !before.contains($0.document)
      }
      try best.add(found, of: segments[place].query.stored)
    }
  }
}
