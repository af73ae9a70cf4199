import FootlightPlatform

/// Hangul syllables and the jamo they are made of (The Unicode Standard, section 3.12).
enum Hangul {
  private static let syllables = 0xAC00..<0xD7A4

  /// Makes one syllable of the last two characters if they compose; tells whether they did.
  @inline(never)
  static func composeLast(_ bytes: inout ByteArena, from start: Int) -> Bool {
    guard bytes.count >= start + 6, let last = character(bytes, bytes.count - 3),
      let before = character(bytes, bytes.count - 6)
    else { return false }
    let composed: Int
    if 0x1161..<0x1176 ~= last, 0x1100..<0x1113 ~= before {
      composed = 0xAC00 + ((before - 0x1100) * 21 + last - 0x1161) * 28
    } else if 0x11A8..<0x11C3 ~= last, syllables ~= before, (before - 0xAC00) % 28 == 0 {
      composed = before + last - 0x11A7
    } else {
      return false
    }
    bytes.truncate(to: bytes.count - 6)
    bytes.append(0xE0 | UInt8(composed >> 12))
    bytes.append(0x80 | UInt8(composed >> 6 & 0x3F))
    bytes.append(0x80 | UInt8(composed & 0x3F))
    return true
  }

  /// Writes every two neighbouring syllables of a word as a derived token.
  @inline(never)
  static func derivePairs(
    from start: Int, to end: Int, at position: UInt32, _ buffer: inout TokenBuffer
  ) {
    var offset = start
    while offset + 6 <= end {
      guard let first = character(buffer.bytes, offset), syllables ~= first,
        let second = character(buffer.bytes, offset + 3), syllables ~= second
      else {
        offset += 1
        continue
      }
      buffer.tokens.append(
        Token(
          text: ByteRange(start: offset, count: 6), position: position,
          traits: [.derived, .bigram]))
      offset += 3
    }
  }

  /// The character of three bytes at an offset.
  private static func character(_ bytes: borrowing ByteArena, _ offset: Int) -> Int? {
    let first = bytes[offset]
    guard first & 0xF0 == 0xE0 else { return nil }
    return Int(first & 0x0F) << 12 | Int(bytes[offset + 1] & 0x3F) << 6
      | Int(bytes[offset + 2] & 0x3F)
  }
}
