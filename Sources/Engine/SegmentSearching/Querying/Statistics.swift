package import FootlightPlatform

/// Document frequencies over all segments of a search, and the idf of each atom: its part of BM25F (Robertson and
/// Zaragoza, "The probabilistic relevance framework", 2009), of which the index holds the rest as impacts.
package struct Statistics: Sendable {
  /// The number of items.
  package let items: Int
  /// For each atom, how many items hold it.
  package private(set) var holding: [Int]
  /// For each atom, its idf; 0 for a prefix of one or two characters, which sifts and adds nothing:
  /// it says too little, and what it would add costs more than the whole rest of the query.
  private(set) var idf: [Int]
  /// The same of the words as they are, where some segment finds them by their stems.
  package private(set) var exactIdf: [Int]

  init(_ plan: SearchPlan, _ queries: [SegmentQuery]) {
    let items = queries.reduce(0) { $0 + $1.items }
    let holding = plan.atoms.indices.map { atom in
      queries.reduce(0) { $0 + $1.holding(atom) }
    }
    self.items = items
    self.holding = holding
    idf = plan.atoms.indices.map { atom in
      plan.atoms[atom].onlyNames ? 0 : Scoring.idf(items: items, holding: holding[atom])
    }
    exactIdf = plan.atoms.indices.map { atom in
      guard !plan.atoms[atom].onlyNames else { return 0 }
      let holding = queries.reduce(0) { $0 + $1.exactHolding(atom) }
      return Scoring.idf(items: items, holding: holding)
    }
  }

  private init(ones count: Int) {
    items = 0
    holding = [Int](repeating: 1, count: count)
    idf = [Int](repeating: 1, count: count)
    exactIdf = [Int](repeating: 0, count: count)
  }

  /// Statistics for counting, where scores do not matter.
  package static func counting(_ plan: SearchPlan) -> Statistics {
    Statistics(ones: plan.atoms.count)
  }

  /// Takes one more atom, which is worth as much as if so many items held one of its `group`.
  mutating func add(holding: Int, group: Int) {
    self.holding.append(holding)
    let worth = Scoring.idf(items: items, holding: group)
    idf.append(worth)
    exactIdf.append(worth)
  }

  /// How many items of all segments hold a word: of a run, its rarest bigram.
  func size(_ word: Int, _ plan: SearchPlan) -> Int {
    plan.words[word].atoms.reduce(Int.max) { min($0, holding[$1]) }
  }

  /// The idf of a word's first atom.
  func idf(ofWord word: Int, _ plan: SearchPlan) -> Int { idf[plan.words[word].atoms.lowerBound] }

  /// Whether a word can add to a score.
  func adds(_ word: Int, _ plan: SearchPlan) -> Bool {
    plan.words[word].atoms.contains { idf[$0] > 0 }
  }
}

extension SegmentQuery {
  /// How many items there are, less those that are hidden in the whole domain.
  var items: Int { stored.header.items - hiddenTerms.items }

  /// How many items hold an atom, less those that are hidden in the whole domain.
  func holding(_ atom: Int) -> Int {
    let onlyNames = plan.atoms[atom].onlyNames
    return looked.holding(atom, onlyNames: onlyNames)
      - hiddenTerms.holding(atom, onlyNames: onlyNames)
  }

  /// How many items hold an atom as it is, less those that are hidden in the whole domain.
  package func exactHolding(_ atom: Int) -> Int {
    let onlyNames = plan.atoms[atom].onlyNames
    return looked.exactHolding(atom, onlyNames: onlyNames)
      - hiddenTerms.exactHolding(atom, onlyNames: onlyNames)
  }

  /// How many of the items that are hidden in the whole domain hold a word.
  func hiddenHolding(_ word: Int) -> Int {
    let atom = plan.words[word].atoms.lowerBound
    return hiddenTerms.holding(atom, onlyNames: plan.atoms[atom].onlyNames)
  }

  /// How many of them hold a term.
  package func hiddenHolding(of term: [UInt8]) throws(Failure) -> Int {
    try hiddenTerms.holding(term: term)
  }

  /// Whether an atom is no more than one term, here and in what is hidden in the whole domain.
  func isOneTerm(_ atom: Int) -> Bool {
    !plan.atoms[atom].onlyNames && looked.isOneTerm(atom) && hiddenTerms.isOneTerm(atom)
  }

  /// The weight of an atom's list.
  ///
  /// Where words have stems, a word's score is what its stem is worth and a quarter of what the exact
  /// form is worth; of what has no stem the exact form is both.
  package func weight(_ atom: Int, _ statistics: Statistics) -> Int {
    let idf = statistics.idf[atom]
    guard let stems, !stems.isStemmed(atom) else { return idf }
    return idf + Scoring.exactShare(statistics.exactIdf[atom])
  }
}
