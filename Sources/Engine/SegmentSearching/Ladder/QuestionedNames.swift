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
  /// Its name, among the runs of its segment.
  let run: Int
  /// Whether it lacks some of the words.
  let lacksWords: Bool
}

/// Finds the documents of one segment whose names stand in the query.
///
/// Such a name is what was asked for, and the other words say more about it. What the document lacks is weighed against
/// what the name tells: up to three quarters of it the document leads tier 4, for "28 USC 1607(b)" means that section
/// even if it has no (b); up to half as much again it leads tier 6; beyond, the name is a word like others. A word that
/// no item holds may be mistyped: for tier 4 it counts twice, and for tier 6, which opens after typos, not at all.
/// The documents are few, so each is scored by itself.
struct QuestionedNames {
  private let query: SegmentQuery
  private let statistics: Statistics

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
    let documents = best.keys.sorted()
    let words = try query.meantWords(statistics).map { (word) throws(Failure) in
      try QuestionedWord(query, word, beside: documents.count, statistics)
    }
    var found: [QuestionedDocument] = []
    var pace = SearchPace(query.plan.request)
    for document in documents {
      try pace.step()
      guard let run = best[document] else { continue }
      var score = 0
      var missing = (held: 0, unheld: 0)
      var lacksWords = false
      for word in words {
        if let added = try word.contribution(document) {
          score += added
        } else {
          lacksWords = true
          if word.isHeld { missing.held += word.tells } else { missing.unheld += word.tells }
        }
      }
      let worth = runs[run].worth
      let leads = 4 * (missing.held + 2 * missing.unheld) <= 3 * worth
      guard leads || 2 * missing.held <= 3 * worth else { continue }
      found.append(
        QuestionedDocument(
          document: document, tier: leads ? 4 : 6, key: -max(1, worth - missing.held),
          score: score, run: run, lacksWords: lacksWords))
    }
    return found
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
