import SearchEngine
import TextAnalysis

/// A word of the query with what it is worth in the collection.
struct NaiveWord {
  let word: QueryWord
  /// Whether it stands where synonyms count as it.
  private let takesSynonyms: Bool
  /// How many items hold it: of a run, its rarest pair.
  private(set) var holding: Int
  /// The idf of the word, or of each pair of a run.
  private let idf: [Int]
  /// The same of what is there exactly, where stems are found besides.
  private let exactIdf: [Int]
  /// Whether words with the same stem are it too.
  let takesStems: Bool
  /// The other writings of the number that it is, where these count.
  private let others: Set<Term>
  /// What it may mean.
  private(set) var typos = NaiveTypos()

  init(
    _ word: QueryWord, _ documents: [NaiveDocument], takesSynonyms: Bool = true,
    isLiteral: Bool = false, isBeside: Bool = false, takesNumerals: Bool = false
  ) {
    self.word = word
    let takesSynonyms =
      takesSynonyms && word.inside == nil && !word.isPrefix && !word.isSymbol && word.run == nil
    self.takesSynonyms = takesSynonyms
    let others = takesNumerals ? NaiveNumeral.writings(of: word.text) : []
    self.others = others
    let takesStems = !isLiteral && word.inside == nil && !word.isPrefix && word.run == nil
    self.takesStems = takesStems
    let pieces = word.run?.bigrams ?? [word.text]
    let counts = pieces.map { piece in
      documents.reduce(0) { sum, document in
        let group = (takesSynonyms ? document.group(of: piece) : [piece]).union(others)
        if takesStems, let keys = NaiveStems.keys(group, document) {
          return sum + keys.count { document.worth(ofKey: $0) != nil }
        }
        return sum
          + NaiveWord.matches(
            piece, word, document, onlyNames: word.looksAtNamesAlone, takesSynonyms, others
          ).count
      }
    }
    // Where no word has a stem, both counts are one.
    let hasStems = takesStems && documents.contains { $0.analyzer.stems }
    exactIdf = pieces.indices.map { place in
      let count =
        !hasStems
        ? counts[place]
        : documents.reduce(0) {
          $0
            + NaiveWord.matches(
              pieces[place], word, $1, onlyNames: word.looksAtNamesAlone, takesSynonyms, others
            ).count
        }
      return word.looksAtNamesAlone ? 0 : NaiveScoring.idf(items: documents.count, holding: count)
    }
    holding = counts.min() ?? 0
    // A prefix of one or two characters sifts and adds nothing.
    idf = counts.map {
      word.looksAtNamesAlone ? 0 : NaiveScoring.idf(items: documents.count, holding: $0)
    }
    typos = NaiveTypos(self, documents, isBeside: isBeside)
  }

  /// How much it tells.
  var tells: Int { idf.first ?? 0 }

  /// What the word adds to an item's score; nil when the item does not hold it.
  func contribution(_ document: NaiveDocument, onlyNames: Bool) -> Int? {
    let narrow = onlyNames || word.looksAtNamesAlone
    if takesStems, let keys = NaiveStems.keys(terms(of: document), document) {
      let best = keys.filter { !narrow || document.isInName(key: $0) }
        .compactMap { document.worth(ofKey: $0) }.max()
      guard let best else { return nil }
      let exact = NaiveWord.matches(
        word.text, word, document, onlyNames: narrow, takesSynonyms, others
      ).max()
      return Int(best) * idf[0] + Int(exact ?? 0) * (exactIdf[0] / 4)
    }
    func worth(_ place: Int) -> Int {
      idf[place] + (document.analyzer.stems ? exactIdf[place] / 4 : 0)
    }
    guard let run = word.run else {
      let best = NaiveWord.matches(
        word.text, word, document, onlyNames: narrow, takesSynonyms, others
      ).max()
      return best.map { Int($0) * worth(0) }
    }
    var sum = 0
    for (place, pair) in run.bigrams.enumerated() {
      guard let impact = NaiveWord.matches(pair, word, document, onlyNames: narrow, false, []).max()
      else { return nil }
      sum += Int(impact) * worth(place)
    }
    if run.sequence.count > 2, !document.holds(run.sequence, onlyNames: narrow) { return nil }
    return sum
  }

  /// The terms of an item that are the word.
  func terms(of document: NaiveDocument) -> Set<Term> {
    (takesSynonyms ? document.group(of: word.text) : [word.text]).union(others)
  }

  /// The impacts of an item's terms that are the text or count as it, or begin with it.
  private static func matches(
    _ text: Term, _ word: QueryWord, _ document: NaiveDocument, onlyNames: Bool,
    _ takesSynonyms: Bool, _ others: Set<Term>
  ) -> [UInt8] {
    if let inside = word.inside {
      return document.nameTerms.compactMap { term in
        document.holds(text, inside, in: term) ? document.impacts[term] : nil
      }
    }
    if !word.isPrefix {
      return (takesSynonyms ? document.group(of: text) : [text]).union(others).compactMap { term in
        onlyNames && !document.nameTerms.contains(term) ? nil : document.impacts[term]
      }
    }
    return document.impacts.compactMap { term, impact in
      term.starts(with: text) && (!onlyNames || document.nameTerms.contains(term)) ? impact : nil
    }
  }
}

extension NaiveDocument {
  /// Whether a piece stands within a term, or, in a domain that does not look there, at its beginning.
  func holds(_ piece: Term, _ inside: QueryWord.Inside, in term: Term) -> Bool {
    if ignoresPieces { return false }
    guard looksInside else { return inside == .anywhere ? term.starts(with: piece) : term == piece }
    return inside.holds(term, piece)
  }
}
