public import FootlightPlatform

/// White space of texts in UTF-8: the control characters below the space, and what Unicode calls so.
@usableFromInline
package enum WhiteSpace {
  /// The bytes of the white space that begins with some bytes, 0 when they begin none; after the end
  /// of the text they are 0.
  @inlinable
  package static func size(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int {
    if first <= 0x20 { return 1 }
    switch (first, second, third) {
    case (0xC2, 0x85, _), (0xC2, 0xA0, _): return 2
    case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9),
      (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
      return 3
    default: return 0
    }
  }

  /// The bytes of the white space at an offset of a text, 0 for none.
  @inlinable
  package static func size(_ text: borrowing ByteArena, at offset: Int) -> Int {
    let first = text[offset]
    if first < 0x80 { return first <= 0x20 ? 1 : 0 }
    return size(
      first, offset + 1 < text.count ? text[offset + 1] : 0,
      offset + 2 < text.count ? text[offset + 2] : 0)
  }

  /// Whether white space ends at an offset of a text.
  package static func ends(_ text: borrowing ByteArena, at offset: Int) -> Bool {
    (1...3).contains { $0 <= offset && size(text, at: offset - $0) == $0 }
  }
}
