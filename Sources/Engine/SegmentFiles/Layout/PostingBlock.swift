/// Up to 128 gaps between documents, bit-packed in four lanes (the vertical layout of Lemire and
/// Boytsov, "Decoding billions of integers per second through vectorization", 2015).
///
/// Hot: all block-coded postings pass here. Pointers instead of spans because rows of four lanes
/// are loaded unaligned from the middle of a chunk; `Benchmarks postings` shows the rate.
package enum PostingBlock {
  /// The number of postings in a full block.
  package static var size: Int { 128 }

  /// How many bits the widest of the gaps needs, 0 … 32.
  package static func width(_ gaps: Span<UInt32>) -> Int {
    var all: UInt32 = 0
    for index in 0..<gaps.count { all |= gaps[index] }
    return 32 - all.leadingZeroBitCount
  }

  /// The bytes of so many gaps of `width` bits.
  package static func packedSize(_ count: Int, width: Int) -> Int {
    let rows = (count &+ 3) / 4
    return (rows &* width &+ 31) / 32 &* 16
  }

  /// Writes `count` gaps of `width` bits as ``packedSize(_:width:)`` bytes; there are zeros after them up to a
  /// multiple of four.
  @unsafe
  package static func pack(
    _ gaps: UnsafePointer<UInt32>, count: Int, width: Int, into target: UnsafeMutableRawPointer
  ) {
    guard width > 0 else { return }
    var row = SIMD4<UInt32>()
    var filled = 0
    var out = 0
    for index in 0..<(count &+ 3) / 4 {
      let lanes = unsafe UnsafeRawPointer(gaps + index &* 4).loadUnaligned(
        as: SIMD4<UInt32>.self)
      row |= lanes &<< UInt32(truncatingIfNeeded: filled)
      filled &+= width
      if filled >= 32 {
        unsafe target.storeBytes(of: row, toByteOffset: out, as: SIMD4<UInt32>.self)
        out &+= 16
        filled &-= 32
        row =
          filled > 0
          ? lanes &>> UInt32(truncatingIfNeeded: width &- filled) : SIMD4<UInt32>()
      }
    }
    if filled > 0 { unsafe target.storeBytes(of: row, toByteOffset: out, as: SIMD4<UInt32>.self) }
  }

  /// Reads `count` gaps of `width` bits and sums them to documents after `before`: each gap counts
  /// the numbers left out, so the next document is the last plus one plus the gap.
  ///
  /// Up to a multiple of four, what is written after the last document is none.
  @unsafe
  package static func unpack(
    _ source: UnsafeRawPointer, count: Int, width: Int, after before: UInt32,
    into documents: UnsafeMutablePointer<UInt32>
  ) {
    if width == 0 {
      var next = before
      for index in 0..<count {
        next &+= 1
        unsafe documents[index] = next
      }
      return
    }
    let mask = SIMD4<UInt32>(
      repeating: width == 32 ? .max : (1 &<< UInt32(truncatingIfNeeded: width)) &- 1)
    var row = unsafe source.loadUnaligned(as: SIMD4<UInt32>.self)
    var used = 0
    var at = 16
    var last = before
    let rows = (count &+ 3) / 4
    for index in 0..<rows {
      var lanes = row &>> UInt32(truncatingIfNeeded: used)
      used &+= width
      if used >= 32 {
        used &-= 32
        if index &+ 1 < rows || used > 0 {
          row = unsafe source.loadUnaligned(fromByteOffset: at, as: SIMD4<UInt32>.self)
          at &+= 16
        }
        if used > 0 { lanes |= row &<< UInt32(truncatingIfNeeded: width &- used) }
      }
      lanes &= mask
      let a = last &+ 1 &+ lanes.x
      let b = a &+ 1 &+ lanes.y
      let c = b &+ 1 &+ lanes.z
      last = c &+ 1 &+ lanes.w
      unsafe UnsafeMutableRawPointer(documents + index &* 4).storeBytes(
        of: SIMD4(a, b, c, last), as: SIMD4<UInt32>.self)
    }
  }
}
