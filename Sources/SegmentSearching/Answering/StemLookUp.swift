package import SegmentFiles
import FootlightDiagnostics
import FootlightPlatform
import TextAnalysis

/// What the words of a query are in a part whose words have stems: each is found by its stem, and its
/// exact form adds to the score.
package final class StemLookUp {
  /// One atom, with the words that count as it: their stems (what has none stands as it is), and
  /// their entries as they are.
  private struct Known {
    var stems: [[UInt8]]
    var exact: [TermEntry]
  }

  private let generation: Segment
  private var stemmer: Stemmer
  /// By the places of the atoms; nil for prefixes and what has no stem.
  private var known: [Known?] = []
  /// The stems of terms, by their numbers, and whether they are stop words.
  private var members: [UInt32: (stem: [UInt8], isStopWord: Bool)] = [:]

  /// Nil where words have no stems.
  init?(_ generation: Segment) {
    guard let stemmer = generation.analyzer.makeStemmer() else { return nil }
    self.generation = generation
    self.stemmer = stemmer
  }

  /// Looks the next atom up, with the words that count as it; nil when none of them has a stem.
  func add(_ atom: Atom, counting group: [[UInt8]]?) throws(Failure) -> FoundAtom? {
    let words = group ?? [atom.text]
    let stems = atom.takesStems ? words.map { stemmer.stem($0) } : []
    guard stems.contains(where: { $0 != nil }) else {
      known.append(nil)
      return nil
    }
    var terms: [[UInt8]] = []
    for (stem, word) in zip(stems, words) where !terms.contains(stem ?? word) {
      terms.append(stem ?? word)
    }
    var exact: [TermEntry] = []
    for word in words { if let entry = try entry(word) { exact.append(entry) } }
    known.append(Known(stems: terms, exact: exact))
    var entries: [TermEntry] = []
    for term in terms { if let entry = try entry(term) { entries.append(entry) } }
    return entries.count > 1
      ? .group(entries) : entries.first.map { FoundAtom.term($0) } ?? FoundAtom.none
  }

  private func entry(_ text: [UInt8]) throws(Failure) -> TermEntry? {
    var arena = ByteArena(capacity: text.count + 8)
    arena.append(text)
    return try generation.term(arena)
  }

  /// Whether an atom is found by a stem.
  func isStemmed(_ atom: Int) -> Bool { known[atom] != nil }

  /// The stem of an atom, to be shown; nil for what has none.
  package func stem(_ atom: Int) -> String? {
    known[atom]?.stems.first.map { stem in
      String(decoding: stem.first == Stemmer.mark ? stem.dropFirst() : stem[...], as: UTF8.self)
    }
  }

  /// The entries of a stemmed atom, and of the words that count as it, as they are.
  package func exact(_ atom: Int) -> [TermEntry] { known[atom]?.exact ?? [] }

  /// Whether a word has the stem of an atom.
  func holds(_ atom: Int, word: [UInt8]) -> Bool {
    guard let wanted = known[atom]?.stems else { return false }
    return wanted.contains(stemmer.stem(word) ?? word)
  }

  /// Whether a term has the stem of an atom: each is read and stemmed once a search.
  ///
  /// - Parameter isLong: whether it stands in a long text, where stop words have no postings.
  func holds(_ atom: Int, term: UInt32, isLong: Bool = false) throws(Failure) -> Bool {
    guard let wanted = known[atom]?.stems else { return false }
    if let member = members[term] {
      return wanted.contains(member.stem) && !(isLong && member.isStopWord)
    }
    let text = try generation.text(ofTerm: term) ?? []
    members[term] = (stemmer.stem(text) ?? text, generation.analyzer.isStopWord(text))
    return try holds(atom, term: term, isLong: isLong)
  }
}

extension SegmentSearch {
  /// What an atom's list counts here.
  ///
  /// Where words have stems, a word's score is what its stem is worth and a quarter of what the exact
  /// form is worth; of what has no stem the exact form is both.
  package func weight(_ atom: Int, _ statistics: Statistics) -> Int {
    let idf = statistics.idf[atom]
    guard let stems, !stems.isStemmed(atom) else { return idf }
    return idf + Scoring.exactShare(statistics.exactIdf[atom])
  }

  /// The list of a stemmed word as it is, which adds to the score of its stem; nil where there is none.
  func exactList(_ word: Int, onlyNames: Bool, _ statistics: Statistics) throws(Failure)
    -> ListCursor?
  {
    let atom = plan.words[word].atoms.lowerBound
    guard let exact = stems?.exact(atom), !exact.isEmpty else { return nil }
    let entries = exact.filter { (onlyNames ? $0.inNames : $0.documents) > 0 }
    let weight = Scoring.exactShare(statistics.exactIdf[atom])
    guard let first = entries.first, weight > 0 else { return nil }
    guard entries.count == 1 else {
      return try united(entries, inNames: onlyNames, weight: weight)
    }
    return try ListCursor(generation, first, inNames: onlyNames, weight: weight)
  }

  /// The numbers of an atom's terms, where these are all that it is found by; nil otherwise.
  func numbers(_ atom: Int) -> Range<UInt32>? {
    if stems?.isStemmed(atom) ?? false { return nil }
    switch atoms[atom] {
    case .none: return 0..<0
    case .term(let entry): return entry.number..<entry.number &+ 1
    case .range(let range): return range.low.number..<max(range.low.number, range.high.number)
    case .group: return nil
    }
  }

  /// Whether a term of a sequence is an atom, or has its stem.
  func isFound(_ atom: Int, by term: UInt32) throws(Failure) -> Bool {
    if let stems, stems.isStemmed(atom) { return try stems.holds(atom, term: term) }
    switch atoms[atom] {
    case .none: return false
    case .term(let entry): return entry.number == term
    case .range(let range): return term >= range.low.number && term < range.high.number
    case .group(let entries): return entries.contains { $0.number == term }
    }
  }
}
