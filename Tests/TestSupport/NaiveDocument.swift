import DeclaredRecords
import FootlightPlatform
import SearchEngine
import TextAnalysis

/// A folded token, compared byte by byte.
typealias Term = [UInt8]

/// An item after analysis: all that the naive search asks of it.
struct NaiveDocument: Sendable {
  let item: NaiveItem
  /// The words that count as the same word in its domain.
  let synonyms: [Set<Term>]
  /// Rank, then title: the order of equals, but for the id.
  let sortKey: [UInt8]
  /// What each term that has a posting is worth.
  private(set) var impacts: [Term: UInt8] = [:]
  /// The terms that occur in a title or alias.
  private(set) var nameTerms: Set<Term> = []
  /// The same of stems, where the analyzer has them.
  private(set) var stemImpacts: [Term: UInt8] = [:]
  private(set) var nameStems: Set<Term> = []
  let analyzer: Analyzer
  /// The title and the aliases in the form of names.
  private(set) var names: [[Term]] = []
  /// The sequences of the other texts.
  private(set) var texts: [[Term]] = []
  /// Of each field, the terms that have a posting because of it, and its texts as phrases see them.
  private(set) var fields: [Field: (terms: Set<Term>, texts: [[Term]])] = [:]
  /// Whether words of names are found by what stands within them.
  var looksInside = false
  /// Whether pieces of words find nothing, not even at their beginning.
  var ignoresPieces = false

  init(
    _ item: NaiveItem, _ analyzer: Analyzer, _ weights: RankingWeights,
    synonyms: [Set<Term>] = []
  ) {
    self.item = item
    self.synonyms = synonyms
    self.analyzer = analyzer
    var key = ByteArena()
    let title = ByteArena(item.title)
    analyzer.appendSortKey(of: title, title.all, into: &key)
    sortKey = key.bytes(key.all)

    names.append(NaiveDocument.terms(item.title, .name, analyzer))
    for alias in item.aliases { names.append(NaiveDocument.terms(alias, .name, analyzer)) }
    var keywordsLength = 0
    for keyword in item.keywords {
      let sequence = NaiveDocument.sequence(keyword, analyzer)
      keywordsLength += sequence.count
      texts.append(sequence)
    }
    // Stop words have no postings in long texts, and do not count in their lengths.
    var lengths = [0, 0]
    for (field, text) in [item.description, item.body].enumerated() {
      for token in analyzer.analyze(text, as: .field)
      where !token.traits.contains(.stopWord) && !token.traits.contains(.derived) {
        lengths[field] += 1
      }
      texts.append(NaiveDocument.sequence(text, analyzer))
    }
    let measured =
      [NaiveDocument.sequence(item.title, analyzer).count, keywordsLength] + lengths
    let counts = NaiveDocument.counts(item, analyzer) { $0 }
    nameTerms = Set(counts.filter { $1.title > 0 || $1.alias > 0 }.keys)
    for (term, counted) in counts {
      impacts[term] = NaiveScoring.impact(counted, measured, weights)
    }
    let stemmed = NaiveDocument.counts(item, analyzer) { NaiveStems.stem($0, analyzer) }
    nameStems = Set(stemmed.filter { $1.title > 0 || $1.alias > 0 }.keys)
    for (term, counted) in stemmed {
      stemImpacts[term] = NaiveScoring.impact(counted, measured, weights)
    }
    fields[.title] = NaiveDocument.name([item.title], analyzer)
    fields[.alias] = NaiveDocument.name(item.aliases, analyzer)
    fields[.keyword] = NaiveDocument.field(item.keywords, analyzer, isLong: false)
    fields[.description] = NaiveDocument.field([item.description], analyzer, isLong: true)
    fields[.body] = NaiveDocument.field([item.body], analyzer, isLong: true)
  }

  /// How often each token, or what stands for it, occurs in each field.
  private static func counts(
    _ item: NaiveItem, _ analyzer: Analyzer, _ key: (Term) -> Term?
  ) -> [Term: FieldCounts] {
    var counts: [Term: FieldCounts] = [:]
    for (term, count) in countsOfName(item.title, analyzer, key) {
      counts[term, default: FieldCounts()].title = count
    }
    for alias in item.aliases {
      for (term, count) in countsOfName(alias, analyzer, key) {
        let best = counts[term]?.alias ?? 0
        counts[term, default: FieldCounts()].alias = max(best, count)
      }
    }
    for term in item.keywords.flatMap({ terms($0, .field, analyzer) }).compactMap(key) {
      counts[term, default: FieldCounts()].keywords += 1
    }
    for (field, text) in [item.description, item.body].enumerated() {
      for token in analyzer.analyze(text, as: .field) where !token.traits.contains(.stopWord) {
        guard let term = key(Term(token.text.utf8)) else { continue }
        if field == 0 {
          counts[term, default: FieldCounts()].description += 1
        } else {
          counts[term, default: FieldCounts()].body += 1
        }
      }
    }
    return counts
  }

  /// How often each token occurs in a name; one of the name form alone counts as there.
  private static func countsOfName(
    _ text: String, _ analyzer: Analyzer, _ key: (Term) -> Term?
  ) -> [Term: UInt32] {
    var inField: [Term: UInt32] = [:]
    for term in terms(text, .field, analyzer).compactMap(key) { inField[term, default: 0] += 1 }
    var inName: [Term: UInt32] = [:]
    for term in terms(text, .name, analyzer).compactMap(key) { inName[term, default: 0] += 1 }
    return inField.merging(inName) { field, _ in field }
  }

  private static func name(_ names: [String], _ analyzer: Analyzer) -> (Set<Term>, [[Term]]) {
    let found = names.flatMap { terms($0, .field, analyzer) + terms($0, .name, analyzer) }
    return (Set(found), names.map { terms($0, .name, analyzer) })
  }

  private static func field(
    _ values: [String], _ analyzer: Analyzer, isLong: Bool
  ) -> (Set<Term>, [[Term]]) {
    let tokens = values.flatMap { analyzer.analyze($0, as: .field) }
      .filter { !isLong || !$0.traits.contains(.stopWord) }
    return (Set(tokens.map { Term($0.text.utf8) }), values.map { sequence($0, analyzer) })
  }

  private static func terms(_ text: String, _ form: AnalysisForm, _ analyzer: Analyzer) -> [Term] {
    analyzer.analyze(text, as: form).map { Term($0.text.utf8) }
  }

  private static func sequence(_ text: String, _ analyzer: Analyzer) -> [Term] {
    analyzer.analyze(text, as: .field).filter { !$0.traits.contains(.derived) }
      .map { Term($0.text.utf8) }
  }

  /// A word and those that count as it.
  func group(of word: Term) -> Set<Term> {
    (synonyms.first { $0.contains(word) } ?? []).union([word])
  }

  /// Whether characters stand side by side in one of the names or, if allowed, another text.
  func holds(_ characters: [Term], onlyNames: Bool) -> Bool {
    (onlyNames ? names : names + texts).contains { text in
      guard text.count >= characters.count else { return false }
      return (0...(text.count - characters.count)).contains { start in
        characters.indices.allSatisfy { text[start + $0] == characters[$0] }
      }
    }
  }
}
