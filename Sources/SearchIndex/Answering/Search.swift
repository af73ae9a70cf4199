public import FootlightDiagnostics
import FootlightPlatform
import QueryLanguage
import TextAnalysis
import Synchronization

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
  guard request.limit >= 0, (0...10_000).contains(request.offset),
    request.limit <= 10_000 - request.offset
  else {
    throw Failure(
      .searchTooFar, "offset and limit reach beyond 10,000 hits",
      remedy: "narrow the query, name a domain, or take everything with `footlight dump`")
  }
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
    for search in searches { try search.findStrict(statistics) }
    let opensClose = request.match == .tiers && found < 10
    for segments in domains {
      let shown = segments.shown
      add(try segments.countStrict(), shown: shown)
    }
    guard opensClose else { return }
    close = try CloseWords(
      Array(plan.words.indices), of: request.query.words, &plan, &statistics, searches)
    if close != nil { for search in searches { add(try search.findClose(statistics)) } }
    if found < 10 { for search in searches { add(try search.findPartly(statistics)) } }
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
struct Statistics: Sendable {
  /// The number of items.
  let items: Int
  /// For each atom, how many items hold it.
  private(set) var holding: [Int]
  /// For each atom, its idf; 0 for a prefix of one or two characters, which sifts and adds nothing:
  /// it says too little, and what it would add costs more than the whole rest of the query.
  private(set) var idf: [Int]
  /// The same of the words as they are, where some part finds them by their stems.
  private(set) var exactIdf: [Int]

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
  static func counting(_ plan: SearchPlan) -> Statistics {
    Statistics(ones: plan.atoms.count)
  }

  private init(ones count: Int) {
    items = 0
    holding = [Int](repeating: 1, count: count)
    idf = [Int](repeating: 1, count: count)
    exactIdf = [Int](repeating: 0, count: count)
  }
}

/// The hits of all parts in one order.
struct MergedHits {
  private struct Entry {
    var part: Int
    var candidate: Candidate
    var order: UInt64 = 0
  }

  /// The hits of each part, the best first.
  private let lists: [[Candidate]]
  private let searches: [SegmentSearch]
  private let parts: [SearchPart]

  init(_ searches: [SegmentSearch], _ parts: [SearchPart]) {
    self.searches = searches
    self.parts = parts
    lists = searches.map { $0.top.sorted() }
  }

  /// The best of all, at most so many; no more is read than comparing them needs.
  private func merged(atMost limit: Int) throws(Failure) -> [Entry] {
    if lists.count == 1 { return lists[0].prefix(limit).map { Entry(part: 0, candidate: $0) } }
    let keys = TieKeys(searches, parts)
    var heads: [Entry?] = []
    for part in lists.indices { heads.append(try entry(part, at: 0)) }
    var taken = [Int](repeating: 0, count: lists.count)
    var merged: [Entry] = []
    while merged.count < limit {
      var best: Entry?
      for case let head? in heads {
        if let known = best, !MergedHits.precedes(head, known, keys) { continue }
        best = head
      }
      if let failure = keys.failure { throw failure }
      guard let best else { break }
      merged.append(best)
      taken[best.part] += 1
      heads[best.part] = try entry(best.part, at: taken[best.part])
    }
    return merged
  }

  /// The n-th hit of a part; nil when it has fewer.
  private func entry(_ part: Int, at place: Int) throws(Failure) -> Entry? {
    guard place < lists[part].count else { return nil }
    let candidate = lists[part][place]
    return Entry(
      part: part, candidate: candidate,
      order: try searches[part].generation.order(candidate.document))
  }

  private static func precedes(_ a: Entry, _ b: Entry, _ keys: TieKeys) -> Bool {
    if a.candidate.tier != b.candidate.tier { return a.candidate.tier < b.candidate.tier }
    if a.candidate.typos != b.candidate.typos { return a.candidate.typos < b.candidate.typos }
    if a.candidate.score != b.candidate.score { return a.candidate.score > b.candidate.score }
    if a.order != b.order { return a.order < b.order }
    return keys.precedes((a.part, a.candidate.document), (b.part, b.candidate.document))
  }

  /// The hits from offset on, with their stored fields.
  func page(_ request: SearchRequest) throws(Failure) -> [RankedHit] {
    // Where each domain has its share, how many of the best are needed is known only at the end.
    let wanted = request.perDomain == nil ? request.offset + request.limit : .max
    var hits: [RankedHit] = []
    for entry in request.page(of: try merged(atMost: wanted), domain: { parts[$0.part].domain }) {
      let search = searches[entry.part]
      let (item, hasBody) = try search.generation.shownItem(
        entry.candidate.document, takesBody: request.takesBodies, &search.buffers.stored)
      hits.append(
        RankedHit(
          part: entry.part, document: entry.candidate.document, tier: entry.candidate.tier,
          score: entry.candidate.hasScore ? entry.candidate.score : nil, item: item,
          hasBody: hasBody, matched: try search.match(entry.candidate, item)))
    }
    return hits
  }
}

extension SearchRequest {
  /// The hits that it asks for, of all in order: of each domain the best as far as it wants them.
  func page<Entry>(of entries: [Entry], domain: (Entry) -> String) -> ArraySlice<Entry> {
    var kept = entries[...]
    if let perDomain {
      var counts: [String: Int] = [:]
      kept =
        entries.filter { entry in
          counts[domain(entry), default: 0] += 1
          return counts[domain(entry), default: 0] <= perDomain
        }[...]
    }
    return kept.dropFirst(offset).prefix(limit)
  }
}

/// Decides between hits of different parts whose order keys begin alike: by the whole title, then
/// domain, then id.
final class TieKeys {
  private let searches: [SegmentSearch]
  private let parts: [SearchPart]
  /// What went wrong while keys were read; the order is worth nothing then.
  private(set) var failure: Failure?
  private var scratch = StoredScratch()
  private var known: [UInt64: (title: [UInt8], id: String)] = [:]

  init(_ searches: [SegmentSearch], _ parts: [SearchPart]) {
    self.searches = searches
    self.parts = parts
  }

  func precedes(_ a: (part: Int, document: UInt32), _ b: (part: Int, document: UInt32)) -> Bool {
    let one = key(a.part, a.document)
    let other = key(b.part, b.document)
    if one.title != other.title { return one.title.lexicographicallyPrecedes(other.title) }
    if parts[a.part].domain != parts[b.part].domain {
      return parts[a.part].domain < parts[b.part].domain
    }
    return one.id.utf8.lexicographicallyPrecedes(other.id.utf8)
  }

  private func key(_ part: Int, _ document: UInt32) -> (title: [UInt8], id: String) {
    let index = UInt64(part) << 32 | UInt64(document)
    if let there = known[index] { return there }
    var made: (title: [UInt8], id: String) = ([], "")
    let generation = searches[part].generation
    do throws(Failure) {
      let item = try generation.item(document, withBody: false, &scratch)
      var key = ByteArena(capacity: 64)
      let title = ByteArena(item.title)
      generation.analyzer.appendSortKey(of: title, title.all, into: &key)
      made = (key.bytes(key.all), item.id)
    } catch {
      failure = error
    }
    known[index] = made
    return made
  }
}
