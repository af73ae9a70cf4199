/// An expression whose words have places in a plan, so that they are looked up once a segment.
package indirect enum PlannedExpression: Sendable {
  case words([Int], field: Field?)
  case phrase(PlannedPhrase, field: Field?)
  case identifier(String)
  case filter(AttributeFilter)
  case domain([String])
  case not(PlannedExpression)
  case all([PlannedExpression])
  case any([PlannedExpression])

  /// Collects the words of an expression after those that are there; `literal` are those of phrases.
  package init(
    _ expression: QueryExpression, _ words: inout [QueryWord], literal: inout Set<Int>
  ) {
    switch expression {
    case .words(let found, let field):
      self = .words(PlannedExpression.add(found, &words), field: field)
    case .phrase(let phrase, let field):
      let first = words.count
      self = .phrase(
        PlannedPhrase(
          words: PlannedExpression.add(phrase.words, &words),
          nameWords: PlannedExpression.add(phrase.nameWords, &words), tokens: phrase.tokens,
          nameTokens: phrase.nameTokens), field: field)
      literal.formUnion(first..<words.count)
    case .identifier(let id): self = .identifier(id)
    case .filter(let filter): self = .filter(filter)
    case .domain(let names): self = .domain(names)
    case .not(let inside): self = .not(PlannedExpression(inside, &words, literal: &literal))
    case .all(let operands):
      self = .all(operands.map { PlannedExpression($0, &words, literal: &literal) })
    case .any(let operands):
      self = .any(operands.map { PlannedExpression($0, &words, literal: &literal) })
    }
  }

  /// The operands by which it may hold – words and phrases – without what is negated.
  var affirmed: [PlannedExpression] {
    switch self {
    case .words, .phrase: [self]
    case .all(let operands), .any(let operands): operands.flatMap(\.affirmed)
    case .identifier, .filter, .domain, .not: []
    }
  }

  /// The words that may hold typos: those that stand alone and are not negated.
  var words: [Int] {
    switch self {
    case .words(let words, _): words
    case .all(let operands), .any(let operands): operands.flatMap(\.words)
    case .phrase, .identifier, .filter, .domain, .not: []
    }
  }

  private static func add(_ found: [QueryWord], _ words: inout [QueryWord]) -> [Int] {
    let first = words.count
    words += found
    return Array(first..<words.count)
  }

  /// The expression without words that say nothing (`keeps` tells which do); nil for nothing.
  func reduced(_ keeps: (Int) -> Bool) -> PlannedExpression? {
    switch self {
    case .words(let words, let field):
      let rest = words.filter(keeps)
      return rest.isEmpty ? nil : .words(rest, field: field)
    case .phrase, .identifier, .filter, .domain: return self
    case .not(let inside): return .not(inside.reduced(keeps) ?? inside)
    case .all(let operands):
      let rest = operands.compactMap { $0.reduced(keeps) }
      return rest.isEmpty ? nil : rest.count == 1 ? rest[0] : .all(rest)
    case .any(let operands):
      let rest = operands.compactMap { $0.reduced(keeps) }
      return rest.isEmpty ? nil : rest.count == 1 ? rest[0] : .any(rest)
    }
  }
}

/// A phrase whose words have places in a plan.
package struct PlannedPhrase: Sendable {
  package var words: [Int]
  var nameWords: [Int]
  package var tokens: [[UInt8]]
  var nameTokens: [[UInt8]]
}

extension QueryExpression {
  /// The expression as the mode `any` reads it: of what stands side by side one is enough; what is
  /// excluded, and filters, hold all the same.
  var disjunction: QueryExpression {
    switch self {
    case .words(let words, let field):
      return words.count > 1 ? .any(words.map { .words([$0], field: field) }) : self
    case .all(let operands):
      let wanted = operands.filter { !$0.isRestriction }.map(\.disjunction)
      let restrictions = operands.filter(\.isRestriction)
      guard !wanted.isEmpty else { return self }
      let one: QueryExpression = wanted.count > 1 ? .any(wanted) : wanted[0]
      return restrictions.isEmpty ? one : .all([one] + restrictions)
    case .any(let operands): return .any(operands.map(\.disjunction))
    case .phrase, .identifier, .filter, .domain, .not: return self
    }
  }

  private var isRestriction: Bool {
    switch self {
    case .not, .filter, .domain: true
    case .words, .phrase, .identifier, .all, .any: false
    }
  }
}
