import FootlightDiagnostics
import QueryLanguage

/// What an expression's words add to the score of documents that match, asked in ascending order.
///
/// A part counts when the document satisfies it; of a phrase the words count, in the form of names
/// when that is more.
final class ExpressionScore {
  private struct Leaf {
    var documents: Bitmap
    /// The lists of its words; of a phrase also those of the form of names.
    var forms: [[ListCursor]]
  }

  private var leaves: [Leaf] = []

  init(
    _ expression: PlannedExpression, _ reader: ExpressionReader, onlyNames: Bool,
    _ statistics: Statistics
  ) throws(Failure) {
    try collect(expression, reader, onlyNames, statistics)
  }

  /// Each of the words that a document holds adds to its score.
  init(
    words: [Int], _ reader: ExpressionReader, onlyNames: Bool, _ statistics: Statistics
  ) throws(Failure) {
    for word in words {
      try add(.words([word], field: nil), [[word]], reader, onlyNames, statistics)
    }
  }

  private func collect(
    _ expression: PlannedExpression, _ reader: ExpressionReader, _ onlyNames: Bool,
    _ statistics: Statistics
  ) throws(Failure) {
    switch expression {
    case .all(let parts), .any(let parts):
      for part in parts { try collect(part, reader, onlyNames, statistics) }
    case .words(let words, _): try add(expression, [words], reader, onlyNames, statistics)
    case .phrase(let phrase, _):
      let forms =
        phrase.tokens == phrase.nameTokens ? [phrase.words] : [phrase.words, phrase.nameWords]
      try add(expression, forms, reader, onlyNames, statistics)
    case .identifier, .filter, .domain, .not: break
    }
  }

  private func add(
    _ leaf: PlannedExpression, _ forms: [[Int]], _ reader: ExpressionReader, _ onlyNames: Bool,
    _ statistics: Statistics
  ) throws(Failure) {
    var lists: [[ListCursor]] = []
    for form in forms {
      var cursors: [ListCursor] = []
      for word in form {
        cursors.append(try reader.words.walked(word, onlyNames: onlyNames, statistics))
      }
      lists.append(cursors)
    }
    leaves.append(
      Leaf(documents: try reader.documents(leaf, onlyNames: onlyNames), forms: lists))
  }

  /// The score of a document that is not below the last one.
  func score(_ document: UInt32) throws(Failure) -> Int {
    var total = 0
    for leaf in leaves where leaf.documents[Int(document)] {
      var best = 0
      for form in leaf.forms {
        var sum = 0
        for list in form {
          try list.advance(to: document)
          if list.document == document { sum += list.contribution }
        }
        best = max(best, sum)
      }
      total += best
    }
    return total
  }
}
