import CInstructions
import FootlightPlatform

/// Finds the stretches of a long text in which alone some terms can be, sixteen bytes at a time.
///
/// A term begins where no letter or digit goes before, with its first two letters or with the first
/// and something that is neither letter nor digit. What holds other characters than ASCII's may fold to
/// anything, so it passes. A stretch ends with white space, across which no token reaches but letters
/// that stand alone with a point, as in "U. S. C.".
///
/// Hot: the bodies of hits pass here whole, and analysing them took most of a query's time
/// (`Benchmarks query`); the unaligned loads end before the span does.
struct TextSieve: Sendable {
  /// The beginnings of terms, in lower case.
  private struct Beginning: Hashable {
    var first: UInt8
    /// Nil for any.
    var second: UInt8?
  }

  private var firsts: [SIMD16<UInt8>] = []
  private var seconds: [SIMD16<UInt8>] = []
  /// All bits where any byte may follow the first.
  private var anys: [SIMD16<UInt8>] = []

  /// With more beginnings than these the analysis itself is about as fast.
  private static let mostBeginnings = 16
  /// Shorter texts are analysed whole.
  static let shortest = 256

  /// Nil where the beginnings of the terms tell too little.
  init?(_ terms: MarkedTerms) {
    var found: Set<Beginning> = []
    for term in terms.terms {
      guard term.count > 0 else { return nil }
      let first = terms.bytes[term.start]
      let second = term.count > 1 ? terms.bytes[term.start + 1] : nil
      guard first < 0x80, second ?? 0 < 0x80 else { continue }
      found.insert(Beginning(first: first | 0x20, second: second.map { $0 | 0x20 }))
    }
    if found.count > TextSieve.mostBeginnings {
      found = Set(found.map { Beginning(first: $0.first) })
    }
    guard found.count <= TextSieve.mostBeginnings else { return nil }
    for beginning in found {
      firsts.append(SIMD16(repeating: beginning.first))
      seconds.append(SIMD16(repeating: beginning.second ?? 0))
      anys.append(SIMD16(repeating: beginning.second == nil ? 0xFF : 0))
    }
  }

  /// The stretches of a piece of a text, in order; neighbours are one.
  func stretches(
    of text: borrowing ByteArena, _ range: ByteRange, into found: inout [ByteRange]
  ) {
    found.removeAll(keepingCapacity: true)
    let start = range.lowerBound
    text.withSpan(range) { span in
      var at = 0
      // The end of the last stretch.
      var end = 0
      // Whether the byte at hand is a letter or digit, and whether the one before it is.
      var isWord: UInt32 = span.count > 0 && TextSieve.isWord(span[0]) ? 1 : 0
      var wasWord: UInt32 = 0
      while at &+ 17 <= span.count {
        var candidates = candidates(
          TextSieve.block(span, at), next: TextSieve.block(span, at &+ 1), &isWord, &wasWord)
        while candidates != 0 {
          let place = at &+ candidates.trailingZeroBitCount
          candidates &= candidates &- 1
          guard place >= end else { continue }
          end = TextSieve.add(span, place, from: end, start, &found)
        }
        at &+= 16
      }
      // At most one block is left.
      while at < span.count {
        if at >= end, span[at] > 0x20 { end = TextSieve.add(span, at, from: end, start, &found) }
        at = max(at &+ 1, end)
      }
    }
  }

  /// The bytes of a block with which a term may begin, a bit each.
  @inline(__always)
  private func candidates(
    _ block: SIMD16<UInt8>, next: SIMD16<UInt8>, _ isWord: inout UInt32, _ wasWord: inout UInt32
  ) -> UInt32 {
    let space = SIMD16<UInt8>(repeating: 0x20)
    let low = block | space
    let nextLow = next | space
    let isNextWord =
      ((nextLow &- SIMD16(repeating: 0x61)) .< SIMD16(repeating: 26))
      .| ((next &- SIMD16(repeating: 0x30)) .< SIMD16(repeating: 10))
    let others = TextSieve.bytes(.!isNextWord)
    var hits = SIMD16<UInt8>(repeating: 0)
    for index in firsts.indices {
      let follows = TextSieve.bytes(nextLow .== seconds[index]) | others | anys[index]
      hits |= TextSieve.bytes(low .== firsts[index]) & follows
    }
    let wordBits = footlight_high_bits(TextSieve.bytes(isNextWord))
    let here = (wordBits &<< 1 | isWord) & 0xFFFF
    let before = (here &<< 1 | wasWord) & 0xFFFF
    isWord = wordBits &>> 15
    wasWord = here &>> 15
    return footlight_high_bits(hits) & ~(here & before) | footlight_high_bits(block)
  }

  /// Adds what stands between white space around a place, with what may be one token with it; its end.
  private static func add(
    _ span: borrowing Span<UInt8>, _ place: Int, from last: Int, _ offset: Int,
    _ found: inout [ByteRange]
  ) -> Int {
    var start = place
    while true {
      while start > last, span[start &- 1] > 0x20 { start &-= 1 }
      var before = start
      while before > last, span[before &- 1] <= 0x20 { before &-= 1 }
      guard before > last, mayGoOn(span, behind: before) else { break }
      start = before
    }
    var end = place
    while true {
      while end < span.count, span[end] > 0x20 { end &+= 1 }
      guard end > place, mayGoOn(span, behind: end) else { break }
      while end < span.count, span[end] <= 0x20 { end &+= 1 }
      guard end < span.count else { break }
    }
    guard end > start else { return place &+ 1 }
    if let before = found.last, before.upperBound &+ 1 >= offset &+ start {
      found[found.count &- 1] = ByteRange(
        start: before.lowerBound, count: offset &+ end &- before.lowerBound)
    } else {
      found.append(ByteRange(start: offset &+ start, count: end &- start))
    }
    return end
  }

  /// Whether a token that ends in front of white space may go on after it: a single letter and its
  /// point, or something that is not ASCII's.
  private static func mayGoOn(_ span: borrowing Span<UInt8>, behind end: Int) -> Bool {
    guard span[end &- 1] < 0x80 else { return true }
    guard span[end &- 1] == 0x2E, end > 1 else { return false }
    let letter = span[end &- 2]
    return letter >= 0x80 || isWord(letter) && (end == 2 || !isWord(span[end &- 3]))
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    0x61...0x7A ~= byte | 0x20 || 0x30...0x39 ~= byte
  }

  /// Sixteen bytes from an offset on.
  @inline(__always)
  private static func block(_ span: borrowing Span<UInt8>, _ offset: Int) -> SIMD16<UInt8> {
    unsafe span.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
  }

  /// A mask as bytes, all bits set where it is true.
  @inline(__always)
  private static func bytes(_ mask: SIMDMask<SIMD16<Int8>>) -> SIMD16<UInt8> {
    unsafe unsafeBitCast(mask, to: SIMD16<UInt8>.self)
  }
}
