package import FootlightPlatform

/// Turns text into tokens, the same way for an index and for the queries that search it.
public struct Analyzer: Sendable, Hashable {
  /// Raised whenever the same text yields other tokens; part of ``fingerprint``.
  package static let version: UInt64 = 4

  /// The language of the texts.
  public let language: Language
  /// The stop words in folded form, sorted; those of the language unless others were given.
  public let stopWords: [String]
  let stopWordTable: StopWordTable
  /// Whether words have stems: the language has, this build can, and nobody declined.
  public let stems: Bool

  /// Makes an analyzer; `stopWords` replaces the list of the language, `stems: false` declines
  /// stemming.
  public init(language: Language = .none, stopWords: [String]? = nil, stems: Bool = true) {
    self.language = language
    self.stems = stems && language != .none && Stemmer.isAvailable
    let folded = StopWordTable.folded(stopWords ?? language.stopWords)
    self.stopWords = folded
    stopWordTable = StopWordTable(folded)
  }

  /// The same without stems.
  package var withoutStems: Analyzer {
    Analyzer(language: language, stopWords: stopWords, stems: false)
  }

  /// A stemmer of the language, where words have stems.
  package func makeStemmer() -> Stemmer? {
    stems ? Stemmer(language) : nil
  }

  /// A hash of all that is declared: two analyzers with equal fingerprints agree on any text, but
  /// for stems, which not every build has.
  package var fingerprint: UInt64 {
    var facts = ByteArena()
    facts.append(littleEndian: Analyzer.version)
    facts.append(language.rawValue)
    for word in stopWords {
      facts.append(0)
      facts.append(word)
    }
    return facts.hash(facts.all)
  }

  /// Whether these folded bytes are a stop word.
  package func isStopWord(_ bytes: borrowing ByteArena, _ range: ByteRange) -> Bool {
    stopWordTable.contains(bytes, range)
  }

  /// Whether these folded bytes are a stop word.
  package func isStopWord(_ bytes: [UInt8]) -> Bool {
    var arena = ByteArena(capacity: bytes.count)
    arena.append(bytes)
    return isStopWord(arena, arena.all)
  }

  /// Two analyzers are equal when they agree on any text.
  public static func == (one: Analyzer, other: Analyzer) -> Bool {
    one.language == other.language && one.stopWords == other.stopWords && one.stems == other.stems
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(language)
    hasher.combine(stopWords)
  }

  /// Appends the tokens of a piece of text to a buffer, with positions from 0.
  ///
  /// Any bytes will do: what is not UTF-8 separates. For ``AnalysisForm/field`` the buffer also
  /// learns whether the name form would differ.
  package func analyze(
    _ text: borrowing ByteArena, _ range: ByteRange, as form: AnalysisForm,
    into buffer: inout TokenBuffer
  ) {
    precondition(range.upperBound <= text.count)
    let first = buffer.tokens.count
    var scanner = Scanner(
      offset: range.lowerBound, end: range.upperBound, position: 0, derives: form == .field)
    scanner.run(text, stopWordTable, into: &buffer)
    if buffer.tokens.count == first, range.count > 0 {
      _ = Scanner.punctuation(text, range, into: &buffer)
    }
    switch form {
    case .field:
      buffer.nameDiffers = scanner.content.nameDiffers
    case .name:
      buffer.nameDiffers = false
      if scanner.content.nameDiffers { NameForm.apply(to: &buffer, from: first) }
    }
  }

  /// The tokens of a text as own values.
  package func analyze(_ text: String, as form: AnalysisForm) -> [AnalyzedToken] {
    let source = ByteArena(text)
    var buffer = TokenBuffer()
    analyze(source, source.all, as: form, into: &buffer)
    return buffer.tokens.map { token in
      AnalyzedToken(
        text: buffer.bytes.text(token.text), position: Int(token.position), traits: token.traits)
    }
  }

  /// Analyses a piece of text and tells where in it each token stood: for texts that are shown.
  ///
  /// The tokens are those of ``analyze(_:_:as:into:)``; `places` has one entry for each of them, the
  /// bytes of `text` that it was made of. What is derived of several words covers all of them. Both
  /// lists are emptied first. O(text), about half as fast as the analysis alone.
  package func locate(
    _ text: borrowing ByteArena, _ range: ByteRange, as form: AnalysisForm,
    into buffer: inout TokenBuffer, places: inout [ByteRange]
  ) {
    precondition(range.upperBound <= text.count)
    buffer.removeAll()
    places.removeAll(keepingCapacity: true)
    var scanner = Scanner(
      offset: range.lowerBound, end: range.upperBound, position: 0, derives: form == .field)
    scanner.run(text, stopWordTable, into: &buffer, places: &places)
    // A piece of a longer text is no name of punctuation alone.
    if buffer.tokens.isEmpty, range.count == text.count,
      let place = Scanner.punctuation(text, range, into: &buffer)
    {
      places.append(place)
    }
    buffer.nameDiffers = scanner.content.nameDiffers
    guard form == .name else { return }
    buffer.nameDiffers = false
    if scanner.content.nameDiffers { cut(&buffer, &places) }
  }

  /// Cuts tokens as names are cut, and their places with them where that can be told.
  private func cut(_ buffer: inout TokenBuffer, _ places: inout [ByteRange]) {
    let whole = zip(buffer.tokens.map(\.text), places).map { (text: $0, place: $1) }
    NameForm.apply(to: &buffer, from: 0)
    var found: [ByteRange] = []
    var index = 0
    for token in buffer.tokens {
      // The parts keep their bytes, so each lies within the token that it is from.
      while index < whole.count - 1, whole[index].text.upperBound <= token.text.lowerBound {
        index += 1
      }
      guard index < whole.count else { break }
      let (text, place) = whole[index]
      if text.count == place.count {
        found.append(
          ByteRange(
            start: place.lowerBound + token.text.lowerBound - text.lowerBound,
            count: Int(token.text.count)))
      } else {
        found.append(place)
      }
    }
    places = found
  }

  /// Appends a key whose byte order is the order of titles: folded, numbers by value.
  ///
  /// The words stand one space apart; a run of digits is written as `0`, one byte for its length
  /// without leading zeros, and its digits without leading zeros.
  package func appendSortKey(
    of text: borrowing ByteArena, _ range: ByteRange, into key: inout ByteArena
  ) {
    var buffer = TokenBuffer()
    analyze(text, range, as: .field, into: &buffer)
    appendSortKey(of: buffer, from: 0, into: &key)
  }

  /// Appends the sort key of a title that was analysed before: its tokens start at `first`.
  package func appendSortKey(
    of analysed: borrowing TokenBuffer, from first: Int, into key: inout ByteArena
  ) {
    var hasWord = false
    for index in first..<analysed.tokens.count {
      if analysed.tokens[index].traits.isDisjoint(with: [.derived, .symbol]) {
        hasWord = true
        break
      }
    }
    var isFirst = true
    for index in first..<analysed.tokens.count {
      let token = analysed.tokens[index]
      if token.traits.contains(.derived) || (hasWord && token.traits.contains(.symbol)) { continue }
      if !isFirst { key.append(0x20) }
      isFirst = false
      Analyzer.appendNumbersByValue(analysed.bytes, token.text, into: &key)
    }
  }

  private static func appendNumbersByValue(
    _ bytes: borrowing ByteArena, _ range: ByteRange, into key: inout ByteArena
  ) {
    var offset = range.lowerBound
    let end = range.upperBound
    while offset < end {
      let byte = bytes[offset]
      guard byte.isDigit else {
        key.append(byte)
        offset += 1
        continue
      }
      while offset < end, bytes[offset] == 0x30 { offset += 1 }
      let start = offset
      while offset < end, bytes[offset].isDigit { offset += 1 }
      let count = min(offset - start, 255)
      key.append(0x30)
      key.append(UInt8(count))
      key.append(bytes, ByteRange(start: start, count: count))
    }
  }
}

/// The purposes for which a text is analysed.
package enum AnalysisForm: Sendable, Hashable, CaseIterable {
  /// The sequence and its derived tokens: postings, forward records and the words of a query.
  case field
  /// The sequence as names are compared: cut between letters and digits, without symbols unless
  /// nothing else remains, without derived tokens.
  case name
}
