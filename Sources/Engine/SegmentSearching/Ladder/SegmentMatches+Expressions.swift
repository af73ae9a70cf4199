package import FootlightPlatform
import TextAnalysis

/// Expressions: OR, phrases, fields, conditions.
extension SegmentMatches {
  /// The documents that an expression asks for, scored by those of its words and phrases that hold; with `onlyNames`
  /// those that titles and aliases alone satisfy.
  ///
  /// - Parameter isFuzzy: whether words may hold typos: what is negated, a phrase or a filter takes none.
  func scored(
    _ expression: PlannedExpression, onlyNames: Bool, isFuzzy: Bool = false
  ) throws(Failure) -> Matches? {
    guard
      let documents = try matches(expression, onlyNames: onlyNames, isFuzzy: isFuzzy, isAlone: true)
    else { return nil }
    // Parts of parts count by themselves, whether or not what stands around them holds.
    guard !expression.isFlat else { return documents }
    var leaves: [Matches] = []
    for leaf in expression.affirmed {
      if let found = try matches(leaf, onlyNames: onlyNames, isFuzzy: isFuzzy) {
        leaves.append(found)
      }
    }
    return ScoredMatches(documents, by: leaves)
  }

  /// The documents that an expression asks for; nil where there are none for sure.
  package func matches(
    _ expression: PlannedExpression, onlyNames: Bool, isFuzzy: Bool = false, isAlone: Bool = false
  ) throws(Failure) -> Matches? {
    let items = query.stored.header.items
    switch expression {
    case .words(let words, let field):
      return isFuzzy
        ? try fuzzy(words, onlyNames: onlyNames, in: field)
        : try all(of: words, onlyNames: onlyNames, in: field, isAlone: isAlone)
    case .phrase(let phrase, let field):
      return try matches(phrase, field, onlyNames: onlyNames)
    case .identifier(let id):
      guard !onlyNames, let document = try query.stored.document(ofID: id) else { return nil }
      return ListedMatches([ListedMatches.Entry(document: document, score: 0, key: 0)])
    case .filter(let filter):
      return try query.segment.documents(passing: filter, request.bounds).map { SetMatches($0) }
    case .domain(let names):
      return DomainReach(names).contains(query.domain) ? SetMatches(Bitmap(all: items)) : nil
    case .not(let inside):
      // Negated parts are looked for everywhere.
      var found = try documents(try matches(inside, onlyNames: false, isAlone: true))
      found.formComplement()
      return SetMatches(found)
    case .all(let parts):
      return try all(parts, onlyNames: onlyNames, isFuzzy: isFuzzy)
    case .any(let parts):
      var found: [Matches] = []
      for (part, times) in distinct(parts) {
        guard let there = try matches(part, onlyNames: onlyNames, isFuzzy: isFuzzy) else {
          continue
        }
        if times > 1 {
          found.append(RepeatedMatches(there, times))
        } else {
          found += (there as? AllOf)?.alternatives ?? [there]
        }
      }
      return found.isEmpty ? nil : found.count == 1 ? found[0] : AnyOf(found, request)
    }
  }

  private func all(
    _ parts: [PlannedExpression], onlyNames: Bool, isFuzzy: Bool
  ) throws(Failure) -> Matches? {
    var walked: [Matches] = []
    var checks: [Matches] = []
    for part in parts {
      if case .not(let inside) = part {
        if let excluded = try matches(inside, onlyNames: false) {
          checks.append(LackedMatches(excluded))
        }
      } else if let there = try matches(part, onlyNames: onlyNames, isFuzzy: isFuzzy) {
        walked.append(there)
      } else {
        return nil
      }
    }
    if walked.isEmpty { walked.append(SetMatches(Bitmap(all: query.stored.header.items))) }
    guard walked.count + checks.count > 1 else { return walked[0] }
    walked.sort { $0.cost < $1.cost }
    return try AllOf(walked, checks: checks, without: query.hidden, request)
  }

  private func matches(
    _ phrase: PlannedPhrase, _ field: Field?, onlyNames: Bool
  ) throws(Failure) -> Matches? {
    let isOfNames = field == .title || field == .alias
    if onlyNames, field != nil, !isOfNames { return nil }
    guard let verifier = try PhraseVerifier(query, phrase, field, onlyNames: onlyNames) else {
      return nil
    }
    // Names hold the phrase in the form of names, other fields as it is; stop words have no postings
    // in long texts, so other words lead there.
    var ways = [try all(of: distinct(phrase.nameWords), onlyNames: true)]
    if !onlyNames, !isOfNames {
      let analyzer = query.stored.analyzer
      let indexed = distinct(phrase.words).filter {
        !analyzer.isStopWord(query.plan.words[$0].text)
      }
      ways.append(
        indexed.isEmpty
          ? SetMatches(Bitmap(all: query.stored.header.items))
          : try all(of: indexed, onlyNames: false))
    }
    let held = ways.compactMap { $0 }
    guard !held.isEmpty else { return nil }
    let forms =
      phrase.tokens == phrase.nameTokens ? [phrase.words] : [phrase.words, phrase.nameWords]
    return try PhraseMatches(
      held.count == 1 ? held[0] : AnyOf(held, request), verifier,
      forms.map { (words) throws(Failure) in try each(of: words, onlyNames: onlyNames) }, request)
  }

  /// Each alternative once, with how often it is said: its documents are looked for once, and count as often.
  private func distinct(_ parts: [PlannedExpression]) -> [(part: PlannedExpression, times: Int)] {
    var found: [(part: PlannedExpression, times: Int)] = []
    var places: [SaidPart: Int] = [:]
    for part in parts {
      let said: SaidPart
      switch part {
      case .words(let words, let field):
        said = SaidPart(field: field, words: words.map { query.plan.words[$0].said })
      case .phrase(let phrase, let field): said = SaidPart(field: field, tokens: phrase.tokens)
      default:
        found.append((part, 1))
        continue
      }
      if let place = places[said] {
        found[place].times += 1
      } else {
        places[said] = found.count
        found.append((part, 1))
      }
    }
    return found
  }

  /// Each word once: a phrase may say one a hundred times, and its list is the same.
  private func distinct(_ words: [Int]) -> [Int] {
    var seen: Set<[UInt8]> = []
    return words.filter { seen.insert(query.plan.words[$0].text).inserted }
  }
}

/// What makes two alternatives find the same documents.
private struct SaidPart: Hashable {
  var field: Field?
  var words: [PlannedWord] = []
  var tokens: [[UInt8]] = []
}

extension PlannedWord {
  /// The word wherever it stands in the query.
  fileprivate var said: PlannedWord {
    var word = self
    word.atoms = 0..<0
    return word
  }
}

extension PlannedExpression {
  /// Whether it is a word or phrase, or nothing but such and conditions stand side by side or as alternatives.
  fileprivate var isFlat: Bool {
    switch self {
    case .words, .phrase, .identifier, .filter, .domain, .not: true
    case .all(let parts), .any(let parts):
      parts.allSatisfy {
        switch $0 {
        case .all, .any: false
        default: true
        }
      }
    }
  }
}
