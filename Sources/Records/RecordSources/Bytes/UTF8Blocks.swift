import FootlightPlatform

// A hot file: every block with text beyond ASCII passes here; benchmark `readers`.

/// Tells whether a text is valid UTF-8, 64 bytes at a time and without a branch for each character.
///
/// Every question about the bytes of a block is answered as 64 bits. What a leading byte asks of
/// the bytes after it (RFC 3629, section 4) is its bit moved up; bits that leave a block are kept
/// for the next one.
struct UTF8Blocks {
  /// Whether something that is not valid has been met.
  private(set) var isInvalid = false
  /// The first bytes of the next block that must go on with a character.
  private var following: UInt64 = 0
  /// Whether the last byte was one of those whose next byte has a narrower range.
  private var narrow = Narrow()

  private struct Narrow {
    /// 0xE0 and 0xF0, of which shorter forms exist, and 0xED and 0xF4, above which nothing does.
    var e0: UInt64 = 0
    var ed: UInt64 = 0
    var f0: UInt64 = 0
    var f4: UInt64 = 0
  }

  /// Takes the next block.
  @inline(__always)
  mutating func take(_ block: WideBlock) {
    if block.isASCII {
      if following != 0 { end() }
    } else {
      takeBeyondASCII(block)
    }
  }

  /// The text is over.
  mutating func end() {
    if following != 0 { isInvalid = true }
    following = 0
    narrow = Narrow()
  }

  private mutating func takeBeyondASCII(_ block: WideBlock) {
    // As signed numbers 0x80 … 0xBF are the lowest, and leading bytes are the rest below zero.
    let trailing = block.below(0xC0)
    let leading = block.below(0) & ~trailing
    let three = leading & ~block.below(0xE0)
    let four = leading & ~block.below(0xF0)
    let expected = leading &<< 1 | three &<< 2 | four &<< 3 | following
    // 0xC0 and 0xC1 begin only forms that are too long.
    var wrong = (expected ^ trailing) | (leading & block.below(0xC2))
    following = leading &>> 63 | three &>> 62 | four &>> 61
    if three | narrow.e0 | narrow.ed | narrow.f0 | narrow.f4 != 0 {
      let e0 = block.equal(0xE0)
      let ed = block.equal(0xED)
      let f0 = block.equal(0xF0)
      let f4 = block.equal(0xF4)
      let belowA0 = block.below(0xA0)
      let below90 = block.below(0x90)
      wrong |= (e0 &<< 1 | narrow.e0) & belowA0
      wrong |= (ed &<< 1 | narrow.ed) & ~belowA0
      wrong |= (f0 &<< 1 | narrow.f0) & below90
      wrong |= (f4 &<< 1 | narrow.f4) & ~below90
      wrong |= four & ~block.below(0xF5)
      narrow = Narrow(e0: e0 &>> 63, ed: ed &>> 63, f0: f0 &>> 63, f4: f4 &>> 63)
    }
    if wrong != 0 { isInvalid = true }
  }
}

extension WideBlock {
  /// Which bytes are 0x80 or above and below a bound of that kind; all of them for 0.
  @inline(__always)
  fileprivate func below(_ bound: UInt8) -> UInt64 {
    let bound = SIMD16(repeating: Int8(bitPattern: bound))
    return matches { SIMD16<Int8>(truncatingIfNeeded: $0) .< bound }
  }

  @inline(__always)
  fileprivate func equal(_ byte: UInt8) -> UInt64 {
    matches { $0 .== blockOf(byte) }
  }
}
