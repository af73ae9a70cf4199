import FootlightPlatform

/// The two ways in which Devanagari writes a nasal before a consonant: as a letter without its vowel, or as a dot above the
/// letter before (anusvara).
///
/// Both are written as the dot, so that "हिन्दी" and "हिंदी" are one word (Larkey and others,
/// "Hindi CLIR in thirty days", 2003).
enum Devanagari {
  /// Whether the sign that takes a letter's vowel away stands at an offset.
  @inline(__always)
  static func isVirama(_ text: borrowing ByteArena, _ offset: Int) -> Bool {
    offset &+ 2 < text.count && text[offset] == 0xE0 && text[offset &+ 1] == 0xA5
      && text[offset &+ 2] == 0x8D
  }

  /// Whether one of the letters from ka to ha stands at an offset.
  static func isConsonant(_ text: borrowing ByteArena, _ offset: Int, _ end: Int) -> Bool {
    offset &+ 2 < end && text[offset] == 0xE0 && text[offset &+ 1] == 0xA4
      && text[offset &+ 2] &- 0x95 <= 0xB9 &- 0x95
  }

  /// Writes the nasal at the end of a word, which must not begin it, as anusvara; tells whether there was one.
  static func takeNasal(from bytes: inout ByteArena, after start: Int) -> Bool {
    let end = bytes.count
    guard end &- start > 3, bytes[end &- 3] == 0xE0, bytes[end &- 2] == 0xA4 else { return false }
    switch bytes[end &- 1] {
    case 0x99, 0x9E, 0xA3, 0xA8, 0xAE: break
    default: return false
    }
    bytes.truncate(to: end &- 3)
    for byte: UInt8 in [0xE0, 0xA4, 0x82] { bytes.append(byte) }
    return true
  }
}
