package import FootlightPlatform
import QueryLanguage
import SegmentFiles

/// Scores documents by the words of an expression; asked in ascending order.
///
/// An operand counts when the document satisfies it; of a phrase the words count, in the form of names
/// when that is more.
package final class ExpressionScorer {
  private struct Leaf {
    /// The documents that satisfy it; nil where its lists tell.
    var documents: Bitmap?
    /// The lists of its words; of a phrase also those of the form of names.
    var forms: [[Source]] = []
    /// With typos: for each word its ways to be there, those with fewer typos first.
    var ways: [[Way]] = []
  }

  /// The list of a word, and its place in the plan.
  private struct Source {
    var word: Int
    var list: ListCursor
    /// Whether it is the exact form beside the stem.
    var isExact = false
  }

  /// Documents that hold a word with so many typos or fewer, and the lists of that many.
  private struct Way {
    var documents: Bitmap
    var sources: [Source]
    /// The word that was asked for, by its place in the plan, and the typos.
    var asked: Int
    var typos: Int
  }

  /// A word's part of a document's score.
  package struct Contribution {
    /// The word that was asked for, and the one that is there: places in the plan.
    package var asked: Int
    package var word: Int
    package var typos: Int
    package var value: Int
    /// Whether it is what the exact form adds to the stem.
    package var isExact: Bool
  }

  private var leaves: [Leaf] = []
  private let takesTypos: Bool
  /// Whether words are told that add nothing: explanations name them, ranks need not read them.
  private let tellsAll: Bool

  init(
    _ expression: PlannedExpression, _ reader: ExpressionReader, onlyNames: Bool,
    _ statistics: Statistics, takesTypos: Bool = false, tellsAll: Bool = false
  ) throws(Failure) {
    self.takesTypos = takesTypos
    self.tellsAll = tellsAll
    try collect(expression, reader, onlyNames, statistics)
  }

  /// Each of the words that a document holds adds to its score.
  init(
    words: [Int], _ reader: ExpressionReader, onlyNames: Bool, _ statistics: Statistics,
    tellsAll: Bool = false
  ) throws(Failure) {
    takesTypos = false
    self.tellsAll = tellsAll
    for word in words {
      let form = try lists(of: [word], reader, onlyNames, statistics)
      if tellsAll || !form.isEmpty { leaves.append(Leaf(forms: [form])) }
    }
  }

  /// Whether all scores are 0.
  var isNothing: Bool { leaves.isEmpty }

  private func collect(
    _ expression: PlannedExpression, _ reader: ExpressionReader, _ onlyNames: Bool,
    _ statistics: Statistics
  ) throws(Failure) {
    switch expression {
    case .all(let operands), .any(let operands):
      for operand in operands { try collect(operand, reader, onlyNames, statistics) }
    case .words(let words, let field):
      if takesTypos {
        try addFuzzy(words, field, reader, onlyNames, statistics)
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
    var sources: [[Source]] = []
    for form in forms { sources.append(try lists(of: form, reader, onlyNames, statistics)) }
    guard tellsAll || sources.contains(where: { !$0.isEmpty }) else { return }
    leaves.append(
      Leaf(documents: try reader.documents(leaf, onlyNames: onlyNames), forms: sources))
  }

  private func lists(
    of words: [Int], _ reader: ExpressionReader, _ onlyNames: Bool, _ statistics: Statistics
  ) throws(Failure) -> [Source] {
    var sources: [Source] = []
    let plan = reader.query.plan
    // Prefixes of one and two characters sift and add nothing.
    for word in words where tellsAll || !plan.words[word].isShort(plan) {
      sources.append(
        Source(
          word: word,
          list: try reader.query.lists.list(word, onlyNames: onlyNames, statistics)))
      if let exact = try reader.query.lists.exactList(word, onlyNames: onlyNames, statistics) {
        sources.append(Source(word: word, list: exact, isExact: true))
      }
    }
    return sources
  }

  private func addFuzzy(
    _ words: [Int], _ field: Field?, _ reader: ExpressionReader, _ onlyNames: Bool,
    _ statistics: Statistics
  ) throws(Failure) {
    var documents = Bitmap(all: reader.query.stored.header.items)
    var all: [[Way]] = []
    for word in words {
      let sets = try reader.fuzzyDocuments(word, field, onlyNames: onlyNames)
      var ways: [Way] = []
      let levels = [[word]] + (reader.query.plan.expansions[word] ?? [])
      for set in sets where levels.indices.contains(set.level) {
        ways.append(
          Way(
            documents: set.documents,
            sources: try lists(of: levels[set.level], reader, onlyNames, statistics), asked: word,
            typos: TypoLevel.typos(set.level)))
      }
      if let last = sets.last { documents.formIntersection(last.documents) }
      all.append(ways)
    }
    leaves.append(Leaf(documents: documents, ways: all))
  }

  /// The score of a document that is not below the last one.
  func score(_ document: UInt32) throws(Failure) -> Int {
    var total = 0
    try forEachContribution(document) { total += $0.value }
    return total
  }

  /// The parts of the score of a document that is not below the last one.
  package func contributions(_ document: UInt32) throws(Failure) -> [Contribution] {
    var found: [Contribution] = []
    try forEachContribution(document) { found.append($0) }
    return found
  }

  @inline(__always)
  private func forEachContribution(
    _ document: UInt32, _ body: (Contribution) -> Void
  ) throws(Failure) {
    for leaf in leaves where leaf.documents?[Int(document)] ?? true {
      for source in try bestForm(leaf.forms, document) {
        guard try source.list.advance(to: document) == document else { continue }
        body(
          Contribution(
            asked: source.word, word: source.word, typos: 0, value: source.list.contribution,
            isExact: source.isExact))
      }
      for ways in leaf.ways {
        guard let way = ways.first(where: { $0.documents[Int(document)] }) else { continue }
        for source in way.sources {
          guard try source.list.advance(to: document) == document else { continue }
          body(
            Contribution(
              asked: way.asked, word: source.word, typos: way.typos,
              value: source.list.contribution, isExact: source.isExact))
        }
      }
    }
  }

  /// The form whose words add the most.
  private func bestForm(_ forms: [[Source]], _ document: UInt32) throws(Failure) -> [Source] {
    guard forms.count > 1 else { return forms.first ?? [] }
    var best: [Source] = []
    var most = -1
    for form in forms {
      var sum = 0
      for source in form {
        if try source.list.advance(to: document) == document { sum += source.list.contribution }
      }
      if sum > most { (best, most) = (form, sum) }
    }
    return best
  }
}
