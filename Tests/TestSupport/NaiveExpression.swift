import DeclaredRecords
import FootlightPlatform
import SearchEngine
import TextAnalysis

/// An expression that is asked of every item.
struct NaiveExpression {
  let expression: QueryExpression
  let words: [QueryWord: NaiveWord]
  /// The words where no synonyms count: in phrases, behind a -, in conditions.
  private let exact: [QueryWord: NaiveWord]
  /// The words of phrases.
  let literals: [QueryWord: NaiveWord]
  private let isExact: Bool

  init(_ expression: QueryExpression, _ documents: [NaiveDocument], isExact: Bool = false) {
    self.expression = expression
    self.isExact = isExact
    var known: [QueryWord: NaiveWord] = [:]
    var exact: [QueryWord: NaiveWord] = [:]
    var literal: [QueryWord: NaiveWord] = [:]
    expression.forEachLeaf { leaf, _ in
      switch leaf {
      case .words(let words, _):
        for word in words {
          let plain = NaiveWord(word, documents, takesSynonyms: false)
          exact[word] = plain
          let hasSynonyms = documents.contains { $0.group(of: word.text).count > 1 }
          known[word] = hasSynonyms ? NaiveWord(word, documents) : plain
        }
      case .phrase(let phrase, _):
        for word in phrase.words + phrase.nameWords {
          literal[word] = NaiveWord(word, documents, takesSynonyms: false, isLiteral: true)
        }
      default: break
      }
    }
    self.exact = exact
    words = isExact ? exact : known
    literals = literal
  }

  /// Tier and score: 3 when titles and aliases alone satisfy it, else 4; nil for no match.
  func strict(
    _ document: NaiveDocument, _ domain: NaiveIndex, _ match: MatchMode
  ) -> (Int, Int)? {
    if match == .any {
      let looked = NaiveExpression.looked(
        NaiveExpression.apart(expression), domain, onlyNames: false)
      guard holds(looked, document, domain, onlyNames: false) else { return nil }
      return (4, score(looked, document, domain, onlyNames: false))
    }
    for (tier, onlyNames) in [(3, true), (4, false)] {
      let looked = NaiveExpression.looked(expression, domain, onlyNames: onlyNames)
      if holds(looked, document, domain, onlyNames: onlyNames) {
        return (tier, score(looked, document, domain, onlyNames: onlyNames))
      }
    }
    return nil
  }

  /// What stands side by side is asked for one by one; what is excluded stays so.
  private static func apart(_ expression: QueryExpression) -> QueryExpression {
    switch expression {
    case .words(let words, let field): return .any(words.map { .words([$0], field: field) })
    case .all(let parts):
      let wanted = parts.filter { !$0.onlyLeavesOut }.map(apart)
      let conditions = parts.filter(\.onlyLeavesOut)
      return .all((wanted.isEmpty ? [] : [.any(wanted)]) + conditions)
    case .any(let parts): return .any(parts.map(apart))
    default: return expression
    }
  }

  /// The fewest typos with which an item satisfies it, and the score; nil when it does not.
  func close(
    _ document: NaiveDocument, _ domain: NaiveIndex, onlyNames: Bool, isFew: Bool
  ) -> (typos: Int, score: Int)? {
    let looked = NaiveExpression.looked(expression, domain, onlyNames: onlyNames)
    guard let typos = typos(looked, document, domain, onlyNames: onlyNames, isFew) else {
      return nil
    }
    return (typos, closeScore(looked, document, domain, onlyNames: onlyNames, isFew))
  }

  private func typos(
    _ expression: QueryExpression, _ document: NaiveDocument, _ domain: NaiveIndex,
    onlyNames: Bool, _ isFew: Bool
  ) -> Int? {
    switch expression {
    case .words(let words, let field):
      return ways(words, field, document, onlyNames: onlyNames, isFew)?.reduce(0) {
        naiveSum($0, $1.typos)
      }
    case .all(let parts):
      let found = parts.compactMap { typos($0, document, domain, onlyNames: onlyNames, isFew) }
      return found.count == parts.count ? found.reduce(0, naiveSum) : nil
    case .any(let parts):
      return parts.compactMap { typos($0, document, domain, onlyNames: onlyNames, isFew) }.min()
    case .phrase, .identifier, .filter, .domain, .not:
      return holds(expression, document, domain, onlyNames: onlyNames) ? 0 : nil
    }
  }

  private func closeScore(
    _ expression: QueryExpression, _ document: NaiveDocument, _ domain: NaiveIndex,
    onlyNames: Bool, _ isFew: Bool
  ) -> Int {
    switch expression {
    case .words(let words, let field):
      return ways(words, field, document, onlyNames: onlyNames, isFew)?
        .reduce(0) { $0 + $1.score } ?? 0
    case .all(let parts), .any(let parts):
      return parts.reduce(0) {
        $0 + closeScore($1, document, domain, onlyNames: onlyNames, isFew)
      }
    case .phrase, .identifier, .filter, .domain, .not:
      return score(expression, document, domain, onlyNames: onlyNames)
    }
  }

  /// How each of the words is there; nil when one is not.
  private func ways(
    _ looked: [QueryWord], _ field: Field?, _ document: NaiveDocument, onlyNames: Bool,
    _ isFew: Bool
  ) -> [(typos: Int, score: Int)]? {
    var found: [(typos: Int, score: Int)] = []
    let isName = field == .title || field == .alias
    if onlyNames, field != nil, !isName { return nil }
    for word in looked {
      guard let known = words[word] else { return nil }
      if holds(word, field, document, onlyNames: onlyNames) {
        found.append((0, known.contribution(document, onlyNames: onlyNames) ?? 0))
        continue
      }
      guard isFew || word.isClose,
        let way = known.closeWays(
          document, onlyNames: onlyNames, exact: false,
          { term in field.map { document.fields[$0]?.terms.contains(term) ?? false } ?? true })
      else { return nil }
      found.append(way)
    }
    return found
  }

  /// Whether it holds anywhere in an item.
  func holds(_ document: NaiveDocument, _ domain: NaiveIndex) -> Bool {
    holds(
      NaiveExpression.looked(expression, domain, onlyNames: false), document, domain,
      onlyNames: false)
  }

  /// Whether another expression of the same words holds anywhere in an item.
  func holdsLooked(
    _ expression: QueryExpression, _ document: NaiveDocument, _ domain: NaiveIndex
  ) -> Bool {
    holds(
      NaiveExpression.looked(expression, domain, onlyNames: false), document, domain,
      onlyNames: false)
  }

  /// The expression without words that do not count.
  static func looked(
    _ expression: QueryExpression, _ domain: NaiveIndex, onlyNames: Bool
  ) -> QueryExpression {
    let spoken = kept(expression) { !$0.isSymbol } ?? expression
    if onlyNames { return spoken }
    return kept(spoken) { !domain.analyzer.isStopWord($0.text) } ?? spoken
  }

  private static func kept(
    _ expression: QueryExpression, _ keeps: (QueryWord) -> Bool
  ) -> QueryExpression? {
    switch expression {
    case .words(let words, let field):
      let rest = words.filter(keeps)
      return rest.isEmpty ? nil : .words(rest, field: field)
    case .not(let inside): return .not(kept(inside, keeps) ?? inside)
    case .all(let parts):
      let rest = parts.compactMap { kept($0, keeps) }
      return rest.isEmpty ? nil : .all(rest)
    case .any(let parts):
      let rest = parts.compactMap { kept($0, keeps) }
      return rest.isEmpty ? nil : .any(rest)
    case .phrase, .identifier, .filter, .domain: return expression
    }
  }

  private func holds(
    _ expression: QueryExpression, _ document: NaiveDocument, _ domain: NaiveIndex,
    onlyNames: Bool, isExact: Bool = false
  ) -> Bool {
    switch expression {
    case .words(let words, let field):
      return words.allSatisfy {
        holds($0, field, document, onlyNames: onlyNames, isExact: isExact)
      }
    case .phrase(let phrase, let field):
      return holds(phrase, field, document, onlyNames: onlyNames)
    case .identifier(let id): return !onlyNames && Term(id.utf8) == Term(document.item.id.utf8)
    case .filter(let filter): return NaiveConditions.holds(filter, document.item)
    case .domain(let names): return NaiveConditions.covers(names, domain.domain)
    case .not(let inside):
      return !holds(inside, document, domain, onlyNames: false, isExact: true)
    case .all(let parts):
      return parts.allSatisfy {
        holds($0, document, domain, onlyNames: onlyNames, isExact: isExact)
      }
    case .any(let parts):
      return parts.contains {
        holds($0, document, domain, onlyNames: onlyNames, isExact: isExact)
      }
    }
  }

  private func holds(
    _ word: QueryWord, _ field: Field?, _ document: NaiveDocument, onlyNames: Bool,
    isExact: Bool = false
  ) -> Bool {
    guard let known = isExact ? exact[word] : words[word] else { return false }
    guard let field else { return known.contribution(document, onlyNames: onlyNames) != nil }
    let isName = field == .title || field == .alias
    if onlyNames && !isName || word.looksAtNamesAlone && !isName { return false }
    guard known.contribution(document, onlyNames: isName) != nil else { return false }
    return document.holds(known, in: field)
  }

  private func holds(
    _ phrase: QueryPhrase, _ field: Field?, _ document: NaiveDocument, onlyNames: Bool
  ) -> Bool {
    // The last character of one run and the first of the next make no pair, though they stand side by side.
    let runs = phrase.words.filter { $0.run != nil }
    guard runs.allSatisfy({ literals[$0]?.contribution(document, onlyNames: onlyNames) != nil })
    else { return false }
    let looked = field.map { [$0] } ?? [.title, .alias, .keyword, .description, .body]
    return looked.contains { field in
      let isName = field == .title || field == .alias
      guard isName || !onlyNames, let (_, texts) = document.fields[field] else { return false }
      return texts.contains { $0.holds(isName ? phrase.nameTokens : phrase.tokens) }
    }
  }

  private func score(
    _ expression: QueryExpression, _ document: NaiveDocument, _ domain: NaiveIndex, onlyNames: Bool
  ) -> Int {
    func sum(_ looked: [QueryWord], in words: [QueryWord: NaiveWord]) -> Int {
      looked.reduce(0) {
        $0 + (words[$1]?.contribution(document, onlyNames: onlyNames) ?? 0)
      }
    }
    switch expression {
    case .all(let parts), .any(let parts):
      return parts.reduce(0) { $0 + score($1, document, domain, onlyNames: onlyNames) }
    case .words(let looked, _):
      return holds(expression, document, domain, onlyNames: onlyNames) ? sum(looked, in: words) : 0
    case .phrase(let phrase, _):
      guard holds(expression, document, domain, onlyNames: onlyNames) else { return 0 }
      return phrase.tokens == phrase.nameTokens
        ? sum(phrase.words, in: literals)
        : max(sum(phrase.words, in: literals), sum(phrase.nameWords, in: literals))
    case .identifier, .filter, .domain, .not: return 0
    }
  }
}

extension [Term] {
  /// Whether terms stand side by side in these.
  func holds(_ terms: [Term]) -> Bool {
    guard !terms.isEmpty, count >= terms.count else { return false }
    return (0...(count - terms.count)).contains { self[$0..<$0 + terms.count].elementsEqual(terms) }
  }
}

extension QueryExpression {
  fileprivate var onlyLeavesOut: Bool {
    switch self {
    case .not, .filter, .domain: true
    default: false
    }
  }
}

/// The conditions of a request, asked of every item.
struct NaiveConditions {
  private let conditions: [NaiveExpression]

  init(_ request: SearchRequest, _ documents: [NaiveDocument]) {
    conditions = (request.query.conditions + request.conditions).map {
      NaiveExpression($0, documents, isExact: true)
    }
  }

  func hold(_ document: NaiveDocument, _ domain: NaiveIndex) -> Bool {
    conditions.allSatisfy { $0.holds(document, domain) }
  }

  /// Whether a domain is searched at all.
  static func admits(_ index: NaiveIndex, _ request: SearchRequest) -> Bool {
    (request.query.conditions + request.conditions).allSatisfy { condition in
      switch condition {
      case .domain(let names): covers(names, index.domain)
      case .not(.domain(let names)): !covers(names, index.domain)
      case .filter(let filter):
        index.attributes.contains(filter.name)
          || AttributeFilter.placeNames.contains(filter.name) && index.hasPlaces
      default: true
      }
    }
  }

  static func covers(_ names: [String], _ domain: String) -> Bool {
    names.contains { domain == $0 || domain.hasPrefix($0 + ".") }
  }

  /// The places that a name means.
  static func places(_ name: String, _ item: NaiveItem) -> [Place] {
    item.attributes.compactMap { attribute in
      guard attribute.name == name || AttributeFilter.placeNames.contains(name),
        case .place(let place) = attribute.value
      else { return nil }
      return place
    }
  }

  private static func isIn(_ filter: AttributeFilter, _ place: Place) -> Bool {
    filter.wholeValue.map { NaivePlaces.holds($0, place) } ?? false
  }

  /// Whether an item passes a filter.
  static func holds(_ filter: AttributeFilter, _ item: NaiveItem) -> Bool {
    if AttributeFilter.placeNames.contains(filter.name) {
      return places(filter.name, item).contains { isIn(filter, $0) }
    }
    guard let value = item.attributes.first(where: { $0.name == filter.name })?.value else {
      return false
    }
    switch value {
    case .place(let place): return isIn(filter, place)
    case .text(let text): return holds(filter, NaiveText(text)) { NaiveText($0) }
    case .list(let texts):
      return texts.contains { holds(filter, NaiveText($0)) { NaiveText($0) } }
    case .number(let number): return holds(filter, number) { AttributeText.number($0) }
    case .boolean(let truth):
      return holds(filter, truth ? 1.0 : 0.0) { AttributeText.boolean($0).map { $0 ? 1.0 : 0.0 } }
    case .date(let seconds):
      // What a date names is an interval: comparisons look at its one or its other end.
      func first(_ text: String) -> Int64? { AttributeText.interval(text)?.lowerBound }
      func behind(_ text: String) -> Int64? { AttributeText.interval(text)?.upperBound }
      switch filter.condition {
      case .compared(.below, let text): return first(text).map { seconds < $0 } ?? false
      case .compared(.atMost, let text): return behind(text).map { seconds < $0 } ?? false
      case .compared(.above, let text): return behind(text).map { seconds >= $0 } ?? false
      case .compared(.atLeast, let text): return first(text).map { seconds >= $0 } ?? false
      case .oneOf(let values):
        return values.contains { value in
          switch value {
          case .equal(let text): return AttributeText.interval(text)?.contains(seconds) ?? false
          case .range(let low, let high):
            if let low {
              guard let start = first(low), seconds >= start else { return false }
            }
            if let high {
              guard let end = behind(high), seconds < end else { return false }
            }
            return true
          }
        }
      }
    }
  }

  private static func holds<Value: Comparable>(
    _ filter: AttributeFilter, _ value: Value, _ read: (String) -> Value?
  ) -> Bool {
    switch filter.condition {
    case .compared(let comparison, let text):
      guard let bound = read(text) else { return false }
      switch comparison {
      case .below: return value < bound
      case .atMost: return value <= bound
      case .above: return value > bound
      case .atLeast: return value >= bound
      }
    case .oneOf(let values):
      return values.contains { wanted in
        switch wanted {
        case .equal(let text): return read(text).map { $0 == value } ?? false
        case .range(let low, let high):
          if let low {
            guard let bound = read(low), value >= bound else { return false }
          }
          if let high {
            guard let bound = read(high), value <= bound else { return false }
          }
          return true
        }
      }
    }
  }
}

/// Texts folded as a whole.
package enum NaiveFolding {
  /// The folded UTF-8.
  package static func folded(_ text: String) -> [UInt8] { NaiveText(text).folded }
}

/// A text as filters compare it: whole and folded.
struct NaiveText: Hashable, Comparable {
  let folded: [UInt8]

  init(_ text: String) {
    let source = ByteArena(text)
    var target = ByteArena()
    Analyzer().appendFolded(of: source, source.all, into: &target)
    folded = target.bytes(target.all)
  }

  static func < (one: NaiveText, other: NaiveText) -> Bool {
    one.folded.lexicographicallyPrecedes(other.folded)
  }
}
