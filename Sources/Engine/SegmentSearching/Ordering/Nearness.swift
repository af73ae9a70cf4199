import FootlightDiagnostics
import QueryLanguage
import SegmentFiles

/// How near the words of a query stand to each other in a document, as a part of its score: at most a quarter more.
///
/// Term proximity by minimal distances of neighbouring query terms (Tao and Zhai, "An exploration of proximity measures in
/// information retrieval", 2007): of each two words that follow each other in the query the nearest pair in one text counts, in
/// the same order, side by side most. So "(b)(6)" is the subsection and not a "b" here and a "6" there.
package struct Nearness {
  /// The hits among so many first ones are ordered anew: reading sequences costs too much for all.
  package static let window = 10
  /// So much counts a pair side by side; each further word between halves it.
  private static let sideBySide = 16
  /// A pair side by side in the other order.
  private static let reversed = 4
  /// So many tokens of a text are looked at.
  private static let longest = 8_192

  private let query: SegmentQuery
  /// The numbers of each word's terms, as they were typed; nil for runs of characters, which are phrases already.
  private let words: [[Range<UInt32>]?]
  private let pairs: Int

  init(_ query: SegmentQuery) {
    self.query = query
    words = query.foundWords.map { Nearness.numbers($0, query) }
    pairs = zip(words, words.dropFirst()).count { $0 != nil && $1 != nil }
  }

  /// Whether a request is ordered by it: plain words, by tiers or any of them.
  package static func counts(in request: SearchRequest) -> Bool {
    request.query.expression == nil && request.query.words.count > 1
      && (request.match == .tiers || request.match == .any)
  }

  /// A score with what nearness adds to it.
  func raised(_ score: Int, _ document: UInt32) throws(Failure) -> Int {
    guard pairs > 0, score > 0 else { return score }
    var best = [Int](repeating: 0, count: words.count)
    try query.forward.forEachField(document, onlyNames: false) { part, list in
      switch part {
      case .namesExtra, .longExtra: break
      case .keywords: look(list, before: list.sequenceEnd, parts: list.separator, &best)
      case .name, .description, .body: look(list, before: list.count, parts: nil, &best)
      }
      return true
    }
    return score + score * best.reduce(0, +) / (4 * Nearness.sideBySide * pairs)
  }

  /// Takes the nearest pairs of a text.
  private func look(
    _ list: NameTerms, before end: Int, parts separator: UInt32?, _ best: inout [Int]
  ) {
    var last = [Int](repeating: -Nearness.longest, count: words.count)
    for place in 0..<min(end, Nearness.longest) {
      let term = list[place]
      if let separator, term == separator {
        for word in last.indices { last[word] = -Nearness.longest }
        continue
      }
      let here = words.indices.filter { words[$0]?.contains { $0.contains(term) } ?? false }
      // A word may stand in the query twice: all pairs are looked at before any place is moved on.
      for word in here {
        if word > 0, words[word - 1] != nil {
          best[word - 1] = max(best[word - 1], Nearness.worth(place - last[word - 1]))
        }
        if word + 1 < words.count, words[word + 1] != nil, last[word + 1] == place - 1 {
          best[word] = max(best[word], Nearness.reversed)
        }
      }
      for word in here { last[word] = place }
    }
  }

  /// The worth of a pair at a distance.
  private static func worth(_ distance: Int) -> Int {
    distance > 5 ? 0 : sideBySide >> (distance - 1)
  }

  private static func numbers(_ word: Int, _ query: SegmentQuery) -> [Range<UInt32>]? {
    let planned = query.plan.words[word]
    guard planned.atoms.count == 1, planned.characters.isEmpty else { return nil }
    let atom = planned.atoms.lowerBound
    func one(_ entry: TermEntry) -> Range<UInt32> { entry.number..<entry.number + 1 }
    if let stems = query.stems, stems.isStemmed(atom) { return stems.exact(atom).map(one) }
    switch query.atoms[atom] {
    case .none: return []
    case .term(let entry): return [one(entry)]
    case .range(let range):
      return [range.low.number..<max(range.low.number, range.high.number)]
    case .group(let entries): return entries.map(one)
    }
  }
}
