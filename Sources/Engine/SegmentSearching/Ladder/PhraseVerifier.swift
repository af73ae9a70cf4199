import FootlightPlatform
import TextAnalysis

/// Looks whether the words of a phrase stand side by side in a document.
final class PhraseVerifier {
  private let query: SegmentQuery
  private let forward: ForwardReader
  private let nameTokens: [[UInt8]]
  private let field: Field?
  private let onlyNames: Bool
  /// The terms of the phrase as it is and as names hold it; nil when a term is nowhere.
  private let terms: [UInt32]?
  private let nameTerms: [UInt32]?

  /// Nil when the phrase cannot be anywhere.
  init?(
    _ query: SegmentQuery, _ phrase: PlannedPhrase, _ field: Field?, onlyNames: Bool
  ) throws(Failure) {
    self.query = query
    forward = query.forward
    nameTokens = phrase.nameTokens
    self.field = field
    self.onlyNames = onlyNames || field == .title || field == .alias
    terms = try query.terms(phrase.tokens)
    nameTerms = try query.terms(phrase.nameTokens)
    if terms == nil, nameTerms == nil { return nil }
  }

  /// Whether a document holds the phrase.
  func holds(_ document: UInt32) throws(Failure) -> Bool {
    var found = false
    // An alias that is the title's equal is no name of its own: its text tells.
    var isDoubtful = false
    try forward.forEachField(document, onlyNames: onlyNames, endingWith: terms ?? []) {
      part, list in
      switch part {
      case .name(let ordinal):
        guard let nameTerms, list.holds(nameTerms) else { break }
        if field == nil || field == (ordinal == 0 ? .title : .alias) {
          found = true
        } else if field == .alias {
          isDoubtful = true
        }
      case .keywords:
        guard field == nil || field == .keyword, let terms else { break }
        found = list.holds(terms) && list.holds(terms, before: list.sequenceEnd)
      case .description:
        guard field == nil || field == .description, let terms else { break }
        found = list.holds(terms, from: list.count - terms.count)
      case .body:
        guard field == nil || field == .body, let terms else { break }
        found = list.holds(terms, from: list.count - terms.count)
      case .namesExtra, .longExtra: break
      }
      // What is derived of the longer fields stands last, and is no part of a phrase.
      if case .body = part { return false }
      return !found
    }
    if !found, isDoubtful { return try isInAlias(document) }
    return found
  }

  private func isInAlias(_ document: UInt32) throws(Failure) -> Bool {
    let item = try query.stored.item(document, withBody: false, &query.scratch.buffers.stored)
    let analyzer = query.stored.analyzer
    return item.aliases.contains { alias in
      let tokens = analyzer.analyze(alias, as: .name).map { Array($0.text.utf8) }
      guard tokens.count >= nameTokens.count else { return false }
      return (0...(tokens.count - nameTokens.count)).contains { start in
        tokens[start..<start + nameTokens.count].elementsEqual(nameTokens)
      }
    }
  }
}

extension NameTerms {
  /// Where the sequence of the keywords ends: before what is derived from them.
  var sequenceEnd: Int {
    let mark = separator
    for index in 0..<max(0, count - 1) where self[index] == mark && self[index + 1] == mark {
      return index
    }
    return count
  }

  /// The separator of two keywords, all bits of a term; long fields have none.
  var separator: UInt32 { bits == 0 ? .max : UInt32.max >> UInt32(32 - bits) }

  /// Whether terms stand side by side among those from one on and before another.
  func holds(_ terms: [UInt32], from start: Int = 0, before end: Int? = nil) -> Bool {
    let end = end ?? count
    guard let first = terms.first, start >= 0, end - start >= terms.count else { return false }
    for start in start...(end - terms.count)
    where self[start] == first && terms.indices.allSatisfy({ self[start + $0] == terms[$0] }) {
      return true
    }
    return false
  }
}
