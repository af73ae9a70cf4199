import QueryLanguage

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
