package import FootlightPlatform

/// Turns text into tokens, the same way for an index and for the queries that search it.
public struct Analyzer: Sendable, Hashable {
  /// Raised whenever the same text yields other tokens; part of ``fingerprint``.
  package static let version: UInt64 = 3

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
}
