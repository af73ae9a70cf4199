import FootlightPlatform
import TextAnalysis

/// Compares the stems of tokens with those of a query: each distinct token of all texts of a query is stemmed once.
struct TokenStems: ~Copyable {
  /// Of more tokens the stems are made anew: a page may have many long texts.
  private static let mostKnown = 1 << 14

  let language: Language
  private var stemmer: Stemmer?
  private var known: [UInt64: [UInt8]?] = [:]

  /// Where words have no stems, nothing has one.
  init(_ analyzer: Analyzer) {
    language = analyzer.language
    stemmer = analyzer.makeStemmer()
  }

  /// Whether a token has one of some stems.
  mutating func has(
    _ stems: Set<[UInt8]>, _ bytes: borrowing ByteArena, _ token: ByteRange
  ) -> Bool {
    guard !stems.isEmpty, stemmer != nil else { return false }
    let hash = bytes.hash(token)
    if let there = known[hash] { return there.map { stems.contains($0) } ?? false }
    let made = stemmer?.stem(bytes.bytes(token))
    if known.count >= TokenStems.mostKnown { known.removeAll(keepingCapacity: true) }
    known[hash] = .some(made)
    return made.map { stems.contains($0) } ?? false
  }
}
