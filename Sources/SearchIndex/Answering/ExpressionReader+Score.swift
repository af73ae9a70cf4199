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
    var forms: [[ListCursor]] = []
    /// With typos: for each word its ways to be there, those with fewer typos first.
    var ways: [[Way]] = []
  }

  /// Documents that hold a word with so many typos or fewer, and the lists of that many.
  private struct Way {
    var documents: Bitmap
    var lists: [ListCursor]
  }

  private var leaves: [Leaf] = []
  private let takesTypos: Bool

  init(
    _ expression: PlannedExpression, _ reader: ExpressionReader, onlyNames: Bool,
    _ statistics: Statistics, takesTypos: Bool = false
  ) throws(Failure) {
    self.takesTypos = takesTypos
    try collect(expression, reader, onlyNames, statistics)
  }

  /// Each of the words that a document holds adds to its score.
  init(
    words: [Int], _ reader: ExpressionReader, onlyNames: Bool, _ statistics: Statistics
  ) throws(Failure) {
    takesTypos = false
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
    case .words(let words, let field):
      if takesTypos {
        try add(close: words, field, reader, onlyNames, statistics)
      } else {
        try add(expression, [words], reader, onlyNames, statistics)
      }
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

  private func add(
    close words: [Int], _ field: QueryField?, _ reader: ExpressionReader, _ onlyNames: Bool,
    _ statistics: Statistics
  ) throws(Failure) {
    var leaf = Leaf(documents: Bitmap(all: reader.generation.header.items))
    for word in words {
      let sets = try reader.closeDocuments(word, field, onlyNames: onlyNames)
      var ways: [Way] = []
      let levels = [[word]] + (reader.words.plan.meant[word] ?? [])
      for (documents, places) in zip(sets, levels) {
        var lists: [ListCursor] = []
        for place in places {
          lists.append(try reader.words.walked(place, onlyNames: onlyNames, statistics))
        }
        ways.append(Way(documents: documents, lists: lists))
      }
      if let last = sets.last { leaf.documents.formIntersection(last) }
      leaf.ways.append(ways)
    }
    leaves.append(leaf)
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
      for ways in leaf.ways {
        guard let way = ways.first(where: { $0.documents[Int(document)] }) else { continue }
        for list in way.lists {
          try list.advance(to: document)
          if list.document == document { total += list.contribution }
        }
      }
    }
    return total
  }
}
