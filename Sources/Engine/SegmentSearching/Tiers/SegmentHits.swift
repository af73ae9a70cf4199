package import FootlightPlatform
import QueryLanguage
import SegmentFiles

/// The best hits of a query in one segment so far, and what tells why they are hits.
///
/// Each tier has a strategy of its own, which is handed what it needs and returns what it has found.
package struct SegmentHits {
  package private(set) var query: SegmentQuery
  /// The best candidates.
  var top: TopHits
  /// The query as a name, once names have been looked for.
  package private(set) var name: QueriedName
  /// The documents of tiers 1 and 2, and at the heads of tiers 5 and 6, ascending, as far as they were wanted.
  private(set) var named: [UInt32] = []
  /// The names that stand in the query, and the documents that bear them.
  private(set) var runs: [NamedRun] = []
  private(set) var questioned: [QuestionedDocument] = []
  /// The matches of respellings here, and for each document the respelling that finds it best.
  private(set) var respelled: [RespelledMatches] = []
  private(set) var respelledCandidates: [Candidate] = []
  private(set) var respellings: [UInt32: Int] = [:]
  /// The names of tier 5, once these have been looked for.
  private(set) var fuzzyNames: [FuzzyName] = []

  package init(_ query: SegmentQuery) {
    self.query = query
    top = TopHits(limit: query.plan.wanted)
    name = QueriedName(nothingIn: query)
  }

  /// Looks for expansions as well from now on.
  mutating func expand(by expansion: FuzzyExpansion) throws(Failure) {
    query = try expansion.expanded(query)
  }

  /// Tiers 1 and 2.
  ///
  /// - Parameter statistics: what tells how rare symbols are; without they are not looked at.
  package mutating func findNames(_ statistics: Statistics? = nil) throws(Failure) {
    name = try QueriedName(query)
    if let statistics { try name.findSymbols(query, statistics) }
    guard query.plan.request.match != .none else { return }
    named = try NameSearch(query, name).find(into: &top)
  }

  /// Tiers 3 and 4, or what the match mode asks for instead of them, once names have been looked for.
  ///
  /// - Parameter runs: the names of this segment that stand in the query.
  mutating func findStrict(
    _ statistics: Statistics, _ runs: [NamedRun]
  ) throws(Failure) -> TierResult {
    self.runs = runs
    return try findWords(statistics, try findWordsOfNames(statistics))
  }

  /// Tier 3, or nothing where the match mode has none.
  ///
  /// - Parameters:
  ///   - runs: the names of this segment that stand in the query.
  ///   - bar: what hits must reach to be among those of the domain.
  mutating func findWordsOfNames(
    _ statistics: Statistics, _ runs: [NamedRun], _ bar: SearchBar?
  ) throws(Failure) -> TierResult {
    self.runs = runs
    return try findWordsOfNames(statistics, bar)
  }

  private mutating func findWordsOfNames(
    _ statistics: Statistics, _ bar: SearchBar? = nil
  ) throws(Failure) -> TierResult {
    switch query.plan.request.match {
    case .any, .none: return TierResult()
    case .tiers, .all: break
    }
    guard !top.isFull || !runs.isEmpty else { return TierResult() }
    let inNames = try conjunctions(statistics, bar).find(
      query.namedWords, tier: 3, isLast: areInNames, into: &top)
    try findQuestioned(statistics)
    return inNames
  }

  /// Tier 4, after tier 3, or what the match mode asks for instead of both.
  ///
  /// - Parameters:
  ///   - inNames: the result of tier 3.
  ///   - bar: what hits must reach to be among those of the domain.
  mutating func findWords(
    _ statistics: Statistics, _ inNames: TierResult, _ bar: SearchBar? = nil
  ) throws(Failure) -> TierResult {
    switch query.plan.request.match {
    case .tiers, .all: return try findConjunction(statistics, inNames, bar)
    case .any:
      guard !top.isFull else { return TierResult() }
      var found = try DisjunctionSearch(
        query: query, named: named, statistics: statistics, bar: bar
      ).find(query.foundWords, required: query.foundWords, tier: 4, into: &top)
      found.count?.count += named.count
      return found
    case .none:
      return TierResult(
        count: DocumentCount(count: try AbsenceSearch(query: query).find(into: &top)))
    }
  }

  /// Whether tier 4 holds nothing that tier 3 does not.
  private var areInNames: Bool {
    query.foundWords == query.namedWords && query.lists.areInNames(query.foundWords)
  }

  private func conjunctions(_ statistics: Statistics, _ bar: SearchBar?) -> ConjunctionSearch {
    ConjunctionSearch(query: query, name: name, named: named, statistics: statistics, bar: bar)
  }

  /// Tier 4.
  private mutating func findConjunction(
    _ statistics: Statistics, _ inNames: TierResult, _ bar: SearchBar?
  ) throws(Failure) -> TierResult {
    if !top.isFull, !questioned.isEmpty {
      let taken = top.documents(and: named)
      for found in questioned
      where found.candidate.tier == 4 && !taken.contains(found.candidate.document) {
        top.push(found.candidate)
      }
    }
    guard !top.isFull, !areInNames else { return inNames }
    var found = try conjunctions(statistics, bar).find(
      query.foundWords, tier: 4, isLast: true, into: &top)
    found.isBarred = found.isBarred || inNames.isBarred
    return found
  }

  /// Whether an item is the query by its whole name or id.
  var isExact: Bool { top.heap.contains { $0.tier == 1 } }

  /// The documents whose names stand in the query: they lead tier 4 where they hold most of the rest.
  private mutating func findQuestioned(_ statistics: Statistics) throws(Failure) {
    guard !runs.isEmpty else { return }
    questioned = try QuestionedNames(query, statistics).documents(runs)
  }

  /// How many documents lead tier 4 that lack words, and which nobody counts who reads lists.
  var uncounted: Int { questioned.count { $0.candidate.tier == 4 && $0.lacksWords } }

  /// The documents at the head of tier 6: their names stand in the query; returns how many they are.
  mutating func takeQuestioned() -> Int {
    // Documents that typos have found are left out.
    let taken = top.documents(and: named)
    let those = questioned.map(\.candidate).filter {
      $0.tier == 6 && !taken.contains($0.document)
    }
    for candidate in those { top.push(candidate) }
    named = (named + those.map(\.document)).sorted()
    return those.count
  }

  /// The head of tier 5: what respellings find, each document as the best that it is; returns how many they are.
  mutating func takeRespelled(_ found: [RespelledMatches]) throws(Failure) -> Int {
    respelled = found
    var taken = top.documents(and: named)
    var pace = SearchPace(query.plan.request)
    for there in RespelledMatches.inOrder(found) where there.tier.documents.count > 0 {
      let matches = found[there.place]
      let score = try matches.score(tier: there.tier.tier, tellsAll: false)
      try there.tier.documents.forEach { (document) throws(Failure) in
        try pace.step()
        guard taken.insert(document).inserted else { return true }
        respellings[document] = there.place
        respelledCandidates.append(
          Candidate(
            tier: 5, score: query.weighted(try score?.score(document) ?? 0), document: document,
            typos: there.typos))
        return true
      }
    }
    for candidate in respelledCandidates { top.push(candidate) }
    named = (named + respelledCandidates.map(\.document)).sorted()
    return respelledCandidates.count
  }

  /// Tells what respellings have found, where all matches are known and ranked elsewhere.
  mutating func adoptRespelled(_ found: [RespelledMatches], _ places: [UInt32: Int]) {
    respelled = found
    respellings = places
  }

  /// Tier 5, once its names are found; returns how many documents there are beyond what the stricter tiers found.
  mutating func findFuzzy(
    _ statistics: Statistics, findsAll: Bool
  ) throws(Failure) -> DocumentCount {
    try FuzzySearch(query, named: named, names: fuzzyNames, statistics).find(
      findsAll: findsAll, into: &top)
  }

  /// About how much is read to find all of tier 5, once its names are found.
  var fuzzySize: Int { FuzzySearch.size(query, fuzzyNames) }

  /// Looks for the names of tier 5 alone.
  mutating func findFuzzyNames() throws(Failure) {
    fuzzyNames = try FuzzyNames(query).find()
  }

  /// Tier 6; returns how many documents there are beyond what the stricter tiers found.
  ///
  /// - Parameter widest: where the documents have been counted, which word has the longest list.
  mutating func findOptional(
    _ statistics: Statistics, widest: Int?, _ bar: SearchBar?
  ) throws(Failure) -> DocumentCount {
    guard let words = OptionalWords(query, statistics) else { return DocumentCount() }
    // Of two words a document holds one here: those with both were all found as tier 4.
    let scoring = words.held.count == 2 && query.foundWords.count == 2 ? words.rarer : words.held
    let search = DisjunctionSearch(query: query, named: named, statistics: statistics, bar: bar)
    guard let widest else {
      let found = try search.find(scoring, required: words.rarer, tier: 6, into: &top)
      return found.count ?? DocumentCount()
    }
    // The documents of the rarest words first: mostly they show that the long list leads to nothing
    // better. Those that hold one of them and are not among the best need no second look.
    let others = words.rarer.filter { $0 != widest }
    _ = try search.find(scoring, required: others, tier: 6, isCounted: true, into: &top)
    let rest = scoring.filter { !others.contains($0) }
    _ = try search.find(rest, required: [widest], tier: 6, isCounted: true, into: &top)
    return DocumentCount()
  }

  /// Puts the preferred documents where they belong, when the best of all documents are found.
  mutating func prefer(_ open: OpenTiers, _ statistics: Statistics) throws(Failure) {
    let preferred = try query.segment.preferred(query.plan.request, query.domain)
    guard !preferred.isEmpty else { return }
    var search = PreferredSearch(self, preferred, statistics)
    top.adopt(try search.candidates(open))
  }
}
