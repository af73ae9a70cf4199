import FootlightDiagnostics
import FootlightPlatform
import QueryLanguage
import TextAnalysis

/// Finds the documents of one part that an expression asks for.
///
/// Sets are bitmaps: words by their lists, phrases and fields by lists and then the document itself,
/// filters by columns.
final class ExpressionReader {
  /// The words of the expression, looked up.
  let words: SegmentSearch
  private let domain: String

  init(_ words: SegmentSearch, domain: String) {
    self.words = words
    self.domain = domain
  }

  var generation: Generation { words.generation }

  /// The expression as tier 3 (`onlyNames`) or tier 4 looks at it: without symbols beside words and,
  /// in tier 4, without stop words.
  func reduced(_ expression: PlannedExpression, onlyNames: Bool) -> PlannedExpression {
    let plan = words.plan
    let spoken = expression.reduced { !plan.words[$0].isSymbol } ?? expression
    guard !onlyNames else { return spoken }
    let analyzer = generation.analyzer
    return spoken.reduced { !analyzer.isStopWord(plan.words[$0].text) } ?? spoken
  }

  /// The documents that match; with `onlyNames` those that titles and aliases alone satisfy.
  func documents(_ expression: PlannedExpression, onlyNames: Bool) throws(Failure) -> Bitmap {
    let items = generation.header.items
    switch expression {
    case .words(let places, let field):
      if onlyNames, let field, field != .title, field != .alias { return Bitmap(size: items) }
      return try documents(holding: places, field, onlyNames: onlyNames)
    case .phrase(let phrase, let field):
      if onlyNames, let field, field != .title, field != .alias { return Bitmap(size: items) }
      return try documents(holding: phrase, field, onlyNames: onlyNames)
    case .identifier(let id):
      var found = Bitmap(size: items)
      if !onlyNames, let document = try generation.document(ofID: id) {
        found.insert(Int(document))
      }
      return found
    case .filter(let filter):
      return try generation.documents(passing: filter, words.plan.request.bounds)
        ?? Bitmap(size: items)
    case .domain(let names):
      return SearchScope.covers(names, domain) ? Bitmap(all: items) : Bitmap(size: items)
    case .not(let inside):
      // What must not match is looked for everywhere.
      var found = try documents(inside, onlyNames: false)
      found.formComplement()
      return found
    case .all(let parts):
      var found = Bitmap(all: items)
      for part in parts { found.formIntersection(try documents(part, onlyNames: onlyNames)) }
      return found
    case .any(let parts):
      var found = Bitmap(size: items)
      for part in parts { found.formUnion(try documents(part, onlyNames: onlyNames)) }
      return found
    }
  }

  private func documents(
    holding places: [Int], _ field: QueryField?, onlyNames: Bool
  ) throws(Failure) -> Bitmap {
    var found = Bitmap(size: generation.header.items)
    let narrow = onlyNames || field == .title || field == .alias
    // Prefixes of one and two characters look at names alone.
    if field != nil, !narrow, places.contains(where: { words.plan.words[$0].isShort(words.plan) }) {
      return found
    }
    guard
      let together = try words.conjunction(
        places, onlyNames: narrow, Statistics.counting(words.plan))
    else { return found }
    let verifier = try field.map { (field) throws(Failure) in
      try FieldVerifier(words, field, places)
    }
    let lead = together.lead
    var pace = SearchPace(words.plan.request)
    while lead.document != .max {
      try pace.step()
      let document = lead.document
      guard try together.score(document) != nil else {
        try lead.advance(to: max(document &+ 1, together.next))
        continue
      }
      if try verifier?.holds(document) ?? true { found.insert(Int(document)) }
      try lead.advance()
    }
    return found
  }

  private func documents(
    holding phrase: PlannedPhrase, _ field: QueryField?, onlyNames: Bool
  ) throws(Failure) -> Bitmap {
    guard let verifier = try PhraseVerifier(words, phrase, field, onlyNames: onlyNames) else {
      return Bitmap(size: generation.header.items)
    }
    // Names hold the phrase in the form of names, other fields as it is; stop words have no postings
    // in long texts, so other words lead there.
    var candidates = try documents(holding: distinct(phrase.nameWords), nil, onlyNames: true)
    if !onlyNames, field != .title, field != .alias {
      let analyzer = generation.analyzer
      let telling = distinct(phrase.words).filter {
        !analyzer.isStopWord(words.plan.words[$0].text)
      }
      candidates.formUnion(
        telling.isEmpty
          ? Bitmap(all: generation.header.items)
          : try documents(holding: telling, nil, onlyNames: false))
    }
    var found = Bitmap(size: generation.header.items)
    var pace = SearchPace(words.plan.request)
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
    return places.filter { seen.insert(words.plan.words[$0].text).inserted }
  }
}
