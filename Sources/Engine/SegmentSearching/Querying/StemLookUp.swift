import FootlightPlatform
package import SegmentFiles
import TextAnalysis

/// The words of a query in a segment whose words have stems: each is found by its stem, and its exact form adds to
/// the score.
package final class StemLookUp {
  /// One atom, with the words that count as it: their stems (what has none stands as it is), and
  /// their entries as they are.
  private struct Known {
    var stems: [[UInt8]]
    var exact: [TermEntry]
  }

  private let stemming: Stemming
  /// By the places of the atoms; nil for prefixes and what has no stem.
  private var known: [Known?]

  /// Nil where words have no stems.
  init?(_ stored: Segment) {
    guard let stemming = Stemming(stored) else { return nil }
    self.stemming = stemming
    known = []
  }

  /// The same, for a look-up that goes on with more atoms.
  init(_ other: StemLookUp) {
    stemming = other.stemming
    known = other.known
  }

  /// Looks the next atom up, with the words that count as it; nil when none of them has a stem.
  func add(_ atom: Atom, counting group: [[UInt8]]?) throws(Failure) -> FoundAtom? {
    let words = group ?? [atom.text]
    let stems = atom.takesStems ? words.map { stemming.stem($0) } : []
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
    entries.sort { $0.number < $1.number }
    return entries.count > 1
      ? .group(entries) : entries.first.map { FoundAtom.term($0) } ?? FoundAtom.none
  }

  private func entry(_ text: [UInt8]) throws(Failure) -> TermEntry? {
    var arena = ByteArena(capacity: text.count + 8)
    arena.append(text)
    return try stemming.stored.term(arena)
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
    return wanted.contains(stemming.stem(word) ?? word)
  }

  /// Whether a term has the stem of an atom: each is read and stemmed once a search.
  ///
  /// - Parameter isLong: whether it stands in a long text, where stop words have no postings.
  func holds(_ atom: Int, term: UInt32, isLong: Bool = false) throws(Failure) -> Bool {
    guard let wanted = known[atom]?.stems else { return false }
    let member = try stemming.member(term)
    return wanted.contains(member.stem) && !(isLong && member.isStopWord)
  }
}

/// Stems words and terms of one segment, each term once.
private final class Stemming {
  let stored: Segment
  private var stemmer: Stemmer
  /// The stems of terms, by their numbers, and whether they are stop words.
  private var members: [UInt32: (stem: [UInt8], isStopWord: Bool)] = [:]

  init?(_ stored: Segment) {
    guard let stemmer = stored.analyzer.makeStemmer() else { return nil }
    self.stored = stored
    self.stemmer = stemmer
  }

  /// The stem of a word; nil for what has none.
  func stem(_ word: [UInt8]) -> [UInt8]? { stemmer.stem(word) }

  /// The stem of a term, and whether it is a stop word.
  func member(_ term: UInt32) throws(Failure) -> (stem: [UInt8], isStopWord: Bool) {
    if let member = members[term] { return member }
    let text = try stored.text(ofTerm: term) ?? []
    let member = (stemmer.stem(text) ?? text, stored.analyzer.isStopWord(text))
    members[term] = member
    return member
  }
}
