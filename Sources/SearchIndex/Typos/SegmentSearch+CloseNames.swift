import FootlightDiagnostics
import FootlightPlatform
import QueryLanguage

/// Names that begin with the query once some of its words are corrected.
struct CloseName {
  /// How far they are from the query: a ``TypoLevel``.
  var typos: Int
  var range: NameRange
  /// The query written right.
  var terms: NameQueryTerms
}

extension SegmentSearch {
  /// The names that begin with the query written right, for each way to correct it that some name
  /// has; looked up once, for the search and for what matched.
  func closeNames() throws(Failure) -> [CloseName] {
    if let correctedNames { return correctedNames }
    let found = try findCloseNames()
    correctedNames = found
    return found
  }

  /// Beginnings that no name has are not gone on with, so that few of the ways are looked up.
  private func findCloseNames() throws(Failure) -> [CloseName] {
    guard plan.request.query.expression == nil, generation.header.names > 0,
      let name = plan.request.query.name
    else { return [] }
    var ways: [[NameToken]] = []
    for (place, token) in name.tokens.enumerated() {
      let isOpen = place == name.tokens.count - 1 && !name.lastIsComplete
      ways.append(try tokens(token, isOpen: isOpen))
    }
    var found: [CloseName] = []
    // Beginnings of names, with the typos that were corrected in them.
    var begun: [(terms: [UInt32], typos: Int)] = [([], 0)]
    for (place, tokens) in ways.enumerated() {
      let isLast = place == ways.count - 1
      var further: [(terms: [UInt32], typos: Int)] = []
      for (terms, typos) in begun {
        for token in tokens where !isLast || typos + token.typos > 0 {
          let sum = TypoLevel.sum(typos, token.typos)
          guard isLast else {
            if let term = token.whole, try isBeginning(terms + [term]) {
              further.append((terms + [term], sum))
            }
            continue
          }
          let right = NameQueryTerms(first: terms, whole: token.whole, last: token.terms)
          let range = try nameRange(right)
          guard !range.all.isEmpty else { continue }
          found.append(CloseName(typos: sum, range: range, terms: right))
        }
      }
      begun = further
    }
    return found
  }

  /// What a word of a name may be: the term itself, and those that may be meant by it.
  private struct NameToken {
    var whole: UInt32?
    var terms: Range<UInt32>
    var typos: Int
  }

  private func tokens(_ token: [UInt8], isOpen: Bool) throws(Failure) -> [NameToken] {
    var found: [NameToken] = []
    if isOpen {
      let range = try looked.range(ofPrefix: token, plan)
      if range.count > 0 {
        found.append(
          NameToken(
            whole: range.low.isText ? range.low.number : nil,
            terms: range.low.number..<max(range.low.number, range.high.number), typos: 0))
      }
    } else if let whole = try looked.term(token, plan)?.number {
      found.append(NameToken(whole: whole, terms: whole..<whole + 1, typos: 0))
    }
    // A word may stand in the query twice, and mean the same with more typos.
    var least: [UInt32: Int] = [:]
    for (place, levels) in plan.meant where plan.words[place].text == token {
      for (level, meant) in levels.enumerated() {
        for word in meant {
          guard let entry = try term(ofMeant: word), entry.inNames > 0 else { continue }
          least[entry.number] = min(least[entry.number] ?? .max, level + 1)
        }
      }
    }
    for (term, typos) in least.sorted(by: { $0.key < $1.key }) {
      found.append(NameToken(whole: term, terms: term..<term + 1, typos: typos))
    }
    return found
  }

  /// The term itself of a word that may be meant, which has no synonyms; its atom may stand for its stem.
  private func term(ofMeant word: Int) throws(Failure) -> TermEntry? {
    if stems == nil {
      guard case .term(let entry) = atoms[plan.words[word].atoms.lowerBound] else { return nil }
      return entry
    }
    var text = ByteArena(capacity: plan.words[word].text.count + 8)
    text.append(plan.words[word].text)
    return try generation.term(text)
  }
}
