package import FootlightPlatform
import QueryLanguage
package import SegmentFiles
import TextAnalysis

/// Finds the documents of one segment that an expression asks for.
///
/// Sets are bitmaps: words by their lists, phrases and fields by lists and then the document itself,
/// filters by columns.
package final class ExpressionReader {
  /// The words of the expression, looked up.
  let query: SegmentQuery
  /// The documents of words that were looked for: tiers, alternatives and scores ask for the same ones.
  private var known: [AskedWords: Bitmap] = [:]

  package init(_ query: SegmentQuery) {
    self.query = query
  }

  /// Goes on with a query that has more words after the same ones.
  init(_ query: SegmentQuery, after other: ExpressionReader) {
    self.query = query
    known = other.known
  }

  private var stored: Segment { query.stored }

  /// The expression as tier 3 (`onlyNames`) or tier 4 looks at it: without symbols beside words and,
  /// in tier 4, without stop words.
  package func reduced(_ expression: PlannedExpression, onlyNames: Bool) -> PlannedExpression {
    let spoken = expression.reduced { !query.plan.words[$0].isSymbol } ?? expression
    guard !onlyNames else { return spoken }
    let analyzer = stored.analyzer
    return spoken.reduced { !analyzer.isStopWord(query.plan.words[$0].text) } ?? spoken
  }

  /// The documents that match; with `onlyNames` those that titles and aliases alone satisfy.
  package func documents(_ expression: PlannedExpression, onlyNames: Bool) throws(Failure) -> Bitmap
  {
    let items = stored.header.items
    switch expression {
    case .words(let places, let field):
      if onlyNames, let field, field != .title, field != .alias { return Bitmap(size: items) }
      return try documents(holding: places, field, onlyNames: onlyNames)
    case .phrase(let phrase, let field):
      if onlyNames, let field, field != .title, field != .alias { return Bitmap(size: items) }
      return try documents(holding: phrase, field, onlyNames: onlyNames)
    case .identifier(let id):
      var found = Bitmap(size: items)
      if !onlyNames, let document = try stored.document(ofID: id) {
        found.insert(Int(document))
      }
      return found
    case .filter(let filter):
      return try query.segment.documents(passing: filter, query.plan.request.bounds)
        ?? Bitmap(size: items)
    case .domain(let names):
      return DomainReach(names).contains(query.searched.domain)
        ? Bitmap(all: items) : Bitmap(size: items)
    case .not(let inside):
      // Negated parts are looked for everywhere.
      var found = try documents(inside, onlyNames: false)
      found.formComplement()
      return found
    case .all(let operands):
      var found = Bitmap(all: items)
      for operand in operands {
        found.formIntersection(try documents(operand, onlyNames: onlyNames))
      }
      return found
    case .any(let operands):
      var found = Bitmap(size: items)
      for operand in operands { found.formUnion(try documents(operand, onlyNames: onlyNames)) }
      return found
    }
  }

  private func documents(
    holding places: [Int], _ field: Field?, onlyNames: Bool
  ) throws(Failure) -> Bitmap {
    let narrow = onlyNames || field == .title || field == .alias
    // A prefix of one or two characters finds the same in tier 4 as in tier 3.
    let isShort = places.count == 1 && query.plan.words[places[0]].isShort(query.plan)
    let asked = AskedWords(
      words: places.map { SameWord(query.plan.words[$0], query.plan) }, field: field,
      onlyNames: narrow || isShort && field == nil)
    if let found = known[asked] { return found }
    return keep(try read(places, field, onlyNames: narrow), as: asked)
  }

  private func keep(_ found: Bitmap, as asked: AskedWords) -> Bitmap {
    if (known.count + 1) * stored.header.items / 8 <= ExpressionReader.mostKept {
      known[asked] = found
    }
    return found
  }

  /// So many bytes of sets are kept at most.
  private static let mostKept = 64 << 20

  private func read(
    _ places: [Int], _ field: Field?, onlyNames narrow: Bool
  ) throws(Failure) -> Bitmap {
    var found = Bitmap(size: stored.header.items)
    // Prefixes of one and two characters look at names alone.
    if field != nil, !narrow, places.contains(where: { query.plan.words[$0].isShort(query.plan) }) {
      return found
    }
    if field == nil, places.count == 1,
      let prefix = query.lists.prefix(places[0], onlyNames: narrow)
    {
      // Nothing is scored here: no list need be put in order.
      try query.lists.forEachPosting(prefix.range, inNames: prefix.inNames) { document, _ in
        found.insert(Int(document))
        return true
      }
      return found
    }
    guard
      let conjunction = try query.lists.conjunction(
        places, onlyNames: narrow, Statistics.counting(query.plan))
    else { return found }
    let verifier = try field.map { (field) throws(Failure) in
      try FieldVerifier(query, field, places)
    }
    _ = try conjunction.forEachDocument(query.plan.request) { (document, _) throws(Failure) in
      if try verifier?.holds(document) ?? true { found.insert(Int(document)) }
      return true
    }
    return found
  }

  private func documents(
    holding phrase: PlannedPhrase, _ field: Field?, onlyNames: Bool
  ) throws(Failure) -> Bitmap {
    let asked = AskedWords(
      phrase: [phrase.tokens, phrase.nameTokens], field: field, onlyNames: onlyNames)
    if let found = known[asked] { return found }
    return keep(try read(phrase, field, onlyNames: onlyNames), as: asked)
  }

  private func read(
    _ phrase: PlannedPhrase, _ field: Field?, onlyNames: Bool
  ) throws(Failure) -> Bitmap {
    guard let verifier = try PhraseVerifier(query, phrase, field, onlyNames: onlyNames) else {
      return Bitmap(size: stored.header.items)
    }
    // Names hold the phrase in the form of names, other fields as it is; stop words have no postings
    // in long texts, so other words lead there.
    var candidates = try documents(holding: distinct(phrase.nameWords), nil, onlyNames: true)
    if !onlyNames, field != .title, field != .alias {
      let analyzer = stored.analyzer
      let indexed = distinct(phrase.words).filter {
        !analyzer.isStopWord(query.plan.words[$0].text)
      }
      candidates.formUnion(
        indexed.isEmpty
          ? Bitmap(all: stored.header.items)
          : try documents(holding: indexed, nil, onlyNames: false))
    }
    var found = Bitmap(size: stored.header.items)
    var pace = SearchPace(query.plan.request)
    try candidates.forEach { (document) throws(Failure) in
      try pace.step()
      if try verifier.holds(document) { found.insert(Int(document)) }
      return true
    }
    return found
  }

  /// Each word once: a phrase may say one a hundred times, and its list is the same.
  private func distinct(_ places: [Int]) -> [Int] {
    var seen: Set<[UInt8]> = []
    return places.filter { seen.insert(query.plan.words[$0].text).inserted }
  }
}

/// A conjunction of words that is looked for, or a phrase, and where.
private struct AskedWords: Hashable {
  var words: [SameWord] = []
  /// The tokens of a phrase, and those of the form of names.
  var phrase: [[[UInt8]]] = []
  var field: Field?
  var onlyNames: Bool
}

/// The key by which two words of a plan find the same documents.
private struct SameWord: Hashable {
  private var text: [UInt8]
  private var isPrefix: Bool
  private var takesSynonyms: Bool
  private var takesStems: Bool
  private var sequence: [[UInt8]]
  private var atoms: [[UInt8]]

  init(_ word: PlannedWord, _ plan: SearchPlan) {
    text = word.text
    isPrefix = word.isPrefix
    takesSynonyms = word.takesSynonyms
    takesStems = word.atoms.contains { plan.atoms[$0].takesStems }
    sequence = word.sequence
    atoms = word.atoms.count > 1 ? plan.atoms[word.atoms].map(\.text) : []
  }
}
