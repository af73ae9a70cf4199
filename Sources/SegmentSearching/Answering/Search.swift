import SegmentFiles
public import FootlightDiagnostics
import FootlightPlatform
import QueryLanguage
import TextAnalysis

/// Finds the best hits over all parts.
///
/// Every part finds its own best; the merge compares tier, score, rank, title, domain and id, a
/// total order. Document frequencies are those of all parts together.
///
/// - Complexity: parts · (look-ups + postings read); the bounds of the design hold for counting.
/// - Throws: `search.too-far` when offset + limit exceed 10,000; `index.damaged`.
public func search(_ request: SearchRequest, in parts: [SearchPart]) throws(Failure)
  -> SearchAnswer
{
  try SearchRequest.check(offset: request.offset, limit: request.limit)
  let scope: SearchScope
  var answer: SearchAnswer
  do throws(Failure) {
    scope = try SearchScope(request, parts)
    answer =
      request.needsAllMatches
      ? try AllMatches(request, scope).answer() : try searchBest(request, scope)
  } catch {
    guard error.isCut else { throw error }
    // Who must know all matches knows none of them for sure before the end.
    var nothing = SearchAnswer(hits: [], total: 0, isAtLeast: true)
    nothing.isCut = true
    return nothing
  }
  for index in answer.hits.indices {
    answer.hits[index].part = scope.places[answer.hits[index].part]
  }
  return answer
}

/// Finds the best hits of plain words.
private func searchBest(
  _ request: SearchRequest, _ scope: SearchScope
) throws(Failure) -> SearchAnswer {
  let parts = scope.parts
  let plan = SearchPlan(request)
  var searches: [SegmentSearch] = []
  for (part, hidden) in zip(parts, scope.hidden) {
    searches.append(try SegmentSearch(plan, part, hiding: hidden))
  }
  var best = BestHits(request, plan, searches, parts)
  var isCut = false
  do throws(Failure) {
    try best.find()
    try best.prefer()
  } catch {
    guard error.isCut else { throw error }
    isCut = true
  }
  // What is shown is there, even where counting stopped before it.
  let shown = searches.reduce(0) { $0 + $1.top.count }
  var answer = SearchAnswer(
    hits: try MergedHits(searches, parts).page(request), total: max(best.total, shown),
    isAtLeast: best.isAtLeast || isCut, corrections: best.close?.corrections ?? [])
  answer.spellings = best.close?.spellings ?? [:]
  // What is in a better tier is never given up for the others.
  answer.isFoundAsTyped = searches.contains { $0.top.heap.contains { $0.tier < 5 } }
  answer.isCut = isCut
  return answer
}

/// Finds the best hits of plain words tier by tier, and counts as far as that is cheap; what it has
/// found is good whenever it is stopped.
private struct BestHits {
  private let request: SearchRequest
  private let searches: [SegmentSearch]
  private let domains: [DomainSegments]
  private var plan: SearchPlan
  private(set) var total = 0
  private(set) var isAtLeast = false
  private(set) var close: CloseWords?
  private var statistics: Statistics?
  private var open = OpenTiers()

  init(
    _ request: SearchRequest, _ plan: SearchPlan, _ searches: [SegmentSearch],
    _ parts: [SearchPart]
  ) {
    self.request = request
    self.plan = plan
    self.searches = searches
    domains = DomainSegments.of(searches, parts)
  }

  mutating func find() throws(Failure) {
    try request.bounds?.check()
    var statistics = Statistics(plan, searches)
    self.statistics = statistics
    for segments in domains { try segments.findStrict(statistics) }
    let opensClose = request.match == .tiers && found < 10
    for segments in domains {
      let shown = segments.shown
      add(try segments.countStrict(), shown: shown)
    }
    guard opensClose else { return }
    close = try CloseWords(
      Array(plan.words.indices), of: request.query.words, &plan, &statistics, searches)
    self.statistics = statistics
    open.close = close != nil
    if close != nil { for search in searches { add(try search.findClose(statistics)) } }
    if found < 10 {
      open.partly = true
      for segments in domains { add(try segments.findPartly(statistics)) }
    }
  }

  /// Puts what is preferred where it belongs.
  func prefer() throws(Failure) {
    for search in searches { try search.prefer(open, statistics ?? Statistics(plan, searches)) }
  }

  /// How many hits there are.
  private var found: Int { searches.reduce(0) { $0 + $1.top.count } }

  private mutating func add(_ count: WordCount, shown: Int = 0) {
    // What is shown is there, even where counting stopped before it.
    total += max(count.count, shown)
    isAtLeast = isAtLeast || count.isAtLeast
  }
}

/// Document frequencies over all parts, and what each atom is worth.
package struct Statistics: Sendable {
  /// The number of items.
  package let items: Int
  /// For each atom, how many items hold it.
  package private(set) var holding: [Int]
  /// For each atom, its idf; 0 for a prefix of one or two characters, which sifts and adds nothing:
  /// it says too little, and what it would add costs more than the whole rest of the query.
  private(set) var idf: [Int]
  /// The same of the words as they are, where some part finds them by their stems.
  package private(set) var exactIdf: [Int]

  /// Takes one more atom, which is worth as much as if `together` items held it.
  mutating func add(holding: Int, together: Int) {
    self.holding.append(holding)
    let worth = Scoring.idf(items: items, holding: together)
    idf.append(worth)
    exactIdf.append(worth)
  }

  init(_ plan: SearchPlan, _ searches: [SegmentSearch]) {
    let items = searches.reduce(0) { $0 + $1.items }
    let holding = plan.atoms.indices.map { atom in
      searches.reduce(0) { $0 + $1.holding(atom) }
    }
    self.items = items
    self.holding = holding
    idf = plan.atoms.indices.map { atom in
      plan.atoms[atom].onlyNames ? 0 : Scoring.idf(items: items, holding: holding[atom])
    }
    exactIdf = plan.atoms.indices.map { atom in
      guard !plan.atoms[atom].onlyNames else { return 0 }
      let holding = searches.reduce(0) { $0 + $1.exactHolding(atom) }
      return Scoring.idf(items: items, holding: holding)
    }
  }
}

extension Statistics {
  /// Statistics for counting, where scores do not matter.
  package static func counting(_ plan: SearchPlan) -> Statistics {
    Statistics(ones: plan.atoms.count)
  }

  private init(ones count: Int) {
    items = 0
    holding = [Int](repeating: 1, count: count)
    idf = [Int](repeating: 1, count: count)
    exactIdf = [Int](repeating: 0, count: count)
  }
}
