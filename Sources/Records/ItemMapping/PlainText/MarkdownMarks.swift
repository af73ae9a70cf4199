import FootlightPlatform

/// The characters of a text that would be read as marks of Markdown, counted to tell whether any must be hidden.
///
/// A text that shows no marks is shown as it stands: nothing in it needs a backslash.
struct MarkdownMarks {
  /// The two bytes that follow a character.
  struct Next {
    let first: UInt8
    let second: UInt8

    init(_ text: borrowing ByteArena, _ offset: Int) {
      first = offset < text.count ? text[offset] : 0x20
      second = offset + 1 < text.count ? text[offset + 1] : 0x20
    }

    /// Whether a blank follows; a tag or an entity may be anything.
    var isBlank: Bool { first <= 0x20 }
    var isUnknown: Bool { first == UInt8(ascii: "<") || first == UInt8(ascii: "&") }
  }

  /// Whether headings, quotations, code, tables, emphasis or links are written.
  var isStructured = false
  /// How many pieces of emphasis and code are written.
  var emphases = 0
  /// How many characters would be half of a pair.
  private var halves = 0
  /// How many would be tags, entities and escapes where the text is read as Markdown.
  private var hidden = 0
  /// How many would be marks of blocks and links wherever they stand.
  private var whole = 0

  /// Whether the text would be read as another one without backslashes.
  var needEscapes: Bool {
    whole > 0 || halves > 1 || halves > 0 && emphases > 0
      || hidden > 0 && isStructured
  }

  /// Whether a byte may be read as a mark somewhere.
  static func mayBegin(_ byte: UInt8) -> Bool { "*_`(\\<&|#>-+~=".utf8.contains(byte) }

  /// Takes a character of the text, and tells whether it would be read as a mark where it stands.
  mutating func takes(_ byte: UInt8, _ before: UInt8, _ next: Next, beginsLine: Bool) -> Bool {
    if beginsLine, MarkdownMarks.beginsBlock(byte, next) {
      whole += 1
      return true
    }
    switch byte {
    case UInt8(ascii: "`"): halves += 1
    case UInt8(ascii: "*"):
      guard before > 0x20 || !next.isBlank else { return false }
      halves += 1
    case UInt8(ascii: "_"):
      // Within a word it is a letter.
      guard before > 0x20 || !next.isBlank,
        !(MarkdownMarks.isLetter(before) && MarkdownMarks.isLetter(next.first))
      else { return false }
      halves += 1
    case UInt8(ascii: "("):
      // The address of a link follows its brackets at once.
      guard before == UInt8(ascii: "]") else { return false }
      whole += 1
    case UInt8(ascii: "<"):
      guard next.isUnknown || MarkdownMarks.isLetter(next.first) || "/!?".utf8.contains(next.first)
      else { return false }
      hidden += 1
    case UInt8(ascii: "&"):
      guard next.isUnknown || MarkdownMarks.isLetter(next.first) || next.first == UInt8(ascii: "#")
      else { return false }
      hidden += 1
    case UInt8(ascii: "\\"):
      guard !next.isBlank, !MarkdownMarks.isLetter(next.first) else { return false }
      hidden += 1
    default: return false
    }
    return true
  }

  /// Whether a line would be a heading, a quotation, an item, a rule, a fence or a row.
  private static func beginsBlock(_ byte: UInt8, _ next: Next) -> Bool {
    let repeats = next.first == byte && next.second == byte
    return switch byte {
    case UInt8(ascii: "#"): next.isBlank || next.first == byte
    case UInt8(ascii: ">"): true
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "_"):
      next.isBlank || repeats
    case UInt8(ascii: "~"), UInt8(ascii: "="), UInt8(ascii: "`"): repeats
    case UInt8(ascii: "|"): next.first == UInt8(ascii: "-") || next.first == UInt8(ascii: ":")
    default: false
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || byte >= 0x80
  }
}
