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
