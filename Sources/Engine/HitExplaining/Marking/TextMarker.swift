import FootlightPlatform
import TextAnalysis

/// Finds in texts what a query matched there.
///
/// A token is marked whole, as it is written: "usc" marks "U.S.C.", "creme" marks "Crème".
package struct TextMarker: Sendable {
  /// A place that matched.
  struct Mark {
    /// The bytes of the text.
    var range: Range<Int>
    /// Which of the patterns.
    var pattern: Int
  }

  /// Where a pattern is looked for.
  private struct Reach: Sendable {
    var field: Field?
    var onlyNames: Bool
  }

  let patterns: [TextPattern]
  private let analyzer: Analyzer
  private let terms: MarkedTerms
  private let reaches: [Reach]
  /// The patterns that are tokens side by side.
  private let runs: [Int]
  /// The patterns that stand within tokens.
  private let pieces: [(pattern: Int, piece: WordTerms.Piece)]
  /// A sieve that passes over most of a long text; nil where runs are looked for.
  private let sieve: TextSieve?

  init(_ patterns: [TextPattern], _ analyzer: Analyzer, sieves: Bool = true) {
    self.patterns = patterns
    self.analyzer = analyzer
    terms = MarkedTerms(patterns)
    reaches = patterns.map { Reach(field: $0.field, onlyNames: $0.onlyNames) }
    runs = patterns.indices.filter { !patterns[$0].run.isEmpty }
    pieces = patterns.indices.compactMap { place in
      guard case .terms(let terms) = patterns[place].piece else { return nil }
      return terms.piece.map { (place, $0) }
    }
    sieve = sieves && runs.isEmpty ? TextSieve(terms) : nil
  }

  /// Marks anything that a query may match in a text, its whole as a name included.
  package init(_ query: Query) {
    let analyzer = Analyzer()
    let words = TextPattern.patterns(of: query, allPrefixes: false, analyzer) { _ in [] }
    self.init(words + (query.name.map { TextPattern.patterns(of: $0) } ?? []), analyzer)
  }

  /// Pieces of text that are to be found again.
  package init(pieces: [String]) {
    let analyzer = Analyzer()
    let patterns = pieces.map { piece in
      TextPattern(
        piece: .sideBySide(
          analyzer.analyze(piece, as: .field).filter { !$0.traits.contains(.derived) }
            .map { Array($0.text.utf8) }))
    }
    self.init(patterns, analyzer)
  }

  /// The bytes of a name that are to be marked, in order and without overlap.
  package func ranges(in text: String) -> [Range<Int>] {
    var scratch = MarkingScratch()
    return TextMarker.joined(marks(in: ByteArena(text), .title, &scratch))
  }

  /// How many of the patterns are looked for in a field.
  func count(in field: Field) -> Int { patterns.count { $0.concerns(field) } }

  /// Finds the matches in a text of a field, in its order, within the first ``WordFinder/textLimit`` bytes.
  func marks(
    in text: borrowing ByteArena, _ field: Field, _ scratch: inout MarkingScratch
  ) -> [Mark] {
    marks(in: text, TextMarker.looked(text), field, &scratch)
  }

  /// The part of a text that is looked through; it ends with a whole scalar.
  private static func looked(_ text: borrowing ByteArena) -> ByteRange {
    var end = min(text.count, WordFinder.textLimit)
    while end < text.count, end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
    return ByteRange(start: 0, count: end)
  }

  /// Finds the matches in a piece of a text of a field, in its order.
  func marks(
    in text: borrowing ByteArena, _ range: ByteRange, _ field: Field,
    _ scratch: inout MarkingScratch
  ) -> [Mark] {
    guard !range.isEmpty, patterns.contains(where: { $0.concerns(field) }) else { return [] }
    let isName = field == .title || field == .alias
    let isLong = field == .description || field == .body
    scratch.wanted.removeAll(keepingCapacity: true)
    for reach in reaches {
      scratch.wanted.append(
        (reach.field == nil || reach.field == field) && (isName || !reach.onlyNames))
    }
    var found: [Mark] = []
    if isLong, range.count >= TextSieve.shortest, let sieve {
      sieve.stretches(of: text, range, into: &scratch.stretches)
      for place in scratch.stretches.indices {
        let stretch = scratch.stretches[place]
        if markPlain(text, stretch, scratch.wanted, &found) { continue }
        analyzer.locate(
          text, stretch, as: .field, into: &scratch.tokens, places: &scratch.places)
        collect(&scratch, text, isLong: true, &found)
      }
    } else {
      analyzer.locate(text, range, as: .field, into: &scratch.tokens, places: &scratch.places)
      let nameDiffers = scratch.tokens.nameDiffers
      collect(&scratch, text, isLong: isLong, &found)
      if isName, nameDiffers {
        analyzer.locate(text, range, as: .name, into: &scratch.tokens, places: &scratch.places)
        collect(&scratch, text, isLong: false, &found)
      }
    }
    found.sort {
      $0.range.lowerBound != $1.range.lowerBound
        ? $0.range.lowerBound < $1.range.lowerBound : $0.pattern < $1.pattern
    }
    return found
  }

  /// Marks as ranges without overlap; those that touch are one.
  static func joined(_ marks: [Mark]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for mark in marks where !mark.range.isEmpty {
      if let last = found.last, last.upperBound >= mark.range.lowerBound {
        found[found.count - 1] =
          last.lowerBound..<max(last.upperBound, mark.range.upperBound)
      } else {
        found.append(mark.range)
      }
    }
    return found
  }

  /// Marks the tokens at hand.
  private func collect(
    _ scratch: inout MarkingScratch, _ text: borrowing ByteArena, isLong: Bool,
    _ found: inout [Mark]
  ) {
    let first = found.count
    let needsSequence = runs.contains { scratch.wanted[$0] }
    scratch.sequence.removeAll(keepingCapacity: true)
    for index in 0..<min(scratch.tokens.tokens.count, scratch.places.count) {
      let token = scratch.tokens.tokens[index]
      let isDerived = token.traits.contains(.derived)
      if needsSequence, !isDerived { scratch.sequence.append(index) }
      // A stop word of a long text has no posting: nothing was found by it.
      if isLong, token.traits.contains(.stopWord) { continue }
      guard token.text.count > 0 else { continue }
      let place = scratch.places[index]
      let range = place.lowerBound..<place.upperBound
      var last = -1
      if terms.mayBegin(with: scratch.tokens.bytes[token.text.lowerBound]) {
        for term in terms.terms
        where term.pattern != last && scratch.wanted[term.pattern]
          && !(isDerived && term.onlySequence)
          && terms.holds(term, scratch.tokens.bytes, token.text)
        {
          last = term.pattern
          mark(last, range, isDerived, since: first, &found)
        }
      }
      for (pattern, piece) in pieces where scratch.wanted[pattern] && !isDerived {
        for part in PiecePlaces(text, range, scratch.tokens.bytes.bytes(token.text)).places(
          of: piece)
        {
          found.append(Mark(range: part, pattern: pattern))
        }
      }
    }
    guard needsSequence else { return }
    for place in runs where scratch.wanted[place] { collectRuns(place, scratch, &found) }
  }

  /// Marks what matches in a stretch of a long text whose words are plain; false, and nothing, where one is not.
  ///
  /// A plain word is letters and digits of ASCII between white space, with punctuation around it that binds nothing. What is
  /// more must be analysed.
  private func markPlain(
    _ text: borrowing ByteArena, _ stretch: ByteRange, _ wanted: [Bool], _ found: inout [Mark]
  ) -> Bool {
    let count = found.count
    let isPlain = text.withSpan(stretch) { span in
      var at = 0
      while let word = PlainWord.next(in: span, &at) {
        guard !word.isEmpty else { return word.lowerBound == span.count }
        guard terms.mayBegin(with: span[word.lowerBound] | 0x20) else { continue }
        var last = -1
        for term in terms.terms
        where term.pattern != last && wanted[term.pattern] && terms.holds(term, span, word) {
          let range = stretch.lowerBound + word.lowerBound..<stretch.lowerBound + word.upperBound
          // A stop word of a long text has no posting: nothing was found by it.
          if analyzer.isStopWord(word.map { span[$0] | 0x20 }) { break }
          last = term.pattern
          found.append(Mark(range: range, pattern: last))
        }
      }
      return false
    }
    if !isPlain { found.removeLast(found.count - count) }
    return isPlain
  }

  /// Marks a token; of "Moby-Dick" the beginning "moby" is one word, "mobyd" the whole.
  private func mark(
    _ pattern: Int, _ range: Range<Int>, _ isDerived: Bool, since first: Int,
    _ found: inout [Mark]
  ) {
    if isDerived, TextMarker.isMarked(pattern, within: range, found[first...]) { return }
    found.append(Mark(range: range, pattern: pattern))
  }

  /// Marks tokens that stand side by side.
  private func collectRuns(
    _ pattern: Int, _ scratch: borrowing MarkingScratch, _ found: inout [Mark]
  ) {
    let run = patterns[pattern].run
    guard scratch.sequence.count >= run.count else { return }
    // The first token that is not marked yet: where the run overlaps itself, each is marked once.
    var next = 0
    for start in 0...(scratch.sequence.count - run.count) {
      let isThere = run.indices.allSatisfy { offset in
        TextMarker.equals(
          run[offset], scratch.tokens.bytes,
          scratch.tokens.tokens[scratch.sequence[start + offset]].text)
      }
      guard isThere else { continue }
      for index in max(start, next)..<start + run.count {
        let range = scratch.places[scratch.sequence[index]]
        found.append(Mark(range: range.lowerBound..<range.upperBound, pattern: pattern))
      }
      next = start + run.count
    }
  }

  /// Whether a pattern is marked within a range already, of marks in the order of the text: what ends
  /// before the range is not looked at.
  private static func isMarked(
    _ pattern: Int, within range: Range<Int>, _ marks: ArraySlice<Mark>
  ) -> Bool {
    for mark in marks.reversed() {
      if mark.range.upperBound <= range.lowerBound { return false }
      if mark.pattern == pattern, range.contains(mark.range) { return true }
    }
    return false
  }

  private static func equals(
    _ term: [UInt8], _ bytes: borrowing ByteArena, _ text: ByteRange
  ) -> Bool {
    guard term.count == Int(text.count) else { return false }
    for index in term.indices where bytes[text.lowerBound + index] != term[index] { return false }
    return true
  }
}

extension TextPattern {
  /// The tokens that must stand side by side; empty for a word.
  fileprivate var run: [[UInt8]] {
    switch piece {
    case .sideBySide(let tokens): tokens
    case .terms(let terms): terms.run
    }
  }
}

/// Words that are one token each as they are, but for the case of their letters.
private enum PlainWord {
  /// The next word, which stands between white space; an empty range at the end where there is none, nil where what stands
  /// there is more than a word.
  static func next(in text: borrowing Span<UInt8>, _ at: inout Int) -> Range<Int>? {
    while at < text.count, text[at] <= 0x20 || ASCIIChunk.separates(text[at]) { at += 1 }
    let start = at
    while at < text.count, isWord(text[at]) { at += 1 }
    let end = at
    guard end > start else { return at == text.count ? at..<at : nil }
    guard end - start <= longest else { return nil }
    // A point or comma at the end of a word binds nothing; after a single letter a point may.
    if at < text.count, text[at] == 0x2C || text[at] == 0x2E && end - start > 1,
      at + 1 == text.count || text[at + 1] <= 0x20
    {
      at += 1
    }
    guard at == text.count || ASCIIChunk.separates(text[at]) else { return nil }
    return start..<end
  }

  private static let longest = 64

  private static func isWord(_ byte: UInt8) -> Bool {
    0x61...0x7A ~= byte | 0x20 || 0x30...0x39 ~= byte
  }
}
