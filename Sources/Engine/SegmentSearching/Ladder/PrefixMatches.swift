import FootlightPlatform

/// The documents of a prefix beside other words, found by looking into them or in a table: a check alone.
final class ProbedPrefix: Matches {
  private let probe: PrefixProbe
  private let word: ListedWord
  private var contribution = 0

  init(_ probe: PrefixProbe, _ word: ListedWord) {
    self.probe = probe
    self.word = word
  }

  override var highest: Int { probe.highest }

  override func holds(_ target: UInt32) throws(Failure) -> Bool {
    guard let found = try probe.contribution(target) else { return false }
    contribution = found
    return true
  }

  override func score() throws(Failure) -> Int { contribution }

  override func forEachPart(_ body: (ScorePart) -> Void) throws(Failure) {
    body(word.part(contribution))
  }
}

/// The documents of a prefix of several terms that stands alone: the best are gathered while its lists are read, without
/// putting all of them in order.
final class PrefixMatches: Matches {
  private let query: SegmentQuery
  private let range: TermRange
  private let inNames: Bool
  private let weight: Int
  private let word: ListedWord
  /// All documents in their order, once somebody walks them.
  private var united: ListCursor?
  private var probe: PrefixProbe?
  private var probed = 0

  init(
    _ query: SegmentQuery, _ range: TermRange, inNames: Bool, weight: Int, _ word: ListedWord
  ) {
    self.query = query
    self.range = range
    self.inNames = inNames
    self.weight = weight
    self.word = word
    super.init()
    // Whoever walks asks for the first document; nothing is read before.
    document = 0
  }

  override var highest: Int { Scoring.highestImpact * weight }
  override var cost: Int {
    (inNames ? range.inNames : range.documents) + range.count * PostingCost.list
  }

  private func list() throws(Failure) -> ListCursor {
    if let united { return united }
    let made = try query.lists.union(range, inNames: inNames, weight: weight)
    united = made
    return made
  }

  @discardableResult
  override func next(_ target: UInt32, above least: Int) throws(Failure) -> UInt32 {
    document = try list().advance(to: target)
    return document
  }

  /// Few documents are asked about: each is looked into.
  override func holds(_ target: UInt32) throws(Failure) -> Bool {
    guard united == nil else { return try next(target, above: -1) == target }
    let made = probe ?? PrefixProbe(query.stored, range, onlyNames: inNames, weight: weight)
    probe = made
    guard let found = try made.contribution(target) else { return false }
    document = target
    probed = found
    return true
  }

  override func score() throws(Failure) -> Int { united?.contribution ?? probed }

  override func forEachPart(_ body: (ScorePart) -> Void) throws(Failure) {
    body(word.part(try score()))
  }

  override func fill(_ found: inout Bitmap, _ pace: inout SearchPace) throws(Failure) {
    try query.lists.forEachPosting(range, inNames: inNames) { document, _ in
      found.insert(Int(document))
      return true
    }
    document = .max
  }

  override func collect(
    into hits: SegmentHits, _ rung: Rung, _ bar: TierBar?, meetsAll: Bool
  ) throws(Failure) {
    if weight == 0, !meetsAll { return try collectFirst(into: hits, rung) }
    guard hits.wanted <= BestDocuments.mostWanted, !meetsAll else {
      _ = try next(0, above: -1)
      return try super.collect(into: hits, rung, bar, meetsAll: meetsAll)
    }
    let scores = (0...Scoring.highestImpact).map { query.weighted($0 * weight) }
    // The hits of other rungs of this tier may be worse.
    let ahead = hits.top.heap.count { $0.tier < rung.tier }
    var best = BestDocuments(limit: hits.wanted - ahead, scores: scores)
    try query.lists.forEachPosting(range, inNames: inNames) { document, impact in
      let key = best.key(document, impact)
      if key < best.bound, hits.isFresh(document) { best.take(key) }
      return true
    }
    for key in best.keys {
      let (score, document) = best.worth(key)
      hits.put(document, weightedScore: score, rung)
    }
  }

  /// A prefix of one or two characters: nothing is scored, so the smallest documents are the best.
  ///
  /// Those of a wide one are known; else a list has nothing more to give once it has come to one that is too large.
  private func collectFirst(into hits: SegmentHits, _ rung: Rung) throws(Failure) {
    var best = SmallestDocuments(limit: hits.wanted, excluding: hits.documents)
    let hidden = hits.hidden
    var isComplete = false
    if let wide = try query.stored.wideRange(range, inNames: true) {
      for document in wide.first where hidden?[Int(document)] != true { best.take(document) }
      isComplete = best.documents.count >= hits.wanted || wide.first.count == wide.count
    }
    if !isComplete {
      try query.lists.forEachPosting(range, inNames: true) { document, _ in
        guard best.canTake(document) else { return false }
        if hidden?[Int(document)] != true { best.take(document) }
        return true
      }
    }
    for document in best.documents { hits.put(document, weightedScore: 0, rung) }
  }
}
