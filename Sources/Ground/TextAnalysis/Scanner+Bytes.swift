import FootlightPlatform

extension Scanner {
  /// Whether the word that begins at `start` ends in a digit so far.
  @inline(__always)
  static func endsInDigit(_ bytes: borrowing ByteArena, from start: Int) -> Bool {
    bytes.count > start && bytes[bytes.count &- 1] &- 0x30 < 10
  }

  /// Whether the word that begins at `start` ends in a Hebrew letter so far.
  static func endsInHebrew(_ bytes: borrowing ByteArena, from start: Int) -> Bool {
    bytes.count >= start &+ 2 && bytes[bytes.count &- 2] == 0xD7
  }

  /// Whether the word that begins at `start` is one letter so far.
  @inline(__always)
  static func isOneLetter(_ bytes: borrowing ByteArena, from start: Int) -> Bool {
    !endsInDigit(bytes, from: start) && isOneCharacter(bytes, start, bytes.count)
  }

  /// Whether a range of folded bytes is one character.
  @inline(__always)
  static func isOneCharacter(_ bytes: borrowing ByteArena, _ start: Int, _ end: Int) -> Bool {
    let count = end &- start
    guard count > 0, count <= 4 else { return false }
    for offset in 1..<4 where offset < count {
      if bytes[start &+ offset] & 0xC0 != 0x80 { return false }
    }
    return true
  }
}
