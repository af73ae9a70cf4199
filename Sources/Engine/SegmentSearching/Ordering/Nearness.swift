import FootlightPlatform

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
  private static let longest = 512

  private let query: SegmentQuery
  /// The numbers of the words' terms, as they were typed; none for runs of characters, which are phrases already.
  private var spans: [Span] = []
  /// Of each word whether it counts with the one before it.
  private var isPaired: [Bool] = []
  /// The terms by their last six bits: most of those of a text are none of the query's.
  private var sieve: UInt64 = 0

  /// Neighbouring terms, and the word of the query whose they are.
  private struct Span {
    var terms: Range<UInt32>
    var word: Int
  }

  init(_ query: SegmentQuery) throws(Failure) {
    self.query = query
    let words = try query.foundWords.map { (word) throws(Failure) in
      let numbers = try Nearness.numbers(word, query)
      guard let completed = query.completing([word])?.first else { return numbers }
      return try numbers.map { (open) throws(Failure) in
        try open + (Nearness.numbers(completed, query) ?? [])
      }
    }
    for (word, ranges) in words.enumerated() {
      isPaired.append(word > 0 && ranges != nil && words[word - 1] != nil)
      for terms in ranges ?? [] {
        spans.append(Span(terms: terms, word: word))
        if terms.count >= 64 {
          sieve = .max
        } else {
          for term in terms { sieve |= 1 << UInt64(term & 63) }
        }
      }
    }
  }

  private var pairs: Int { isPaired.count(where: \.self) }

  /// Whether a request is ordered by it: plain words, by tiers or any of them.
  package static func counts(in request: SearchRequest) -> Bool {
    request.query.expression == nil && request.query.words.count > 1
      && (request.match == .tiers || request.match == .any)
  }

  /// A score with what nearness adds to it.
  func raised(_ score: Int, _ document: UInt32) throws(Failure) -> Int {
    guard pairs > 0, score > 0 else { return score }
    let most = Nearness.sideBySide * pairs
    var best = [Int](repeating: 0, count: isPaired.count)
    var sum = 0
    try query.forward.forEachField(document, onlyNames: false, mostOfLong: Nearness.longest) {
      part, list in
      switch part {
      case .namesExtra, .longExtra: break
      case .keywords: look(list, before: list.sequenceEnd, parts: list.separator, &best)
      case .name, .description, .body: look(list, before: list.count, parts: nil, &best)
      }
      sum = best.reduce(0, +)
      // Only derived terms follow the body.
      if case .body = part { return false }
      return sum < most
    }
    return score + score * sum / (4 * most)
  }

  /// Takes the nearest pairs of a text: of each word, with the one before it.
  private func look(
    _ list: NameTerms, before end: Int, parts separator: UInt32?, _ best: inout [Int]
  ) {
    var last = [Int](repeating: -Nearness.longest, count: isPaired.count)
    for place in 0..<min(end, Nearness.longest) {
      let term = list[place]
      if let separator, term == separator {
        for word in last.indices { last[word] = -Nearness.longest }
        continue
      }
      guard sieve >> UInt64(term & 63) & 1 == 1 else { continue }
      // A word may stand in the query twice: all pairs are looked at before any place is moved on.
      for span in spans where span.terms.contains(term) {
        let word = span.word
        if isPaired[word] { best[word] = max(best[word], Nearness.worth(place - last[word - 1])) }
        let next = word + 1
        if next < isPaired.count, isPaired[next], last[next] == place - 1 {
          best[next] = max(best[next], Nearness.reversed)
        }
      }
      for span in spans where span.terms.contains(term) { last[span.word] = place }
    }
  }

  /// The worth of a pair at a distance.
  private static func worth(_ distance: Int) -> Int {
    distance > 5 ? 0 : sideBySide >> (distance - 1)
  }

  private static func numbers(
    _ word: Int, _ query: SegmentQuery
  ) throws(Failure) -> [Range<UInt32>]? {
    let planned = query.plan.words[word]
    guard planned.atoms.count == 1, planned.characters.isEmpty, planned.inside == nil else {
      return nil
    }
    let atom = planned.atoms.lowerBound
    // As they were typed: a stem does not count.
    if let stems = query.stems, stems.isStemmed(atom) {
      return TermSet(stems.exact(atom).map(\.number)).ranges
    }
    return try query.looked.terms(atom).ranges
  }
}
