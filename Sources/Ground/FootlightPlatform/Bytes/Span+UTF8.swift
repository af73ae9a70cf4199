extension Span where Element == UInt8 {
  /// The offset of the first byte in `start ..< end` at which the text is not valid UTF-8; nil
  /// when all of it is.
  ///
  /// Overlong forms, surrogates and what lies above U+10FFFF are not valid (RFC 3629). The span
  /// must hold the padding after `end`.
  package func firstInvalidUTF8(from start: Int, to end: Int) -> Int? {
    var at = start
    while at < end {
      let lead = self[at]
      if lead < 0x80 {
        at = endOfASCII(from: at, to: end)
        continue
      }
      // The second byte's range depends on the first; the others are 80 … BF.
      let length: Int
      var low: UInt8 = 0x80
      var high: UInt8 = 0xBF
      switch lead {
      case 0xC2...0xDF: length = 2
      case 0xE0:
        length = 3
        low = 0xA0
      case 0xED:
        length = 3
        high = 0x9F
      case 0xE1...0xEF: length = 3
      case 0xF0:
        length = 4
        low = 0x90
      case 0xF4:
        length = 4
        high = 0x8F
      case 0xF1...0xF3: length = 4
      default: return at
      }
      guard at &+ length <= end else { return at }
      let second = self[at &+ 1]
      guard second >= low, second <= high else { return at }
      if length >= 3, self[at &+ 2] & 0xC0 != 0x80 { return at }
      if length == 4, self[at &+ 3] & 0xC0 != 0x80 { return at }
      at &+= length
    }
    return nil
  }

  /// The offset of the first byte in `start ..< end` that is not ASCII.
  @inline(__always)
  private func endOfASCII(from start: Int, to end: Int) -> Int {
    var at = start
    while at < end {
      let high = word(at) & 0x8080_8080_8080_8080
      if high != 0 { return Swift.min(at &+ high.trailingZeroBitCount &>> 3, end) }
      at &+= 8
    }
    return end
  }
}
