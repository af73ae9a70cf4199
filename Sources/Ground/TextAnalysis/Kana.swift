import FootlightPlatform

/// Kana whose voicing mark is written as a character of its own (half-width kana, decomposed text).
enum Kana {
  /// Puts a voicing mark on the last kana of the arena; a character that takes none stays.
  @inline(never)
  static func voiceLast(
    _ bytes: inout ByteArena, from start: Int, mark: CharacterRecord, _ text: borrowing ByteArena,
    _ offset: Int
  ) {
    guard bytes.count >= start + 3 else { return }
    let index = bytes.count - 3
    guard bytes[index] == 0xE3 else { return }
    let kana = 0x3000 | Int(bytes[index + 1] & 0x3F) << 6 | Int(bytes[index + 2] & 0x3F)
    // Folded, the marks end in 99 (voiced) and 9A (half voiced).
    let last = mark.form == 0 ? UInt32(text[offset + mark.size - 1]) : mark.payload >> 16
    guard let voiced = last == 0x9A ? halfVoiced(kana) : voiced(kana) else { return }
    bytes[index + 1] = 0x80 | UInt8(voiced >> 6 & 0x3F)
    bytes[index + 2] = 0x80 | UInt8(voiced & 0x3F)
  }

  /// The voiced kana of a plain one, which is katakana as all are once they are folded: ka → ga.
  static func voiced(_ kana: Int) -> Int? {
    switch kana {
    case 0x30A6: kana + 0x4E
    case 0x30AB...0x30C1: (kana - 0x30AB) % 2 == 0 ? kana + 1 : nil
    case 0x30C4, 0x30C6, 0x30C8, 0x30FD: kana + 1
    case 0x30CF...0x30DB: (kana - 0x30CF) % 3 == 0 ? kana + 1 : nil
    case 0x30EF...0x30F2: kana + 8
    default: nil
    }
  }

  /// The half-voiced kana of a plain one: ha → pa.
  static func halfVoiced(_ kana: Int) -> Int? {
    guard case 0x30CF...0x30DB = kana, (kana - 0x30CF) % 3 == 0 else { return nil }
    return kana + 2
  }
}
