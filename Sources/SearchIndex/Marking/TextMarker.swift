import FootlightPlatform
public import QueryLanguage
public import TextAnalysis

/// Finds in texts what a query matched there.
///
/// A token is marked whole, as it is written: "usc" marks "U.S.C.", "creme" marks "Crème".
public struct TextMarker: Sendable {
  /// A place that matched.
  struct Mark {
    /// The bytes of the text.
    var range: Range<Int>
    /// Which of the patterns.
    var pattern: Int
  }

  let patterns: [TextPattern]
  private let analyzer: Analyzer
  /// For each byte, whether a token that begins with it may be one of the patterns.
  ///
  /// Hardly any is, and to tell so by the patterns took most of the time in long texts. Words with stems
  /// may begin with anything.
  private let begins: [Bool]

  init(_ patterns: [TextPattern], _ analyzer: Analyzer) {
    self.patterns = patterns
    self.analyzer = analyzer
    var begins = [Bool](repeating: false, count: 256)
    for pattern in patterns {
      if !pattern.stems.isEmpty { begins = [Bool](repeating: true, count: 256) }
      guard case .terms(let terms) = pattern.piece else { continue }
      for term in terms.terms { if let first = term.first { begins[Int(first)] = true } }
      if let prefix = terms.prefix {
        if let first = prefix.first {
          begins[Int(first)] = true
        } else {
          begins = [Bool](repeating: true, count: 256)
        }
      }
    }
    self.begins = begins
  }

  /// What a query may match in any text, its whole as a name included.
  public init(_ query: Query, analyzer: Analyzer = Analyzer()) {
    let words = TextPattern.patterns(of: query, allPrefixes: false, analyzer) { _ in [] }
    self.init(words + (query.name.map { TextPattern.patterns(of: $0) } ?? []), Analyzer())
  }

  /// Pieces of text that are to be found again.
  public init(pieces: [String]) {
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
  public func ranges(in text: String) -> [Range<Int>] {
    TextMarker.joined(marks(in: ByteArena(text), .title))
  }

  /// What matches in a text of a field, in the order of the text; its first
  /// ``HitMarker/bodyLimit`` bytes are looked through.
  func marks(in text: borrowing ByteArena, _ field: QueryField) -> [Mark] {
    marks(in: text, TextMarker.looked(text), field)
  }

  /// The part of a text that is looked through; it ends with a whole scalar.
  private static func looked(_ text: borrowing ByteArena) -> ByteRange {
    var end = min(text.count, HitMarker.bodyLimit)
    while end < text.count, end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
    return ByteRange(start: 0, count: end)
  }

  /// What matches in a piece of a text of a field, in the order of the text.
  func marks(in text: borrowing ByteArena, _ range: ByteRange, _ field: QueryField) -> [Mark] {
    let wanted = patterns.indices.filter { patterns[$0].concerns(field) }
    guard !wanted.isEmpty else { return [] }
    var buffer = TokenBuffer()
    var places: [ByteRange] = []
    var found: [Mark] = []
    var stems = TokenStems(wanted.contains { !patterns[$0].stems.isEmpty } ? analyzer : nil)
    analyzer.locate(text, range, as: .field, into: &buffer, places: &places)
    let isName = field == .title || field == .alias
    let isLong = field == .description || field == .body
    collect(wanted, buffer, places, isLong: isLong, &stems, &found)
    if isName, buffer.nameDiffers {
      analyzer.locate(text, range, as: .name, into: &buffer, places: &places)
      collect(wanted, buffer, places, isLong: false, &stems, &found)
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

  private func collect(
    _ wanted: [Int], _ buffer: borrowing TokenBuffer, _ places: [ByteRange], isLong: Bool,
    _ stems: inout TokenStems, _ found: inout [Mark]
  ) {
    let first = found.count
    var sequence: [Int] = []
    let needsSequence = wanted.contains { patterns[$0].needsSequence }
    for index in buffer.tokens.indices where index < places.count {
      let token = buffer.tokens[index]
      if needsSequence, !token.traits.contains(.derived) { sequence.append(index) }
      // A stop word of a long text has no posting: nothing was found by it.
      if isLong, token.traits.contains(.stopWord) { continue }
      guard token.text.count > 0, begins[Int(buffer.bytes[token.text.lowerBound])] else { continue }
      let isDerived = token.traits.contains(.derived)
      for place in wanted {
        guard case .terms(let terms) = patterns[place].piece,
          !(isDerived && patterns[place].onlySequence),
          TextMarker.holds(terms, buffer.bytes, token.text)
            || stems.has(patterns[place].stems, buffer.bytes, token.text)
        else { continue }
        let range = places[index].lowerBound..<places[index].upperBound
        // Of "Moby-Dick" the beginning "moby" is one word, "mobyd" the whole.
        if isDerived, TextMarker.isMarked(place, within: range, found[first...]) { continue }
        found.append(Mark(range: range, pattern: place))
      }
    }
    guard needsSequence else { return }
    for place in wanted {
      let run = patterns[place].run
      guard !run.isEmpty, sequence.count >= run.count else { continue }
      // The first token that is not marked yet: where the run overlaps itself, each is marked once.
      var next = 0
      for start in 0...(sequence.count - run.count) {
        let isThere = run.indices.allSatisfy { offset in
          TextMarker.equals(
            run[offset], buffer.bytes, buffer.tokens[sequence[start + offset]].text)
        }
        guard isThere else { continue }
        for index in max(start, next)..<start + run.count {
          let range = places[sequence[index]]
          found.append(Mark(range: range.lowerBound..<range.upperBound, pattern: place))
        }
        next = start + run.count
      }
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

  private static func holds(
    _ terms: WordTerms, _ bytes: borrowing ByteArena, _ text: ByteRange
  ) -> Bool {
    if let prefix = terms.prefix, prefix.count <= Int(text.count), begins(prefix, bytes, text) {
      return true
    }
    for term in terms.terms where equals(term, bytes, text) { return true }
    return false
  }

  private static func equals(
    _ term: [UInt8], _ bytes: borrowing ByteArena, _ text: ByteRange
  ) -> Bool {
    term.count == Int(text.count) && begins(term, bytes, text)
  }

  private static func begins(
    _ term: [UInt8], _ bytes: borrowing ByteArena, _ text: ByteRange
  ) -> Bool {
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

  fileprivate var needsSequence: Bool { !run.isEmpty }
}
