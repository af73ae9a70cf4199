import FootlightPlatform

/// The terms of some patterns side by side, so that a token is compared with all of them without a
/// look into the patterns.
struct MarkedTerms: Sendable {
  /// A term, or the beginning of terms.
  struct Term: Sendable {
    /// Where its bytes begin, and how many there are.
    var start: Int
    var count: Int
    /// The pattern that it belongs to; those of one pattern stand together.
    var pattern: Int
    var isPrefix: Bool
    /// Whether derived tokens are none of it.
    var onlySequence: Bool
  }

  private(set) var terms: [Term] = []
  private(set) var bytes: [UInt8] = []
  /// The bytes with which a term begins.
  private var firsts = SIMD4<UInt64>()

  init(_ patterns: [TextPattern]) {
    for (place, pattern) in patterns.enumerated() {
      guard case .terms(let words) = pattern.piece else { continue }
      if let prefix = words.prefix { add(prefix, place, pattern, isPrefix: true) }
      for term in words.terms where !term.isEmpty { add(term, place, pattern, isPrefix: false) }
    }
  }

  private mutating func add(_ term: [UInt8], _ place: Int, _ pattern: TextPattern, isPrefix: Bool) {
    terms.append(
      Term(
        start: bytes.count, count: term.count, pattern: place, isPrefix: isPrefix,
        onlySequence: pattern.onlySequence))
    bytes += term
    if let first = term.first {
      firsts[Int(first >> 6)] |= 1 << UInt64(first & 63)
    } else {
      firsts = SIMD4(repeating: .max)
    }
  }

  /// Whether a term may begin with a byte.
  @inline(__always)
  func mayBegin(with byte: UInt8) -> Bool {
    firsts[Int(byte &>> 6)] &>> UInt64(byte & 63) & 1 != 0
  }

  /// Whether a word of plain letters and digits is a term, or begins with it.
  @inline(__always)
  func holds(_ term: Term, _ text: borrowing Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard term.isPrefix ? term.count <= range.count : term.count == range.count else {
      return false
    }
    for index in 0..<term.count
    where bytes[term.start &+ index] != text[range.lowerBound &+ index] | 0x20 { return false }
    return true
  }

  /// Whether a token is a term, or begins with it.
  @inline(__always)
  func holds(_ term: Term, _ token: borrowing ByteArena, _ range: ByteRange) -> Bool {
    guard term.isPrefix ? term.count <= Int(range.count) : term.count == Int(range.count) else {
      return false
    }
    for index in 0..<term.count
    where bytes[term.start &+ index] != token[range.lowerBound &+ index] { return false }
    return true
  }
}

/// The terms that a word of a query stands for in texts, to be marked there.
package struct WordTerms: Sendable, Hashable {
  /// Terms of which each is the word.
  package var terms: Set<[UInt8]> = []
  /// The beginning of terms that are the word too.
  package var prefix: [UInt8]?
  /// Tokens that are the word where they stand side by side.
  package var run: [[UInt8]] = []

  /// A piece that stands within tokens, and where: it alone is marked.
  package var piece: Piece?

  /// A piece of words.
  package struct Piece: Sendable, Hashable {
    package var text: [UInt8]
    package var inside: QueryWord.Inside
  }
}

extension QueryWord {
  /// The terms that the word stands for by itself, and those by which a search found it besides:
  /// corrected spellings, stems, synonyms.
  package func terms(alsoFoundBy others: Set<[UInt8]> = []) -> WordTerms {
    if let inside { return WordTerms(piece: WordTerms.Piece(text: text, inside: inside)) }
    if let run { return WordTerms(terms: others, run: run.sequence) }
    return WordTerms(terms: others.union([text]), prefix: isPrefix ? text : nil)
  }

  /// The other words that count as this one where it is complete.
  func synonyms(_ synonyms: Synonyms) -> Set<[UInt8]> {
    guard !isSymbol, run == nil, inside == nil else { return [] }
    return Set(synonyms.group(of: text).dropFirst())
  }
}
