import FootlightPlatform

/// The first bytes of a name, which tell something of its first word before it is analysed.
@usableFromInline
package enum NameLead {
  /// Whether a text may have a word first that begins with a byte; only what begins with a plain letter is
  /// refused.
  ///
  /// - Parameter lead: its first three bytes, the first one highest, zeros after its end.
  @inlinable
  package static func canBegin(_ lead: UInt32, with letter: UInt8) -> Bool {
    let first = UInt8(truncatingIfNeeded: lead >> 16)
    switch first {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return first == letter
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): return first | 0x20 == letter
    default:
      let isLatin = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
      return !isLatin || !isOtherLetter(lead)
    }
  }

  /// Whether a text may have a word first: of those that begin with plain letters only what begins with the
  /// word's.
  ///
  /// Plain letters are folded to small ones and stand in one word. One that a mark may follow is not compared.
  package static func canBegin(_ text: ArraySlice<UInt8>, with word: [UInt8]) -> Bool {
    var at = text.startIndex
    for letter in word {
      guard at < text.endIndex, text[at].isLetter,
        at + 1 == text.endIndex || text[at + 1] < 0x80
      else { return true }
      guard text[at] | 0x20 == letter else { return false }
      at += 1
    }
    return true
  }

  /// Whether a text begins with a letter that is folded to no letter of ASCII: of Cyrillic (U+0400…047F),
  /// Arabic (U+0620…063F), Thai (U+0E01…0E2E), or an ideograph (U+5000…9FFF), or a syllable of Hangul
  /// (U+B000…CFFF).
  @usableFromInline
  static func isOtherLetter(_ lead: UInt32) -> Bool {
    let second = UInt8(truncatingIfNeeded: lead >> 8)
    switch UInt8(truncatingIfNeeded: lead >> 16) {
    case 0xD0, 0xD1, 0xE5...0xE9, 0xEB, 0xEC: return true
    case 0xD8: return second >= 0xA0
    case 0xE0:
      return second == 0xB8 && (0x81...0xAE).contains(UInt8(truncatingIfNeeded: lead))
    default: return false
    }
  }
}
