import FootlightPlatform

/// A document whose name stands in the query.
struct QuestionedDocument {
  let document: UInt32
  /// Where it stands: at the head of tier 4 or of tier 6.
  let tier: Int
  /// Orders it there: the more its name tells beside what it lacks, the lower.
  let key: Int
  /// Its score, before the domain's weight.
  let score: Int
  /// Its name, among the runs of its segment; nil for a longer name, of which a part stands in the query.
  let run: Int?
  /// Whether it lacks some of the words.
  let lacksWords: Bool
  /// Whether it stands where it does without being named and without all words.
  var isPartial: Bool { run == nil && lacksWords }
}

/// A name that stands in the query and leads tier 4 or 6, with the best of the items that bear it.
struct LeadingName {
  let tokens: [[UInt8]]
  /// The highest score of those that bear it, with the domain's weight.
  private(set) var score: Int
  /// The first place that one of them has.
  private(set) var tier: Int
  private(set) var key: Int

  /// The same name with the best of what bears it in two segments.
  func joined(_ other: LeadingName) -> LeadingName {
    var joined = (tier, key) <= (other.tier, other.key) ? self : other
    joined.score = max(score, other.score)
    return joined
  }
}

/// Finds the documents of one segment whose names stand in the query.
///
/// Such a name is what was asked for, and the other words say more about it. What the document lacks is weighed against
/// what the name tells: up to three quarters of it the document leads tier 4, for "28 USC 1607(b)" means that section
/// even if it has no (b); up to half as much again it leads tier 6; beyond, the name is a word like others. A word that
/// no item holds may be mistyped: for tier 4 it counts twice, and for tier 6, which opens after typos, not at all.
/// The documents are few, so each is scored by itself.
///
/// A longer name that holds the one in the query goes before it where it scores three tenths more: who asks for Surviving
/// R. Kelly and names a part of it means that part.
struct QuestionedNames {
  private let query: SegmentQuery
  private let statistics: Statistics
  /// So many postings of the rarest term of a name are looked through for longer ones.
  private static let mostLooked = 512

  init(_ query: SegmentQuery, _ statistics: Statistics) {
    self.query = query
    self.statistics = statistics
  }

  /// The documents, ascending, each by the most telling of its names.
  ///
  /// - Parameter runs: the names, the most telling first.
  func documents(_ runs: [NamedRun]) throws(Failure) -> [QuestionedDocument] {
    var best: [UInt32: Int] = [:]
    for (place, run) in runs.enumerated() {
      for document in run.documents where best[document] == nil { best[document] = place }
    }
    guard !best.isEmpty else { return [] }
    let documents = best.keys.sorted()
    let words = try words(beside: documents.count)
    var found: [QuestionedDocument] = []
    var pace = SearchPace(query.plan.request)
    for document in documents {
      try pace.step()
      guard let run = best[document] else { continue }
      let (score, missing) = try contribution(of: words, document)
      let worth = runs[run].worth
      let leads = 4 * (missing.held + 2 * missing.unheld) <= 3 * worth
      guard leads || 2 * missing.held <= 3 * worth else { continue }
      found.append(
        QuestionedDocument(
          document: document, tier: leads ? 4 : 6, key: -max(1, worth - missing.held),
          score: score, run: run, lacksWords: missing.words > 0))
    }
    return found
  }

  /// The documents with longer names than those that lead, which they hold, and higher scores.
  ///
  /// - Parameter known: the documents that stand among those with names in the query.
  func longer(
    _ names: [LeadingName], than known: [QuestionedDocument]
  ) throws(Failure) -> [QuestionedDocument] {
    var holding: [UInt32: LeadingName] = [:]
    for name in names {
      try forEachDocument(holding: name.tokens) { document in
        if holding[document] == nil { holding[document] = name }
      }
    }
    for document in known { holding[document.document] = nil }
    guard !holding.isEmpty else { return [] }
    let words = try words(beside: holding.count)
    var found: [QuestionedDocument] = []
    for (document, name) in holding.sorted(by: { $0.key < $1.key }) {
      let (score, missing) = try contribution(of: words, document)
      guard 10 * query.weighted(score) >= 13 * name.score else { continue }
      found.append(
        QuestionedDocument(
          document: document, tier: name.tier, key: name.key - 1, score: score, run: nil,
          lacksWords: missing.words > 0))
    }
    return found
  }

  /// Calls `body` with the first documents whose names hold all of some tokens.
  private func forEachDocument(
    holding tokens: [[UInt8]], _ body: (UInt32) -> Void
  ) throws(Failure) {
    var lists: [ListCursor] = []
    for token in tokens {
      guard let entry = try query.looked.term(token, query.plan), entry.inNames > 0 else { return }
      lists.append(try ListCursor(query.stored, entry, inNames: true, weight: 1))
    }
    lists.sort { $0.count < $1.count }
    guard let lead = lists.first else { return }
    var pace = SearchPace(query.plan.request)
    for _ in 0..<QuestionedNames.mostLooked where lead.document != .max {
      try pace.step()
      let document = lead.document
      var isInAll = true
      for list in lists.dropFirst() where isInAll {
        isInAll = try list.advance(to: document) == document
      }
      if isInAll, !query.isHidden(document) { body(document) }
      try lead.advance()
    }
  }

  private func words(beside documents: Int) throws(Failure) -> [QuestionedWord] {
    try query.meantWords(statistics).map { (word) throws(Failure) in
      try QuestionedWord(query, word, beside: documents, statistics)
    }
  }

  /// The score of a document, how many of the words it lacks, and what these tell.
  private func contribution(
    of words: [QuestionedWord], _ document: UInt32
  ) throws(Failure) -> (score: Int, missing: (words: Int, held: Int, unheld: Int)) {
    var score = 0
    var missing = (words: 0, held: 0, unheld: 0)
    for word in words {
      if let added = try word.contribution(document) {
        score += added
      } else {
        missing.words += 1
        if word.isHeld { missing.held += word.tells } else { missing.unheld += word.tells }
      }
    }
    return (score, missing)
  }
}

/// A word of the query with the lists that say which documents hold it; none where no document does.
private struct QuestionedWord {
  private let list: WordSource?
  private let exact: ListCursor?
  /// Whether some item holds it.
  let isHeld: Bool
  /// How much it tells, in 256ths of a bit: what no item holds tells most.
  let tells: Int

  init(
    _ query: SegmentQuery, _ word: Int, beside documents: Int, _ statistics: Statistics
  ) throws(Failure) {
    let holding = statistics.size(word, query.plan)
    isHeld = holding > 0
    tells = NamedRuns.bits(holding: holding, items: statistics.items)
    guard query.lists.size(word, onlyNames: false) > 0 else {
      (list, exact) = (nil, nil)
      return
    }
    list = try query.lists.source(word, beside: documents, onlyNames: false, statistics)
    exact = try query.lists.exactList(word, onlyNames: false, statistics)
  }

  /// Its part of the score of a document; nil where that does not hold it.
  func contribution(_ document: UInt32) throws(Failure) -> Int? {
    var sum: Int
    switch list {
    case .cursor(let cursor):
      guard try cursor.advance(to: document) == document else { return nil }
      sum = cursor.contribution
    case .probe(let probe):
      guard let added = try probe.contribution(document) else { return nil }
      sum = added
    case nil: return nil
    }
    if let exact, try exact.advance(to: document) == document { sum += exact.contribution }
    return sum
  }
}
