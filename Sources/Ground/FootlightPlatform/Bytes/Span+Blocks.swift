public import CInstructions

// A hot file: sixteen bytes are read and compared at a time. The benchmark `readers` in
// Benchmarks/Micro justifies the unaligned loads, which are checked against the span's end.

/// How many bytes after the last one a scan may look at; whoever fills a batch appends as many
/// zeros, which end every scan.
package let scanPadding = 64

extension Span where Element == UInt8 {
  /// Sixteen bytes from an offset on.
  @inlinable @inline(__always)
  package func block(_ offset: Int) -> SIMD16<UInt8> {
    unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
  }

  /// Eight bytes from an offset on, the first one least significant.
  @inlinable @inline(__always)
  package func word(_ offset: Int) -> UInt64 {
    UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Four bytes from an offset on, the first one least significant.
  @inlinable @inline(__always)
  package func halfWord(_ offset: Int) -> UInt32 {
    UInt32(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}

/// Which of sixteen bytes answer a question.
@usableFromInline
package struct BlockMatches {
  /// One bit for each byte, the first one least significant.
  @usableFromInline package let bits: UInt64

  @inlinable @inline(__always)
  package init(_ mask: SIMDMask<SIMD16<Int8>>) {
    bits = UInt64(footlight_high_bits(unsafe unsafeBitCast(mask, to: SIMD16<UInt8>.self)))
  }

  @inlinable @inline(__always)
  package var isEmpty: Bool { bits == 0 }

  /// The number of the first byte that does; nil when none does.
  @inlinable @inline(__always)
  package var first: Int? { bits == 0 ? nil : bits.trailingZeroBitCount }
}

/// A block of one byte sixteen times, to compare with.
@inlinable @inline(__always)
package func blockOf(_ byte: UInt8) -> SIMD16<UInt8> {
  SIMD16(repeating: byte)
}
