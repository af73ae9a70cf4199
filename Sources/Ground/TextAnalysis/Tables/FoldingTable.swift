import CEmbedded
import FootlightPlatform

/// The table's record of a character: class, folding and, within a text, its size in bytes.
struct CharacterRecord {
  /// Class in 5 bits, form in 3 (0: itself; 1…3: that many bytes; 7: in the pool), payload in 24.
  let bits: UInt32
  /// The bytes the character takes in the text; 0 after its end.
  let size: Int

  /// The record after the end of a text.
  static let end = CharacterRecord(bits: 0, size: 0)

  /// The class.
  @inline(__always)
  var kind: CharacterClass {
    CharacterClass(rawValue: UInt8(truncatingIfNeeded: bits & 31)) ?? .separator
  }

  /// How the folding is kept.
  @inline(__always)
  var form: UInt32 { (bits &>> 5) & 7 }

  /// The folding or, of a mark, its combining class.
  @inline(__always)
  var payload: UInt32 { bits &>> 8 }

  /// The combining class of a mark that folds to itself.
  var combiningClass: UInt32 { form == 0 ? payload : 0 }

  /// Whether a word begins or goes on with it.
  var isWordStart: Bool {
    switch kind {
    case .letter, .digit, .hangul, .jamoTail: true
    default: false
    }
  }
}

/// Classes and foldings of all characters below U+30000, as constant data of the program.
///
/// The headers of `CEmbedded` read the table, which `Scripts/folding_tables.py` writes.
enum FoldingTable {
  /// The record of a Unicode scalar value.
  @inline(__always)
  static func bits(_ scalar: UInt32) -> UInt32 {
    guard scalar < 0x30000 else {
      if scalar >= 0xE0000 && scalar < 0xE1000 { return UInt32(CharacterClass.ignored.rawValue) }
      let isHan = scalar < 0x40000
      return UInt32((isHan ? CharacterClass.unspaced : .separator).rawValue)
    }
    return footlight_folding_record(scalar)
  }

  /// The record of the character at an offset; what is not UTF-8 is a separator of one byte.
  @inline(__always)
  static func record(_ text: borrowing ByteArena, _ offset: Int, _ end: Int) -> CharacterRecord {
    guard offset < end else { return .end }
    let first = UInt32(text[offset])
    if first < 0x80 { return CharacterRecord(bits: bits(first), size: 1) }
    return wideRecord(text, offset, end)
  }

  /// The record of a character beyond ASCII.
  @inline(__always)
  static func wideRecord(_ text: borrowing ByteArena, _ offset: Int, _ end: Int) -> CharacterRecord
  {
    let word = UInt32(truncatingIfNeeded: text.word(at: offset, before: end))
    let first = word & 0xFF
    let second = (word &>> 8) ^ 0x80
    if first < 0xE0 {
      guard first >= 0xC2, second & 0xC0 == 0 else { return CharacterRecord(bits: 0, size: 1) }
      return CharacterRecord(bits: bits((first & 0x1F) &<< 6 | second & 0x3F), size: 2)
    }
    let third = (word &>> 16) ^ 0x80
    if first < 0xF0 {
      let scalar = (first & 0x0F) &<< 12 | (second & 0x3F) &<< 6 | third & 0x3F
      // Surrogates are no characters.
      guard (second | third) & 0xC0 == 0, scalar >= 0x800, scalar &- 0xD800 >= 0x800 else {
        return CharacterRecord(bits: 0, size: 1)
      }
      return CharacterRecord(bits: bits(scalar), size: 3)
    }
    let fourth = (word &>> 24) ^ 0x80
    let scalar =
      (first & 0x07) &<< 18 | (second & 0x3F) &<< 12 | (third & 0x3F) &<< 6 | fourth & 0x3F
    guard first < 0xF5, (second | third | fourth) & 0xC0 == 0, scalar >= 0x10000,
      scalar < 0x110000
    else { return CharacterRecord(bits: 0, size: 1) }
    return CharacterRecord(bits: bits(scalar), size: 4)
  }

  /// Appends what a character of the text is written as.
  @inline(__always)
  static func append(
    _ record: CharacterRecord, at offset: Int, of text: borrowing ByteArena,
    to bytes: inout ByteArena
  ) {
    switch record.form {
    case 0:
      bytes.append(word: text.word(at: offset, before: offset &+ record.size), count: record.size)
    case 1, 2, 3: bytes.append(word: UInt64(record.payload), count: Int(record.form))
    default: appendPooled(record, to: &bytes)
    }
  }

  @inline(never)
  private static func appendPooled(_ record: CharacterRecord, to bytes: inout ByteArena) {
    let start = record.payload & 0xFFFF
    for index in start..<start + record.payload &>> 16 {
      bytes.append(footlight_folding_byte(index))
    }
  }
}

/// The class of a character in segmentation; the numbers are those of `Scripts/folding_tables.py`.
enum CharacterClass: UInt8 {
  /// Ends words.
  case separator
  /// A letter of a script that writes spaces.
  case letter
  /// A decimal digit, written as one of ASCII.
  case digit
  /// A Hangul syllable or a leading jamo.
  case hangul
  /// A vowel or trailing jamo, composed with the syllable before it.
  case jamoTail
  /// A mark that is part of its letter; its payload is its combining class.
  case mark
  /// A character that leaves no trace: a dropped mark, a format character.
  case ignored
  /// A character of a script without spaces.
  case unspaced
  /// A voicing mark of kana, composed with the character before it.
  case voicing
  /// A symbol: a token of its own.
  case symbol
  /// A symbol that binds words to a compound: & @ *.
  case joiner
  /// A symbol that belongs to the letter before it: + #.
  case plus
  /// Punctuation that binds words to a compound: hyphen, underscore, middle dot.
  case link
  /// A point: within numbers, after single letters, within compounds.
  case point
  /// A comma: binds digits.
  case comma
  /// An apostrophe: binds letters and leaves no trace.
  case apostrophe
  /// A double quote: binds Hebrew letters.
  case quote
  /// White space within a line, and Unicode's line separators.
  case space
  /// A character that stands for a text of its own, such as ™ or ½.
  case island
  /// Half a flag.
  case regional
  /// A slash: binds letters to a compound.
  case slash
}
