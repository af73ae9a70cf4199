import SegmentFiles
import FootlightDiagnostics
import QueryLanguage

/// A word of a query and the words of the index that may be meant by it.
public struct Correction: Sendable, Hashable {
  /// The word as it was looked up: folded.
  public var word: String
  /// The words that it was taken for, the likeliest first; where it was taken for the beginning of a
  /// word, those that are more than two letters longer are left out.
  public var meant: [String]
  /// Whether some searched item holds the word as it is.
  public var isHeld: Bool

  /// Makes a correction.
  public init(word: String, meant: [String], isHeld: Bool) {
    self.word = word
    self.meant = meant
    self.isHeld = isHeld
  }
}

/// Looks for the words that may be meant where words of a query are not found well.
struct CloseWords {
  /// What was found.
  let corrections: [Correction]
  /// The words that may be meant, by the words of the query.
  let spellings: [QueryWord: Set<[UInt8]>]

  /// A word that fewer items than these hold may hold a typo.
  private static let wellFound = 10
  /// As many words at most may be meant by one.
  private static let limit = 8

  /// Adds the words that may be meant by some words of the query to the plan, to the statistics and
  /// to the searches; nil when there are none.
  ///
  /// Of each word the eight with the fewest typos are taken, of equals the whole words first, then
  /// those that most items hold: over all parts, so that the same words are meant in each. All of a
  /// word with the same level are worth the same, as the words of a prefix are.
  init?(
    _ places: [Int], of query: [QueryWord], _ plan: inout SearchPlan,
    _ statistics: inout Statistics,
    _ searches: [SegmentSearch]
  ) throws(Failure) {
    var corrections: [Correction] = []
    var spellings: [QueryWord: Set<[UInt8]>] = [:]
    var known: [(word: PlannedWord, terms: [CloseTerm])] = []
    var numbers: [UInt32?] = []
    for place in places {
      let word = plan.words[place]
      let held = statistics.holding[word.atoms.lowerBound]
      guard word.typoBudget > 0, word.isClose || held < CloseWords.wellFound else { continue }
      var key = word
      key.atoms = 0..<0
      let terms: [CloseTerm]
      if let there = known.first(where: { $0.word == key }) {
        terms = there.terms
      } else {
        terms = try CloseWords.terms(word, searches)
        known.append((key, terms))
        guard !terms.isEmpty else { continue }
        corrections.append(
          Correction(
            word: String(decoding: word.text, as: UTF8.self),
            meant: terms.filter { CloseWords.isOffered($0, for: word) }
              .map { String(decoding: $0.text, as: UTF8.self) }, isHeld: held > 0))
      }
      guard let most = terms.last?.level else { continue }
      spellings[query[place]] = Set(terms.map(\.text))
      var levels = [[Int]](repeating: [], count: most)
      for level in 1...most {
        let those = terms.filter { $0.level == level }
        let together = those.reduce(0) { $0 + $1.documents }
        for term in those {
          levels[level - 1].append(plan.add(term.text))
          numbers.append(term.number)
          statistics.add(holding: term.documents, together: together)
        }
      }
      plan.meant[place] = levels
    }
    guard !plan.meant.isEmpty else { return nil }
    for search in searches { try search.extend(plan, numbers: numbers) }
    self.corrections = corrections
    self.spellings = spellings
  }

  private static func terms(
    _ word: PlannedWord, _ searches: [SegmentSearch]
  ) throws(Failure) -> [CloseTerm] {
    if searches.count == 1, let only = searches.first, !only.hidesWords {
      try only.plan.request.bounds?.check()
      return best(
        of: try only.segment.closeTerms(
          word.text, limit: word.typoBudget, isPrefix: word.isPrefix))
    }
    var found: [[UInt8]: CloseTerm] = [:]
    var rest = searches[...]
    while let search = rest.popFirst() {
      try search.plan.request.bounds?.check()
      var here: [[UInt8]: CloseTerm] = [:]
      let terms: [CloseTerm]
      // The segments of a domain stand together, where no condition leaves some of them out.
      let others = (search.addedWords?.segments ?? 1) - 1
      let areAll = rest.prefix(others).filter { $0.domain == search.domain }.count == others
      if areAll,
        let all = try search.addedWords?.closeTerms(
          word.text, limit: word.typoBudget, isPrefix: word.isPrefix,
          isHurried: search.plan.request.bounds != nil)
      {
        terms = all
        rest.removeFirst(others)
      } else {
        terms = try search.segment.closeTerms(
          word.text, limit: word.typoBudget, isPrefix: word.isPrefix)
      }
      for term in terms where here[term.text].map({ term.level < $0.level }) ?? true {
        here[term.text] = term
      }
      for (text, term) in here {
        found[text, default: CloseTerm(text: text, level: term.level, documents: 0)]
          .documents += term.documents
      }
    }
    // What is hidden is not there: words that only hidden items hold are none.
    for (text, term) in found {
      var hidden = 0
      for search in searches { hidden += try search.hiddenHolding(of: text) }
      guard hidden > 0 else { continue }
      found[text] = term.documents > hidden ? term : nil
      found[text]?.documents -= hidden
    }
    return best(of: found.values)
  }

  /// The likeliest of some terms; of a text that is there more than once, the way with fewer typos.
  private static func best(of terms: some Sequence<CloseTerm>) -> [CloseTerm] {
    var best: [CloseTerm] = []
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
  private static func isOffered(_ term: CloseTerm, for word: PlannedWord) -> Bool {
    guard term.level & 1 == 1 else { return true }
    return letters(term.text) <= letters(word.text) + 2
  }

  private static func letters(_ text: [UInt8]) -> Int { text.count { $0 & 0xC0 != 0x80 } }
}

extension SearchPlan {
  /// Adds a term behind the words of the query; its place.
  fileprivate mutating func add(_ text: [UInt8]) -> Int {
    atoms.append(Atom(text: text, isPrefix: false, onlyNames: false))
    words.append(
      PlannedWord(
        text: text, isSymbol: false, isPrefix: false, atoms: atoms.count - 1..<atoms.count,
        sequence: [], characters: []))
    return words.count - 1
  }
}

extension CloseTerm {
  /// Whether it is likelier to be meant than another one: fewer typos, whole words before beginnings, then
  /// what more items hold; of equals the first in their order.
  fileprivate func precedes(_ other: CloseTerm) -> Bool {
    if level != other.level { return level < other.level }
    if documents != other.documents { return documents > other.documents }
    return text.lexicographicallyPrecedes(other.text)
  }
}
