import FootlightPlatform
import TextAnalysis

/// One term or prefix that is looked up; a run of characters has one for each of its bigrams.
struct Atom: Sendable {
  /// The folded UTF-8.
  var text: [UInt8]
  /// Whether all terms that begin with it match.
  var isPrefix: Bool
  /// Whether it looks at names only: a prefix of one or two characters, or a piece of words.
  var onlyNames: Bool
  /// Where it stands within the terms that match.
  var inside: QueryWord.Inside?
  /// Whether words with the same stem match, where words have stems.
  var takesStems = false
}

/// A word of the query as atoms that must all match.
package struct PlannedWord: Sendable, Hashable {
  package var text: [UInt8]
  var isSymbol: Bool
  package var isPrefix: Bool
  /// Its atoms, as indices into the plan's.
  package var atoms: Range<Int>
  /// The characters that must stand side by side, when there are more than two.
  var sequence: [[UInt8]]
  /// All characters of a run; empty for a word.
  var characters: [[UInt8]]
  /// Where it stands within the words that match.
  package var inside: QueryWord.Inside?
  /// How many typos it may hold.
  var typoBudget = 0
  /// Whether typos are asked for, however well it is found.
  var isFuzzy = false
  /// Whether the synonyms of a domain count as this word: it is complete, and stands neither in a
  /// phrase nor after a -.
  package var takesSynonyms = false
  /// Whether the other writings of the number that it is count as this word.
  var takesNumerals = false
}

extension PlannedWord {
  /// One complete term.
  init(atom: Int, _ text: [UInt8]) {
    self.init(
      text: text, isSymbol: false, isPrefix: false, atoms: atom..<atom + 1, sequence: [],
      characters: [])
  }

  /// The word and all that count as it.
  package func group(_ synonyms: Synonyms) -> [[UInt8]] {
    guard takesSynonyms else { return [text] }
    let group = synonyms.group(of: text)
    return takesNumerals ? group + Numeral.others(of: text).filter { !group.contains($0) } : group
  }

  /// Whether it is a prefix that looks at names only.
  func isShort(_ plan: SearchPlan) -> Bool {
    atoms.contains { plan.atoms[$0].onlyNames }
  }
}

/// A query made ready for all segments: words and atoms, before any dictionary is asked.
///
/// A class, so that all segments share it: handing it on counts one reference.
package final class SearchPlan: Sendable {
  package let words: [PlannedWord]
  let atoms: [Atom]
  /// How many of the words were asked for; they stand first.
  package let asked: Int
  /// The word with which the query ends, where somebody may type on; nil where none is, or it is a letter or two alone.
  let open: Int?
  /// The same as a complete word, which stands after those that were asked for.
  package var completed: Int? { open == nil ? nil : asked }
  /// For a number, where it stands with its other writings, after those that were asked for.
  let numbers: [Int: Int]
  /// For a word that has pairs of neighbouring characters, where these stand as words, after those that were asked for.
  let pairs: [Int: Range<Int>]
  /// The fuzzy expansions of words, by their ``TypoLevel`` less one.
  ///
  /// They stand after the words of the query; nothing is here before tier 5 opens.
  package let expansions: [Int: [[Int]]]
  package let request: SearchRequest

  package convenience init(_ request: SearchRequest) {
    self.init(
      request, words: request.query.words, synonymous: Array(request.query.words.indices),
      widens: request.match == .tiers)
  }

  /// Plans other words than those of the query's plain text; some of them may have synonyms, and
  /// `literal` are those of phrases, which have no stems.
  package init(
    _ request: SearchRequest, words looked: [QueryWord], synonymous: [Int] = [],
    literal: Set<Int> = [], widens: Bool = false
  ) {
    self.request = request
    expansions = [:]
    var words: [PlannedWord] = []
    var atoms: [Atom] = []
    let allPrefixes = request.match == .all
    for (place, word) in looked.enumerated() {
      let first = atoms.count
      var sequence: [[UInt8]] = []
      var isPrefix = false
      if let run = word.run {
        for bigram in run.bigrams {
          atoms.append(Atom(text: bigram, isPrefix: false, onlyNames: false))
        }
        if run.sequence.count > 2 { sequence = run.sequence }
      } else {
        isPrefix =
          word.isPrefix
          || allPrefixes && !word.isSymbol && !word.traits.contains(.unspaced)
            && word.inside == nil
        let short = QueryWord(text: word.text, isPrefix: isPrefix, inside: word.inside)
          .looksAtNamesAlone
        atoms.append(
          Atom(
            text: word.text, isPrefix: isPrefix, onlyNames: short,
            inside: word.inside,
            takesStems: !isPrefix && word.inside == nil && !literal.contains(place)))
      }
      words.append(
        PlannedWord(
          text: word.text, isSymbol: word.isSymbol, isPrefix: isPrefix,
          atoms: first..<atoms.count, sequence: sequence, characters: word.run?.sequence ?? [],
          inside: word.inside,
          typoBudget: word.typoBudget, isFuzzy: word.isClose))
    }
    for place in synonymous {
      words[place].takesSynonyms =
        !words[place].isPrefix && !words[place].isSymbol && words[place].characters.isEmpty
        && words[place].inside == nil
    }
    asked = words.count
    open =
      widens
      ? looked.firstIndex { $0.isOpen && (looked.count > 1 || !$0.looksAtNamesAlone) } : nil
    if let open {
      let text = looked[open].text
      var word = PlannedWord(atom: atoms.count, text)
      word.takesSynonyms = true
      words.append(word)
      atoms.append(Atom(text: text, isPrefix: false, onlyNames: false, takesStems: true))
    }
    var pairs: [Int: Range<Int>] = [:]
    for (place, word) in looked.enumerated() where widens && !word.pairs.isEmpty {
      let first = words.count
      // Those of a run are looked up with it.
      var atom = word.run == nil ? atoms.count : words[place].atoms.lowerBound
      for pair in word.pairs {
        if word.run == nil { atoms.append(Atom(text: pair, isPrefix: false, onlyNames: false)) }
        words.append(PlannedWord(atom: atom, pair))
        atom += 1
      }
      pairs[place] = first..<words.count
    }
    self.pairs = pairs
    var numbers: [Int: Int] = [:]
    for (place, word) in looked.enumerated()
    where widens && (!word.isPrefix || word.isOpen) && !Numeral.others(of: word.text).isEmpty {
      numbers[place] = words.count
      var number = PlannedWord(atom: atoms.count, word.text)
      (number.takesSynonyms, number.takesNumerals) = (true, true)
      words.append(number)
      atoms.append(Atom(text: word.text, isPrefix: false, onlyNames: false, takesStems: true))
    }
    self.numbers = numbers
    self.words = words
    self.atoms = atoms
  }

  /// A plan with terms after its words, which are expansions of these.
  init(_ plan: SearchPlan, adding terms: [[UInt8]], as expansions: [Int: [[Int]]]) {
    request = plan.request
    asked = plan.asked
    open = plan.open
    pairs = plan.pairs
    numbers = plan.numbers
    self.expansions = expansions
    atoms = plan.atoms + terms.map { Atom(text: $0, isPrefix: false, onlyNames: false) }
    words =
      plan.words
      + terms.enumerated().map { place, text in
        PlannedWord(atom: plan.atoms.count + place, text)
      }
  }
}

extension SearchPlan {
  /// The word that was asked for of which another one was made.
  func asked(_ word: Int) -> Int {
    if word == completed, let open { return open }
    if let number = numbers.first(where: { $0.value == word }) { return number.key }
    return pairs.first { $0.value.contains(word) }?.key ?? word
  }

  /// Some words, those that have pairs by these.
  func parted(_ words: [Int]) -> [Int] {
    words.flatMap { pairs[asked($0)].map(Array.init) ?? [$0] }
  }
}

extension SearchRequest {
  /// How many hits every segment must find for a page.
  var wantedHits: Int {
    // Ten at least: the tiers 5 and 6 open when the stricter ones hold fewer.
    let hits = max(SearchRequest.enoughHits, offset + limit)
    // Several of them may be of one group.
    return distinct.isEmpty ? hits : hits * 4
  }
}

/// An atom as the dictionary of one segment has it.
package enum FoundAtom: Sendable {
  case none
  case term(TermEntry)
  case range(TermRange)
  /// A word with those that count as it, or those that it stands in, as far as they are here; two at least.
  case group([TermEntry])

  /// The number of postings: of a prefix, the sum over its terms.
  func holding(onlyNames: Bool) -> Int {
    switch self {
    case .none: 0
    case .term(let entry): onlyNames ? entry.inNames : entry.documents
    case .range(let range): onlyNames ? range.inNames : range.documents
    case .group(let entries):
      entries.reduce(0) { $0 + (onlyNames ? $1.inNames : $1.documents) }
    }
  }
}
