/// The pieces of a text that may be marked as a whole: words with what holds them together, and
/// single characters of scripts that write no spaces.
struct TextPieces: Sequence, IteratorProtocol {
  private let text: String
  private var at: String.Index

  init(_ text: String) {
    self.text = text
    at = text.startIndex
  }

  mutating func next() -> Range<String.Index>? {
    while at < text.endIndex, !text[at].isWord { at = text.index(after: at) }
    guard at < text.endIndex else { return nil }
    let start = at
    at = text.index(after: at)
    if text[start].isUnspaced { return start..<at }
    while at < text.endIndex {
      let character = text[at]
      let after = text.index(after: at)
      if character.isWord, !character.isUnspaced {
        at = after
      } else if character.joinsWords, after < text.endIndex, text[after].isWord {
        at = text.index(after: after)
      } else if character == ".", isAbbreviation(start, at) {
        at = after
      } else if character == "+" || character == "#" {
        at = after
      } else {
        break
      }
    }
    return start..<at
  }

  /// Whether the piece so far is an abbreviation that a last point belongs to: `U.S.C`.
  private func isAbbreviation(_ start: String.Index, _ end: String.Index) -> Bool {
    text[start..<end].contains(".")
  }
}

extension Character {
  fileprivate var isWord: Bool {
    guard let scalar = unicodeScalars.first else { return false }
    return isLetter || isNumber || scalar.properties.isAlphabetic || isSymbolToken
  }

  /// The symbols that are tokens of their own.
  private var isSymbolToken: Bool {
    "§¶&%@".contains(self) || isCurrencySymbol
  }

  /// Whether it holds two words together: `12.1`, `don't`, `AT&T`.
  fileprivate var joinsWords: Bool {
    ".'’&".contains(self)
  }

  /// Whether its script writes no spaces: Han, kana, Thai, Lao, Khmer, Burmese.
  fileprivate var isUnspaced: Bool {
    guard let scalar = unicodeScalars.first else { return false }
    return switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3005...0x3007, 0x3041...0x30FF,
      0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
