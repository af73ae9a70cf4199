/// What a byte of ASCII is.
extension UInt8 {
  @inlinable @inline(__always)
  package var isDigit: Bool { self &- 0x30 < 10 }

  @inlinable @inline(__always)
  package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

  @inlinable @inline(__always)
  package var isCapital: Bool { self &- 0x41 < 26 }

  @inlinable @inline(__always)
  package var isLetterOrDigit: Bool { isLetter || isDigit }

  /// A space, a tab or an end of a line.
  @inlinable @inline(__always)
  package var isSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }

  @inlinable @inline(__always)
  package var isPunctuation: Bool { self &- 0x21 < 0x5E && !isLetterOrDigit }

  /// The small letter of a capital; every other byte is itself.
  @inlinable @inline(__always)
  package var lowercased: UInt8 { isCapital ? self | 0x20 : self }
}
