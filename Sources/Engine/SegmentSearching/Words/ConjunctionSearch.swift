import FootlightPlatform
import SegmentFiles

/// Tiers 3 and 4: documents that hold all the words, in names alone or anywhere.
///
/// The shortest list leads; blocks whose maximum cannot beat the worst hit are passed over (block-max: Ding and
/// Suel, "Faster top-k document retrieval using block-max indexes", 2011), unless all documents are to be
/// counted anyway.
struct ConjunctionSearch {
  let query: SegmentQuery
  let name: QueriedName
  /// The documents of tiers 1 and 2, ascending.
  let named: [UInt32]
  let statistics: Statistics
  let bar: SearchBar?

  /// Takes the best of a tier into `top`; counts its documents where all are met and `isLast` says that they are
  /// all that the tiers up to 4 hold.
  func find(
    _ words: [Int], tier: Int, isLast: Bool, into top: inout TopHits
  ) throws(Failure) -> TierResult {
    guard !top.isClosed(tier, bar) else { return TierResult(isBarred: bar != nil) }
    if words.count == 1, let range = shortPrefix(words[0]) {
      // It looks at names alone, so tier 4 holds nothing that tier 3 does not, unless tier 3 asked
      // for stop words too.
      if tier == 3 || words != query.namedWords {
        try findShortPrefix(range, tier: tier, into: &top)
      }
      return TierResult()
    }
    if words.count == 1, let range = longPrefix(words[0]) {
      let atom = query.plan.words[words[0]].atoms.lowerBound
      try findLongPrefix(
        range, weight: query.weight(atom, statistics), tier: tier, into: &top)
      return TierResult()
    }
    let conjunction = try query.lists.conjunction(words, onlyNames: tier == 3, statistics)
    guard let conjunction else { return TierResult() }
    let budget = CountBudget(query: query, name: name)
    let countsAll =
      isLast && words.count > 1 && budget.countsWhileFinding && budget.canCount(words)
    return countsAll
      ? try countAll(conjunction, tier: tier, into: &top)
      : try walk(conjunction, tier: tier, into: &top)
  }

  /// Meets all documents, which are counted.
  private func countAll(
    _ conjunction: Conjunction, tier: Int, into top: inout TopHits
  ) throws(Failure) -> TierResult {
    let taken = top.documents(and: named)
    let isEmpty = conjunction.lead.document == .max
    let bar = isEmpty ? nil : try self.bar?.asked(of: tier, query.stored)
    var count = 0
    var isIdentified = false
    _ = try conjunction.forEachDocument(
      scored: true, without: query.hidden, query.plan.request
    ) { document, score in
      count += 1
      if document == name.identified { isIdentified = true }
      let score = query.weighted(score)
      if score > top.threshold(tier: tier, bar, from: document), !taken.contains(document) {
        top.push(Candidate(tier: tier, score: score, document: document))
      }
      return true
    }
    let others = name.identified == nil || isIdentified ? 0 : 1
    return TierResult(count: DocumentCount(count: count + others), isBarred: bar != nil)
  }

  /// Meets the documents that may be among the best.
  private func walk(
    _ conjunction: Conjunction, tier: Int, into top: inout TopHits
  ) throws(Failure) -> TierResult {
    // Documents of a stricter tier are not found again; they are fewer than are wanted.
    let taken = top.documents(and: named)
    let lead = conjunction.lead
    var document = lead.document
    // Up to which document the lists' blocks are known to beat this threshold.
    var promising: (last: Int64, threshold: Int) = (-1, -1)
    let bar = document == .max ? nil : try self.bar?.asked(of: tier, query.stored)
    let result = TierResult(isBarred: bar != nil)
    let hidden = query.hidden
    var pace = SearchPace(query.plan.request)
    while document != .max {
      try pace.step()
      // Where a filter leaves few documents, nothing is read of the others.
      if let hidden, hidden[Int(document)] {
        document = try lead.advance(to: hidden.firstAbsent(from: document))
        continue
      }
      let threshold = top.threshold(tier: tier, bar, from: document)
      if threshold >= 0,
        threshold != promising.threshold || Int64(document) > promising.last
      {
        if threshold == .max { return result }
        let bound = conjunction.bound(document)
        if query.weighted(bound.score) <= threshold {
          guard bound.last != .max else { return result }
          document = try lead.advance(to: bound.last + 1)
          continue
        }
        promising = (Int64(bound.last), threshold)
      }
      if let score = try conjunction.score(document, above: query.hopeless(threshold)) {
        let score = query.weighted(score)
        if score > threshold, !taken.contains(document) {
          top.push(Candidate(tier: tier, score: score, document: document))
        }
        document = try lead.advance()
      } else {
        document = try lead.advance(to: max(document &+ 1, conjunction.next))
      }
    }
    return result
  }

  /// The terms of a word that is a prefix of one or two characters.
  private func shortPrefix(_ word: Int) -> TermRange? {
    let atom = query.plan.words[word].atoms.lowerBound
    guard query.plan.atoms[atom].onlyNames, case .range(let range) = query.atoms[atom] else {
      return nil
    }
    return range
  }

  /// The terms of a word that is a longer prefix, when there are several and few hits are wanted.
  private func longPrefix(_ word: Int) -> TermRange? {
    let atoms = query.plan.words[word].atoms
    guard atoms.count == 1, !query.plan.atoms[atoms.lowerBound].onlyNames,
      case .range(let range) = query.atoms[atoms.lowerBound], range.count > 1,
      query.plan.wanted <= BestDocuments.mostWanted
    else { return nil }
    return range
  }

  /// A longer prefix alone: a document is worth the highest of its words, so the best are gathered
  /// while the lists are read, without putting all of them in order.
  private func findLongPrefix(
    _ range: TermRange, weight: Int, tier: Int, into top: inout TopHits
  ) throws(Failure) {
    let scores = (0...Scoring.highestImpact).map { query.weighted($0 * weight) }
    var best = BestDocuments(
      limit: query.plan.wanted - top.count, scores: scores,
      excluding: top.documents(and: named).sorted())
    let hidden = query.hidden
    try query.lists.forEachPosting(range, inNames: tier == 3) { document, impact in
      let key = best.key(document, impact)
      if key < best.bound, hidden?[Int(document)] != true { best.take(key) }
      return true
    }
    for key in best.keys {
      let (score, document) = best.worth(key)
      top.push(Candidate(tier: tier, score: score, document: document))
    }
  }

  /// A short prefix alone: nothing is scored, so the smallest documents are the best.
  ///
  /// Those of a wide one are known; else a list has nothing more to give once it has come to one that
  /// is too large.
  private func findShortPrefix(
    _ range: TermRange, tier: Int, into top: inout TopHits
  ) throws(Failure) {
    let taken = tier == 3 ? named : top.documents(and: named).sorted()
    let wanted = query.plan.wanted
    var best = SmallestDocuments(limit: wanted, excluding: taken)
    let hidden = query.hidden
    var isComplete = false
    if let wide = try query.stored.wideRange(range, inNames: true) {
      for document in wide.first where !query.isHidden(document) { best.take(document) }
      isComplete = best.documents.count >= wanted || wide.first.count == wide.count
    }
    if !isComplete {
      try query.lists.forEachPosting(range, inNames: true) { document, _ in
        guard best.canTake(document) else { return false }
        if hidden?[Int(document)] != true { best.take(document) }
        return true
      }
    }
    for document in best.documents {
      top.push(Candidate(tier: tier, score: 0, document: document))
    }
  }
}
