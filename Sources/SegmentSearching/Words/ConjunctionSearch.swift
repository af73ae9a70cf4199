import SegmentFiles
package import FootlightDiagnostics

extension SegmentSearch {
  /// Tiers 3 and 4: documents that hold all the words, in names alone or anywhere.
  ///
  /// The shortest list leads; blocks whose bound cannot beat the worst hit are passed over, unless
  /// all documents are to be counted anyway.
  ///
  /// - Parameter isLast: whether the tier holds all that the tiers up to 4 hold.
  func findTogether(
    _ words: [Int], tier: Int, isLast: Bool, _ statistics: Statistics
  ) throws(Failure) {
    guard !isClosed(tier) else {
      if bar != nil { isBarred = true }
      return
    }
    if words.count == 1, let range = shortPrefix(words[0]) {
      // It looks at names alone, so tier 4 holds nothing that tier 3 does not, unless tier 3 asked
      // for stop words too.
      if tier == 3 || words != namedWords { try findShortPrefix(range, tier: tier) }
      return
    }
    if words.count == 1, let range = longPrefix(words[0]) {
      try findLongPrefix(
        range, weight: weight(plan.words[words[0]].atoms.lowerBound, statistics), tier: tier)
      return
    }
    let together = try conjunction(words, onlyNames: tier == 3, statistics)
    guard let together else { return }
    // What a stricter tier has found is not found again; there is less of it than is wanted.
    var taken = Set(top.heap.map(\.document))
    taken.formUnion(named)
    let lead = together.lead
    let countsAll = isLast && words.count > 1 && countsWhileFinding && canBeCounted(words)
    var count = 0
    var isIdentified = false
    // Up to which document the lists' blocks are known to beat this threshold.
    var promising: (last: Int64, threshold: Int) = (-1, -1)
    let bar = lead.document == .max ? nil : try tierBar(tier)
    if bar != nil { isBarred = true }
    var pace = SearchPace(plan.request)
    while lead.document != .max {
      try pace.step()
      let document = lead.document
      let threshold = threshold(tier: tier, bar, from: document)
      if !countsAll, threshold >= 0,
        threshold != promising.threshold || Int64(document) > promising.last
      {
        if threshold == .max { return }
        let bound = together.bound(document)
        if weighted(bound.score) <= threshold {
          guard bound.last != .max else { return }
          try lead.advance(to: bound.last + 1)
          continue
        }
        promising = (Int64(bound.last), threshold)
      }
      if let score = try together.score(document) {
        if !isHidden(document) {
          count += 1
          if document == identified { isIdentified = true }
          let score = weighted(score)
          if score > threshold, !taken.contains(document) {
            top.push(Candidate(tier: tier, score: score, document: document))
          }
        }
        try lead.advance()
      } else {
        try lead.advance(to: max(document &+ 1, together.next))
      }
    }
    if countsAll { counted = identified == nil || isIdentified ? count : count + 1 }
  }

  /// The terms of a word that is a prefix of one or two characters.
  private func shortPrefix(_ word: Int) -> TermRange? {
    let atom = plan.words[word].atoms.lowerBound
    guard plan.atoms[atom].onlyNames, case .range(let range) = atoms[atom] else { return nil }
    return range
  }

  /// The terms of a word that is a longer prefix, when there are several and few hits are wanted.
  private func longPrefix(_ word: Int) -> TermRange? {
    let atoms = plan.words[word].atoms
    guard atoms.count == 1, !plan.atoms[atoms.lowerBound].onlyNames,
      case .range(let range) = self.atoms[atoms.lowerBound], range.count > 1,
      plan.wanted <= BestDocuments.mostWanted
    else { return nil }
    return range
  }

  /// A longer prefix alone: a document is worth the highest of its words, so the best are gathered
  /// while the lists are read, without putting all of them in order.
  private func findLongPrefix(_ range: TermRange, weight: Int, tier: Int) throws(Failure) {
    let scores = (0...Scoring.highestImpact).map { weighted($0 * weight) }
    var best = BestDocuments(
      limit: plan.wanted - top.count, scores: scores,
      excluding: Set(named + top.heap.map(\.document)).sorted())
    let hidden = hidden
    try forEachPosting(range, inNames: tier == 3) { document, impact in
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
  private func findShortPrefix(_ range: TermRange, tier: Int) throws(Failure) {
    let taken = tier == 3 ? named : Set(named + top.heap.map(\.document)).sorted()
    var best = SmallestDocuments(limit: plan.wanted, excluding: taken)
    let hidden = hidden
    var isComplete = false
    if let wide = try generation.wideRange(range, inNames: true) {
      for document in wide.first where !isHidden(document) { best.take(document) }
      isComplete = best.documents.count >= plan.wanted || wide.first.count == wide.count
    }
    if !isComplete {
      try forEachPosting(range, inNames: true) { document, _ in
        guard best.canTake(document) else { return false }
        if hidden?[Int(document)] != true { best.take(document) }
        return true
      }
    }
    for document in best.documents {
      top.push(Candidate(tier: tier, score: 0, document: document))
    }
  }

  /// The lists of words that must all be there; nil when one has none.
  package func conjunction(
    _ words: [Int], onlyNames: Bool, _ statistics: Statistics, for purpose: WordPurpose = .score
  ) throws(Failure) -> Conjunction? {
    guard !words.isEmpty else { return nil }
    let sizes = words.map { size($0, onlyNames: onlyNames) }
    guard !sizes.contains(0) else { return nil }
    // A prefix leads only when all its lists are cheaper to read than another word's one.
    let costs = words.map { cost($0, onlyNames: onlyNames) }
    let order = words.indices.sorted { costs[$0] < costs[$1] }
    let lead = try walked(words[order[0]], onlyNames: onlyNames, statistics)
    var others: [WordList] = []
    for index in order.dropFirst() {
      others.append(
        try beside(
          words[index], lead: lead.count, onlyNames: onlyNames, statistics, for: purpose))
    }
    var exact: [ListCursor] = []
    if stems != nil, purpose == .score {
      for word in words {
        if let list = try exactList(word, onlyNames: onlyNames, statistics) { exact.append(list) }
      }
    }
    return Conjunction(lead: lead, others: others, exact: exact)
  }
}

/// Lists that must all hold a document, and lists that add to its score where they do.
package final class Conjunction {
  package let lead: ListCursor
  private let cursors: [ListCursor]
  private let exact: [ListCursor]
  private let probes: [PrefixProbe]
  private let unbounded: Int
  /// After `score` gave nil: the first document that can match.
  package private(set) var next: UInt32 = 0

  init(lead: ListCursor, others: [WordList], exact: [ListCursor] = []) {
    self.lead = lead
    self.exact = exact
    var cursors: [ListCursor] = []
    var probes: [PrefixProbe] = []
    for other in others {
      switch other {
      case .cursor(let cursor): cursors.append(cursor)
      case .probe(let probe): probes.append(probe)
      }
    }
    self.cursors = cursors
    self.probes = probes
    unbounded = probes.reduce(0) { $0 + $1.highest }
  }

  /// Whether of some prefix not all postings were read, so that documents may be missing.
  var isPartial: Bool { probes.contains(where: \.isPartial) }

  /// An upper bound of the scores from a document on, and the last document it holds for.
  func bound(_ document: UInt32) -> (score: Int, last: UInt32) {
    var (score, last) = lead.bound(document)
    for cursor in cursors {
      let other = cursor.bound(document)
      score += other.contribution
      last = min(last, other.last)
    }
    for cursor in exact {
      let other = cursor.bound(document)
      score += other.contribution
      last = min(last, other.last)
    }
    return (score + unbounded, last)
  }

  /// The score of the lead's document; nil when another list lacks it, and then `next` says where
  /// to go on.
  package func score(_ document: UInt32) throws(Failure) -> Int? {
    var sum = lead.contribution
    for cursor in cursors {
      try cursor.advance(to: document)
      if cursor.document != document {
        next = cursor.document
        return nil
      }
      sum += cursor.contribution
    }
    next = document &+ 1
    for probe in probes {
      guard let contribution = try probe.contribution(document) else { return nil }
      sum += contribution
    }
    for cursor in exact {
      try cursor.advance(to: document)
      if cursor.document == document { sum += cursor.contribution }
    }
    return sum
  }
}
