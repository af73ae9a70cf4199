// A hot file: sixteen bytes are read and compared at a time. The benchmark `readers` in
// Benchmarks/Micro justifies the unaligned loads, which are checked against the span's end.

/// How many bytes behind the last one a scan may look at; whoever fills a batch appends as many
/// zeros, which end every scan.
let scanPadding = 32

extension Span where Element == UInt8 {
  /// Sixteen bytes from an offset on.
  @inline(__always)
  func block(_ offset: Int) -> SIMD16<UInt8> {
    unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
  }

  /// Eight bytes from an offset on, the first one least significant.
  @inline(__always)
  func word(_ offset: Int) -> UInt64 {
    UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Four bytes from an offset on, the first one least significant.
  @inline(__always)
  func halfWord(_ offset: Int) -> UInt32 {
    UInt32(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}

/// Which of sixteen bytes answer a question: all bits of a byte are set when it does.
struct BlockMatches {
  let low: UInt64
  let high: UInt64

  @inline(__always)
  init(_ mask: SIMDMask<SIMD16<Int8>>) {
    let halves = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    low = UInt64(littleEndian: halves[0])
    high = UInt64(littleEndian: halves[1])
  }

  /// One bit for each byte, the first one least significant.
  ///
  /// The factor moves the low bits of eight bytes side by side into the highest one.
  @inline(__always)
  var bits: UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let gathering: UInt64 = 0x0102_0408_1020_4080
    let first = ((low & ones) &* gathering) &>> 56
    let second = ((high & ones) &* gathering) &>> 56
    return first | second &<< 8
  }

  @inline(__always)
  var isEmpty: Bool { low | high == 0 }

  /// The number of the first byte that does; nil when none does.
  @inline(__always)
  var first: Int? {
    if low != 0 { return low.trailingZeroBitCount &>> 3 }
    if high != 0 { return 8 &+ high.trailingZeroBitCount &>> 3 }
    return nil
  }
}

/// A block of one byte sixteen times, to compare with.
@inline(__always)
func blockOf(_ byte: UInt8) -> SIMD16<UInt8> {
  SIMD16(repeating: byte)
}
