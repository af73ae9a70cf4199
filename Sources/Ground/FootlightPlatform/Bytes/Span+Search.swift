// Hot: every byte of a source passes here, sixteen at a time (`Benchmarks readers`).

extension Span where Element == UInt8 {
  /// The offset of the first byte in `start ..< end` that is `byte`; `end` when there is none.
  ///
  /// The span must hold the padding after `end`.
  @inlinable @inline(__always)
  package func first(_ byte: UInt8, from start: Int, to end: Int) -> Int {
    let wanted = blockOf(byte)
    var at = start
    while at < end {
      if let found = BlockMatches(block(at) .== wanted).first { return Swift.min(at &+ found, end) }
      at &+= 16
    }
    return end
  }

  /// The offset of the first byte in `start ..< end` that is one of two; `end` when there is none.
  @inlinable @inline(__always)
  package func first(_ one: UInt8, or other: UInt8, from start: Int, to end: Int) -> Int {
    let wanted = blockOf(one)
    let alternative = blockOf(other)
    var at = start
    while at < end {
      let bytes = block(at)
      let matches = BlockMatches((bytes .== wanted) .| (bytes .== alternative))
      if let found = matches.first { return Swift.min(at &+ found, end) }
      at &+= 16
    }
    return end
  }

  /// How often a byte occurs in `start ..< end`.
  package func count(of byte: UInt8, from start: Int, to end: Int) -> Int {
    let wanted = blockOf(byte)
    var at = start
    var count = 0
    while at &+ 16 <= end {
      // A lane counts to 255 at most before the lanes are added up.
      let stop = Swift.min(end &- 15, at &+ 255 &* 16)
      var lanes = SIMD16<UInt8>()
      while at < stop {
        let matches = unsafe unsafeBitCast(block(at) .== wanted, to: SIMD16<UInt8>.self)
        lanes = lanes &- matches
        at &+= 16
      }
      for lane in 0..<16 { count &+= Int(lanes[lane]) }
    }
    while at < end {
      if self[at] == byte { count &+= 1 }
      at &+= 1
    }
    return count
  }

  /// Whether all bytes of `start ..< end` are below 0x80.
  @inlinable @inline(__always)
  package func isASCII(from start: Int, to end: Int) -> Bool {
    var at = start
    while at &+ 8 <= end {
      if word(at) & 0x8080_8080_8080_8080 != 0 { return false }
      at &+= 8
    }
    guard at < end else { return true }
    let rest = word(at) & (UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- (end &- at) &* 8))
    return rest & 0x8080_8080_8080_8080 == 0
  }
}
