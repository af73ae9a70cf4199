import SearchEngine
import Synchronization
import TextAnalysis

/// The stems of words, one by one.
enum NaiveStems {
  private static let known = Mutex<[Language: [Term: Term?]]>([:])

  /// The stem of a folded word; nil where words have none.
  static func stem(_ word: Term, _ analyzer: Analyzer) -> Term? {
    guard analyzer.stems else { return nil }
    return known.withLock { known in
      if let there = known[analyzer.language]?[word] { return there }
      var stemmer = analyzer.makeStemmer()
      let stem = stemmer?.stem(word)
      known[analyzer.language, default: [:]][word] = .some(stem)
      return stem
    }
  }
}

extension NaiveStems {
  /// The stems of words that count as one, those without a stem as they are; nil when none has one.
  static func keys(_ words: Set<Term>, _ document: NaiveDocument) -> Set<Term>? {
    guard words.contains(where: { stem($0, document.analyzer) != nil }) else { return nil }
    return Set(words.map { stem($0, document.analyzer) ?? $0 })
  }
}

extension NaiveDocument {
  /// What a stem, or a word without one, is worth.
  func worth(ofKey key: Term) -> UInt8? { stemImpacts[key] ?? impacts[key] }

  /// Whether a stem, or a word without one, is in a name.
  func isInName(key: Term) -> Bool { nameStems.contains(key) || nameTerms.contains(key) }

  /// Whether a word, or one with its stem, stands in a field.
  func holds(_ known: NaiveWord, in field: Field) -> Bool {
    let word = known.word
    guard let (terms, texts) = fields[field] else { return false }
    if let run = word.run { return texts.contains { $0.holds(run.sequence) } }
    if let inside = word.inside { return terms.contains { holds(word.text, inside, in: $0) } }
    if word.isPrefix { return terms.contains { $0.starts(with: word.text) } }
    let wanted = known.terms(of: self)
    if known.takesStems, let keys = NaiveStems.keys(wanted, self) {
      return terms.contains { keys.contains(NaiveStems.stem($0, analyzer) ?? $0) }
    }
    return !terms.isDisjoint(with: wanted)
  }
}
