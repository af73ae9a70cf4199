import FootlightPlatform
import TextAnalysis

/// Compares the stems of a text's tokens with those of a query: each distinct token is stemmed once.
struct TokenStems: ~Copyable {
  private var stemmer: Stemmer?
  private var known: [UInt64: [UInt8]?] = [:]

  /// Without an analyzer, or where words have no stems, nothing has one.
  init(_ analyzer: Analyzer?) {
    stemmer = analyzer?.makeStemmer()
  }

  /// Whether a token has one of some stems.
  mutating func has(
    _ stems: Set<[UInt8]>, _ bytes: borrowing ByteArena, _ token: ByteRange
  ) -> Bool {
    guard !stems.isEmpty, stemmer != nil else { return false }
    let hash = bytes.hash(token)
    if let there = known[hash] { return there.map { stems.contains($0) } ?? false }
    let made = stemmer?.stem(bytes.bytes(token))
    known[hash] = .some(made)
    return made.map { stems.contains($0) } ?? false
  }
}
