import FootlightPlatform

/// Fuzzy expansion: where words of a query are not found well, the terms that are spelled nearly like them.
///
/// They join the plan as a group in the place of the word: they are the same in all segments, and worth the same.
struct FuzzyExpansion {
  /// The corrections, to be shown.
  let corrections: [Correction]
  /// The terms, by the words of the query.
  let spellings: [QueryWord: Set<[UInt8]>]
  /// The plan with the terms after its words.
  let plan: SearchPlan
  /// The numbers of these terms, where there is one segment, which told them.
  private let numbers: [UInt32?]

  /// A word that fewer items than these hold may hold a typo.
  private static let wellFound = 10
  /// A word has as many expansions at most.
  private static let limit = 8

  /// Looks for the expansions of some words of the query and adds them to the statistics; nil when there are
  /// none.
  ///
  /// Of each word the eight with the fewest typos are taken, of equals the whole words first, then
  /// those that most items hold: over all segments, so that they are the same in each. All of a
  /// word with the same level are worth the same, as the terms of a prefix are.
  init?(
    _ places: [Int], of query: [QueryWord], _ plan: SearchPlan,
    _ statistics: inout Statistics, _ queries: [SegmentQuery]
  ) throws(Failure) {
    var added: [[UInt8]] = []
    var expansions: [Int: [[Int]]] = [:]
    var corrections: [Correction] = []
    var spellings: [QueryWord: Set<[UInt8]>] = [:]
    var known: [(word: PlannedWord, terms: [FuzzyTerm])] = []
    var numbers: [UInt32?] = []
    for place in places {
      var word = plan.words[place]
      let held = statistics.holding[word.atoms.lowerBound]
      // Beside other words, what no item holds may lack one of five letters.
      let lacksLetter =
        word.typoBudget == 0 && held == 0 && plan.request.query.words.count > 1
        && query[place].mayLackLetter
      if lacksLetter { word.typoBudget = 1 }
      guard word.typoBudget > 0, word.isFuzzy || held < FuzzyExpansion.wellFound else { continue }
      var key = word
      key.atoms = 0..<0
      let terms: [FuzzyTerm]
      if let there = known.first(where: { $0.word == key }) {
        terms = there.terms
      } else {
        terms = try FuzzyExpansion.terms(word, queries, longer: lacksLetter)
        known.append((key, terms))
        guard !terms.isEmpty else { continue }
        corrections.append(
          Correction(
            word: String(decoding: word.text, as: UTF8.self),
            expansions: terms.filter { FuzzyExpansion.isOffered($0, for: word) }
              .map { String(decoding: $0.text, as: UTF8.self) }, isHeld: held > 0))
      }
      guard let most = terms.last?.level else { continue }
      spellings[query[place]] = Set(terms.map(\.text))
      var levels = [[Int]](repeating: [], count: most)
      for level in 1...most {
        let those = terms.filter { $0.level == level }
        let group = those.reduce(0) { $0 + $1.documents }
        for term in those {
          levels[level - 1].append(plan.words.count + added.count)
          added.append(term.text)
          numbers.append(term.number)
          statistics.add(holding: term.documents, group: group)
        }
      }
      expansions[place] = levels
    }
    guard !expansions.isEmpty else { return nil }
    self.corrections = corrections
    self.spellings = spellings
    self.plan = SearchPlan(plan, adding: added, as: expansions)
    self.numbers = numbers
  }

  /// A query that looks for the expansions as well.
  func expanded(_ query: SegmentQuery) throws(Failure) -> SegmentQuery {
    try SegmentQuery(query, extendedBy: plan, numbers: numbers)
  }

  /// - Parameter longer: whether only terms with more letters are meant.
  private static func terms(
    _ word: PlannedWord, _ queries: [SegmentQuery], longer: Bool
  ) throws(Failure) -> [FuzzyTerm] {
    let least = longer ? letters(word.text) + 1 : 0
    if queries.count == 1, let only = queries.first, only.hiddenTerms.isEmpty {
      try only.plan.request.bounds?.check()
      return best(
        of: try only.segment.fuzzyTerms(
          word.text, limit: word.typoBudget, isPrefix: word.isPrefix
        ).lazy.filter { letters($0.text) >= least })
    }
    var found: [[UInt8]: FuzzyTerm] = [:]
    var rest = queries[...]
    while let query = rest.popFirst() {
      try query.plan.request.bounds?.check()
      var here: [[UInt8]: FuzzyTerm] = [:]
      let terms: [FuzzyTerm]
      // The segments of a domain follow each other, where no condition leaves some of them out.
      let others = (query.searched.addedWords?.segments ?? 1) - 1
      let areAll = rest.prefix(others).filter { $0.domain == query.domain }.count == others
      if areAll,
        let all = try query.searched.addedWords?.fuzzyTerms(
          word.text, limit: word.typoBudget, isPrefix: word.isPrefix,
          isHurried: query.plan.request.bounds != nil)
      {
        terms = all
        rest.removeFirst(others)
      } else {
        terms = try query.segment.fuzzyTerms(
          word.text, limit: word.typoBudget, isPrefix: word.isPrefix)
      }
      for term in terms where here[term.text].map({ term.level < $0.level }) ?? true {
        here[term.text] = term
      }
      for (text, term) in here {
        found[text, default: FuzzyTerm(text: text, level: term.level, documents: 0)]
          .documents += term.documents
      }
    }
    // Hidden items are not there: words that only these hold are none.
    for (text, term) in found {
      var hidden = 0
      for query in queries { hidden += try query.hiddenHolding(of: text) }
      guard hidden > 0 else { continue }
      found[text] = term.documents > hidden ? term : nil
      found[text]?.documents -= hidden
    }
    return best(of: found.values.lazy.filter { letters($0.text) >= least })
  }

  /// The likeliest of some terms; of a text that is there more than once, the way with fewer typos.
  private static func best(of terms: some Sequence<FuzzyTerm>) -> [FuzzyTerm] {
    var best: [FuzzyTerm] = []
    for term in terms {
      if best.count == limit, let last = best.last, !term.precedes(last) { continue }
      if let same = best.firstIndex(where: { $0.text == term.text }) {
        guard term.precedes(best[same]) else { continue }
        best.remove(at: same)
      } else if best.count == limit {
        best.removeLast()
      }
      let place = best.firstIndex { term.precedes($0) } ?? best.count
      best.insert(term, at: place)
    }
    return best
  }

  /// Whether a term is worth to be asked about: what a corrected beginning may become is a guess.
  private static func isOffered(_ term: FuzzyTerm, for word: PlannedWord) -> Bool {
    guard term.level & 1 == 1 else { return true }
    return letters(term.text) <= letters(word.text) + 2
  }

  private static func letters(_ text: [UInt8]) -> Int { text.count { $0 & 0xC0 != 0x80 } }
}

extension FuzzyTerm {
  /// Whether it is likelier than another one: fewer typos, whole words before beginnings, then
  /// what more items hold; of equals the first in their order.
  fileprivate func precedes(_ other: FuzzyTerm) -> Bool {
    if level != other.level { return level < other.level }
    if documents != other.documents { return documents > other.documents }
    return text.lexicographicallyPrecedes(other.text)
  }
}
