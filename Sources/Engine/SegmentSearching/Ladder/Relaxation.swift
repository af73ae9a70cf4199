/// The parts that are given up of an expression that too few items satisfy, in this order: filters, domains and
/// negations never are.
package enum Relaxation: Int, Sendable, Hashable, CaseIterable {
  /// One of the words that no mark asks for; where all are asked for by marks, one of these.
  case word
  /// All words that no mark asks for: phrases, fields and groups are what was meant most.
  case words
  /// That the words of phrases stand side by side.
  case phrase
  /// That the words stand in the field that was named.
  case field
  /// All but some of the words.
  case most
}

extension PlannedExpression {
  /// The operands that must all hold; words stand apart.
  private var parts: [PlannedExpression] {
    switch self {
    case .all(let operands): operands.flatMap(\.parts)
    case .words(let words, let field) where words.count > 1:
      words.map { .words([$0], field: field) }
    default: [self]
    }
  }

  /// Whether it is never given up.
  private var isKept: Bool {
    switch self {
    case .words, .phrase: false
    case .identifier, .filter, .domain, .not: true
    case .all(let operands), .any(let operands):
      // A filter or a negation within holds with what stands around it.
      operands.isEmpty || operands.contains(where: \.isKept)
    }
  }

  /// The words by which it may hold, those of phrases among them, whatever the field.
  var affirmedWords: [Int] {
    affirmed.flatMap { leaf in
      switch leaf {
      case .words(let words, _): words
      case .phrase(let phrase, _): phrase.words
      default: [Int]()
      }
    }
  }

  /// Whether it is a word that no mark asks for.
  private var isPlain: Bool {
    if case .words(_, nil) = self { return true }
    return false
  }

  /// So many parts at most are given up one by one.
  private static let mostParts = 16

  /// The parts that may be given up: words that no mark asks for, and the others.
  private var givable: (plain: [PlannedExpression], marked: [PlannedExpression]) {
    let given = parts.filter { !$0.isKept }
    return (given.filter(\.isPlain), given.filter { !$0.isPlain })
  }

  /// The expression with something given up; nil where there is nothing to give up.
  ///
  /// - Parameter telling: of the affirmed words the rarer half.
  func relaxed(_ relaxation: Relaxation, telling: [Int]) -> PlannedExpression? {
    switch relaxation {
    case .word:
      let (plain, marked) = givable
      guard plain.count + marked.count > 1,
        plain.count + marked.count <= PlannedExpression.mostParts
      else { return nil }
      let kept = parts.filter(\.isKept) + (plain.isEmpty ? [] : marked)
      let given = plain.isEmpty ? marked : plain
      return .any(
        given.indices.map { place in
          .all(kept + given.enumerated().filter { $0.offset != place }.map(\.element))
        })
    case .words:
      let (plain, marked) = givable
      guard plain.count > 1, !marked.isEmpty else { return nil }
      return .all(parts.filter(\.isKept) + marked)
    case .phrase: return apart(dropsFields: false)
    case .field: return apart(dropsFields: true)
    case .most:
      guard !telling.isEmpty else { return nil }
      return .all(parts.filter(\.isKept) + [.any(telling.map { .words([$0], field: nil) })])
    }
  }

  /// The same with the words of phrases one by one, and in any field where it drops fields.
  private func apart(dropsFields: Bool) -> PlannedExpression {
    switch self {
    case .words(let words, let field): .words(words, field: dropsFields ? nil : field)
    case .phrase(let phrase, let field):
      .words(phrase.words, field: dropsFields ? nil : field)
    case .all(let operands): .all(operands.map { $0.apart(dropsFields: dropsFields) })
    case .any(let operands): .any(operands.map { $0.apart(dropsFields: dropsFields) })
    case .identifier, .filter, .domain, .not: self
    }
  }
}
