import FootlightPlatform

// A hot file: the passes over CSV look at 64 bytes at a time. The benchmark `readers` in
// Benchmarks/Micro justifies the unaligned load, which is checked against the span's end.

/// Sixty-four bytes, about which questions are answered with one bit for each byte.
struct WideBlock {
  let first: SIMD16<UInt8>
  let second: SIMD16<UInt8>
  let third: SIMD16<UInt8>
  let fourth: SIMD16<UInt8>

  /// Which bytes answer a question; the bit of the first one is the least significant.
  @inline(__always)
  func matches(_ question: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>) -> UInt64 {
    let low = BlockMatches(question(first)).bits | BlockMatches(question(second)).bits &<< 16
    let high = BlockMatches(question(third)).bits | BlockMatches(question(fourth)).bits &<< 16
    return low | high &<< 32
  }

  /// Whether a byte is anywhere in it.
  @inline(__always)
  func contains(_ byte: SIMD16<UInt8>) -> Bool {
    let low = (first .== byte) .| (second .== byte)
    let high = (third .== byte) .| (fourth .== byte)
    return !BlockMatches(low .| high).isEmpty
  }

  /// Whether all bytes are below 0x80.
  @inline(__always)
  var isASCII: Bool {
    BlockMatches((first | second | third | fourth) .>= blockOf(0x80)).isEmpty
  }
}

extension Span where Element == UInt8 {
  /// Sixty-four bytes from an offset on.
  @inline(__always)
  func wideBlock(_ offset: Int) -> WideBlock {
    unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: WideBlock.self)
  }
}
