import FootlightPlatform
import TextAnalysis

/// The words of a query in a segment whose words have stems: each is found by its stem, and its exact form adds to
/// the score.
package final class StemLookUp {
  /// One atom, with the words that count as it: their stems (what has none stands as it is), and
  /// their entries as they are.
  private struct Known {
    var stems: [[UInt8]]
    var entries: [TermEntry]
    var exact: [TermEntry]
  }

  private let stored: Segment
  private var stemmer: Stemmer
  /// By the places of the atoms; nil for prefixes and what has no stem.
  private var known: [Known?]
  private var families: [Int: TermSet] = [:]

  /// Nil where words have no stems.
  ///
  /// - Parameter other: the same for the atoms before those that are looked up.
  init?(_ stored: Segment, after other: StemLookUp? = nil) {
    guard let stemmer = stored.analyzer.makeStemmer() else { return nil }
    self.stored = stored
    self.stemmer = stemmer
    known = other?.known ?? []
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
    for word in words { if let entry = try stored.term(word) { exact.append(entry) } }
    var entries: [TermEntry] = []
    for term in terms { if let entry = try stored.term(term) { entries.append(entry) } }
    entries.sort { $0.number < $1.number }
    known.append(Known(stems: terms, entries: entries, exact: exact))
    return entries.count > 1
      ? .group(entries) : entries.first.map { FoundAtom.term($0) } ?? FoundAtom.none
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

  /// The terms that have the stem of a word, without those of its synonyms; none where it has no stem.
  func family(ofWord word: [UInt8]) throws(Failure) -> TermSet {
    guard let stem = stemmer.stem(word), let entry = try stored.term(stem) else { return TermSet() }
    return TermSet(try stored.family(of: entry.number))
  }

  /// The terms that have the stem of an atom, or that of a synonym; nil where it is found by none.
  func family(_ atom: Int) throws(Failure) -> TermSet? {
    guard let known = known[atom] else { return nil }
    if let family = families[atom] { return family }
    var terms: [UInt32] = []
    for entry in known.entries { terms += try stored.family(of: entry.number) }
    let family = TermSet(terms)
    families[atom] = family
    return family
  }
}
