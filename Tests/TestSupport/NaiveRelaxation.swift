import SearchEngine
import TextAnalysis

extension NaiveExpression {
  /// The first thing that must be given up of the expression, so that an item satisfies the rest, of some; and the score.
  func relaxed(
    _ document: NaiveDocument, _ domain: NaiveIndex, _ relaxation: Relaxation
  ) -> Int? {
    let held = relaxedWords(domain).filter { $0.holding > 0 }
    let order = held.indices.sorted { (held[$0].holding, $0) < (held[$1].holding, $1) }
    let telling = order.prefix((held.count + 1) / 2).map { held[$0] }
    let parts = NaiveExpression.parts(expression)
    let kept = parts.filter(NaiveExpression.isKept)
    let given = parts.filter { !NaiveExpression.isKept($0) }
    let plain = given.filter(NaiveExpression.isPlain)
    let marked = given.filter { !NaiveExpression.isPlain($0) }
    let isHit: Bool
    switch relaxation {
    case .word:
      guard given.count > 1, given.count <= 16 else { return nil }
      let lost = plain.isEmpty ? marked : plain
      let ways = lost.indices.map { place in
        QueryExpression.all(
          kept + (plain.isEmpty ? [] : marked)
            + lost.enumerated().filter { $0.offset != place }.map(\.element))
      }
      isHit = holdsLooked(.any(ways), document, domain)
    case .words:
      guard plain.count > 1, !marked.isEmpty else { return nil }
      isHit = holdsLooked(.all(kept + marked), document, domain)
    case .phrase: isHit = holdsApart(expression, document, domain, dropsFields: false) ?? false
    case .field: isHit = holdsApart(expression, document, domain, dropsFields: true) ?? false
    case .most:
      guard !telling.isEmpty else { return nil }
      isHit =
        kept.allSatisfy { holdsLooked($0, document, domain) }
        && telling.contains { $0.contribution(document, onlyNames: false) != nil }
    }
    guard isHit else { return nil }
    return held.reduce(0) { $0 + ($1.contribution(document, onlyNames: false) ?? 0) }
  }

  private static func parts(_ expression: QueryExpression) -> [QueryExpression] {
    switch expression {
    case .all(let operands): operands.flatMap(parts)
    case .words(let words, let field) where words.count > 1:
      words.map { .words([$0], field: field) }
    default: [expression]
    }
  }

  private static func isPlain(_ expression: QueryExpression) -> Bool {
    if case .words(_, nil) = expression { return true }
    return false
  }

  private static func isKept(_ expression: QueryExpression) -> Bool {
    switch expression {
    case .words, .phrase: false
    case .identifier, .filter, .domain, .not: true
    case .all(let operands), .any(let operands):
      operands.isEmpty || operands.contains(where: isKept)
    }
  }

  /// The words by which it may hold, without those that say nothing.
  private func relaxedWords(_ domain: NaiveIndex) -> [NaiveWord] {
    var found: [NaiveWord] = []
    func collect(_ expression: QueryExpression) {
      switch expression {
      case .all(let parts), .any(let parts): parts.forEach(collect)
      case .words(let looked, _): found += looked.compactMap { words[$0] }
      case .phrase(let phrase, _): found += phrase.words.compactMap { literals[$0] }
      case .identifier, .filter, .domain, .not: break
      }
    }
    collect(NaiveExpression.looked(expression, domain, onlyNames: false))
    return found.filter { !$0.word.isSymbol && !domain.analyzer.isStopWord($0.word.text) }
  }

  /// Whether it holds with the words of phrases apart; nil where it holds nothing that counts.
  private func holdsApart(
    _ expression: QueryExpression, _ document: NaiveDocument, _ domain: NaiveIndex,
    dropsFields: Bool
  ) -> Bool? {
    let spoken = apart(expression, document, domain, dropsFields: dropsFields) { !$0.isSymbol }
    let telling = apart(expression, document, domain, dropsFields: dropsFields) {
      !$0.isSymbol && !domain.analyzer.isStopWord($0.text)
    }
    return telling ?? spoken
      ?? apart(expression, document, domain, dropsFields: dropsFields) { _ in true }
  }

  private func apart(
    _ expression: QueryExpression, _ document: NaiveDocument, _ domain: NaiveIndex,
    dropsFields: Bool, _ keeps: (QueryWord) -> Bool
  ) -> Bool? {
    func all(_ looked: [QueryWord], _ known: [QueryWord: NaiveWord], _ field: Field?) -> Bool? {
      let rest = looked.filter(keeps)
      guard !rest.isEmpty else { return nil }
      let field = dropsFields ? nil : field
      return rest.allSatisfy { word in
        guard let known = known[word] else { return false }
        return holds(known, word, field, document)
      }
    }
    switch expression {
    case .words(let looked, let field): return all(looked, words, field)
    case .phrase(let phrase, let field): return all(phrase.words, literals, field)
    case .all(let parts):
      let said = parts.compactMap { apart($0, document, domain, dropsFields: dropsFields, keeps) }
      return said.isEmpty ? nil : said.allSatisfy(\.self)
    case .any(let parts):
      let said = parts.compactMap { apart($0, document, domain, dropsFields: dropsFields, keeps) }
      return said.isEmpty ? nil : said.contains(true)
    case .identifier, .filter, .domain, .not: return holdsLooked(expression, document, domain)
    }
  }

  private func holds(
    _ known: NaiveWord, _ word: QueryWord, _ field: Field?, _ document: NaiveDocument
  ) -> Bool {
    guard let field else { return known.contribution(document, onlyNames: false) != nil }
    let isName = field == .title || field == .alias
    if word.looksAtNamesAlone && !isName { return false }
    return known.contribution(document, onlyNames: isName) != nil
      && document.holds(known, in: field)
  }
}
