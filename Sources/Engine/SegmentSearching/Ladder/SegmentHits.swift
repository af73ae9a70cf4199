package import FootlightPlatform

/// The best hits of a ladder, which climbs over one segment, and which documents have been met.
package final class SegmentHits {
  package let ladder: Ladder
  /// The best candidates.
  var top: TopHits
  /// The documents that rungs have claimed: each belongs to the first one that finds it.
  private var met: DocumentSet
  /// Documents that are not to be found.
  let hidden: Bitmap?
  /// Whether some rung, on the whole climb, may have left out what could not be among the hits of the domain.
  private(set) var isBarred = false
  /// Whether all counted rungs that were put on last have met all of their documents.
  private var hasMetAll = true
  /// Whether all documents have been met whose names begin with the query.
  private var hasMetNames = true
  /// How many rungs have been climbed.
  private var climbed = 0

  package var query: SegmentQuery { ladder.query }
  var wanted: Int { top.limit }

  init(_ ladder: Ladder, wanted: Int) {
    self.ladder = ladder
    top = TopHits(limit: wanted)
    hidden = ladder.query.hidden
    met = ladder.query.scratch.takeSeen(items: ladder.query.stored.header.items)
  }

  /// The best names that begin with a query, symbols apart.
  package convenience init(naming query: SegmentQuery) throws(Failure) {
    let ladder = Ladder(query, .words, Statistics.counting(query.plan))
    try ladder.openNames(ranks: false)
    self.init(ladder, wanted: query.plan.request.wantedHits)
    for rung in rungsToClimb() { try collect(rung) }
  }

  deinit {
    met.removeAll()
    swap(&met, &ladder.query.scratch.buffers.seen)
  }

  /// Whether an item is the query by its whole name or id.
  var isExact: Bool { top.heap.contains { $0.tier == 1 } }
  /// Whether every document that the rungs find is among the hits.
  var isWhole: Bool { !top.isFull && !isBarred }
  /// How many documents have been met.
  var metCount: Int { met.count }
  /// Whether these are all that the rungs find.
  var countsAll: Bool { isWhole || hasMetAll && (hasMetNames || ladder.namesAreFound) }
  /// The documents of the hits, ascending.
  var documents: [UInt32] { top.heap.map(\.document).sorted() }

  /// The best documents that tier 6 would find and that were not met, of those with higher scores than `least`.
  func optional(above least: Int) throws(Failure) -> SegmentHits? {
    // Pairs of a word tell more together than the word itself.
    guard let rung = ladder.optional, case .any(_, _, least: 0) = rung.sought else { return nil }
    // What was met holds all of the words, or is named, and is in the way.
    let others = top.count + ladder.questioned.count
    let found = SegmentHits(ladder, wanted: PassingScore.most + others)
    let worst = Candidate(tier: rung.tier, score: least, document: 0)
    try found.collect(rung, SearchBar(candidate: worst, order: 0))
    found.top.drop { met.contains($0.document) }
    // What holds all words may not have been met, where an open word scored less as a beginning.
    for rung in ladder.rungs where rung.tier > 2 && !found.documents.isEmpty {
      guard let matches = try ladder.matches(of: rung) else { continue }
      var held: Set<UInt32> = []
      for document in found.documents where try matches.holds(document) { held.insert(document) }
      found.top.drop { held.contains($0.document) }
    }
    return found
  }

  /// The rungs that were put on since the last time; what they meet is noted anew.
  ///
  /// Names that are the query and names that begin so are found together, by the rung of the first.
  func rungsToClimb() -> [Rung] {
    defer { climbed = ladder.rungs.count }
    hasMetAll = true
    return ladder.rungs[climbed...].filter {
      if case .names(isWhole: false) = $0.sought { false } else { true }
    }
  }

  /// How many of some postings this segment may read to meet all documents of a rung: none where a list tells their number.
  private func share(of most: Int, for rung: Rung) -> Int {
    if rung.tier <= 4, ladder.tellsCount { return 0 }
    // Typo by typo: there are too many to be met.
    if case .fuzzy(only: _?) = rung.sought { return 0 }
    return most < .max ? min(most, query.scratch.share.mostCounted) : most
  }

  /// Looks for the documents of a rung that are among the best.
  ///
  /// - Parameters:
  ///   - bar: what they must reach to be among those of the domain.
  ///   - mostMet: all documents are met where so many postings tell which they are.
  func collect(
    _ rung: Rung, _ bar: SearchBar? = nil, mostMet: Int = 0
  ) throws(Failure) {
    // What the bar shuts out is missing, whether or not anything is looked for.
    if bar != nil { isBarred = true }
    if case .names = rung.sought {
      try NameSearch(query, ladder.name).find(into: self, bar)
      hasMetNames = !top.isFull && bar == nil
      return
    }
    let counts = ladder.isCounted(rung)
    let mostMet = counts ? share(of: mostMet, for: rung) : 0
    let isClosed = top.isClosed(rung, bar)
    guard !isClosed || mostMet > 0 else {
      if counts { hasMetAll = false }
      return
    }
    guard let matches = try ladder.matches(of: rung) else { return }
    let meetsAll = matches.cost <= mostMet || ladder.isOfCompleted(rung)
    if counts, !meetsAll { hasMetAll = false }
    guard !isClosed || meetsAll else { return }
    let asked = try matches.document == .max ? nil : bar?.asked(of: rung.tier, query.stored)
    try matches.collect(into: self, rung, asked, meetsAll: meetsAll)
  }

  /// The score that a candidate of a rung must exceed to be taken, if its document is not below `document`; −1 when any is
  /// taken, `Int.max` when none is.
  @inline(__always)
  func threshold(_ rung: Rung, _ bar: TierBar?, from document: UInt32) -> Int {
    top.threshold(tier: rung.tier, key: rung.key, bar, from: document)
  }

  /// Takes a document that a rung has found.
  func take(
    _ document: UInt32, _ matches: Matches, _ rung: Rung, above threshold: Int, meetsAll: Bool
  ) throws(Failure) {
    if meetsAll {
      guard met.insertIfAbsent(document), threshold != .max else { return }
    }
    let score = query.weighted(try matches.score())
    let key = matches.key
    guard key != nil || score > threshold else { return }
    if !meetsAll { guard met.insertIfAbsent(document) else { return } }
    push(document, weightedScore: score, key ?? rung.key, rung, isPartial: matches.isPartial)
  }

  /// Takes a document with its score, before the domain's weight, that was met.
  func push(_ document: UInt32, _ score: Int, _ rung: Rung) {
    push(document, weightedScore: query.weighted(score), rung.key, rung)
  }

  /// Whether a document may be found, and was not met.
  func isFresh(_ document: UInt32) -> Bool {
    hidden?[Int(document)] != true && !met.contains(document)
  }

  /// Takes a document that was found out of order, if it is not hidden and was not met.
  func put(_ document: UInt32, weightedScore score: Int, _ rung: Rung) {
    guard isFresh(document) else { return }
    met.insert(document)
    push(document, weightedScore: score, rung.key, rung)
  }

  private func push(
    _ document: UInt32, weightedScore score: Int, _ key: Int, _ rung: Rung, isPartial: Bool = false
  ) {
    var candidate = Candidate(
      tier: rung.tier, score: score, document: document, key: key, rung: rung.place)
    candidate.isPartial = isPartial
    top.push(candidate)
  }

  /// Meets the documents of a window; leaves those that have not been met before.
  func meet(_ window: inout DocumentWindow) { window.keepFresh(&met) }

  /// Meets all documents of the rungs so far, as far as so many postings tell which they are.
  func countStrict(atMost most: Int) throws(Failure) -> DocumentCount {
    guard !countsAll else { return DocumentCount(count: metCount) }
    let most = min(most, most < .max ? query.scratch.share.mostCounted : .max)
    var isAtLeast = false
    for rung in ladder.rungs where isCounted(rung) {
      guard let matches = try ladder.matches(of: rung) else { continue }
      guard matches.cost <= most else {
        isAtLeast = true
        continue
      }
      var found = try ladder.matches.documents(matches)
      if let hidden { found.subtract(hidden) }
      for word in found.words.indices { _ = met.insert(found.words[word], at: word) }
    }
    return DocumentCount(count: metCount, isAtLeast: isAtLeast)
  }
}

extension SegmentHits {
  /// Whether the documents of a rung may be others than those of the last one.
  private func isCounted(_ rung: Rung) -> Bool {
    switch rung.sought {
    case .names: !hasMetNames && !ladder.namesAreFound
    default: ladder.isCounted(rung)
    }
  }
}

extension TopHits {
  /// Whether no candidate of a rung would be taken.
  func isClosed(_ rung: Rung, _ bar: SearchBar?) -> Bool {
    threshold(tier: rung.tier, key: rung.key, from: 0) == .max
      || bar.map { $0.candidate.tier < rung.tier } ?? false
  }
}
