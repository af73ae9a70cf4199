import FootlightPlatform

/// A look at a page before the library sees it: it compares each attribute of a tag with all before it.
struct TagBounds {
  /// The most attributes of a tag.
  static let mostAttributes = 1_024

  private enum State {
    case text
    /// After `<`, or `</`.
    case opening
    /// In the name of a tag.
    case name
    /// Between attributes, in one, and in its value in quotes.
    case space, attribute
    case quoted(UInt8)
    /// In a script or a style, whose text is no markup, until `</`.
    case raw
    case rawOpening
  }

  private var state = State.text
  private var name: [UInt8] = []
  private var attributes = 0

  /// Takes the next bytes; false when a tag has too many attributes.
  mutating func accepts(_ piece: borrowing ByteArena) -> Bool {
    for index in 0..<piece.count {
      let byte = piece[index]
      switch state {
      case .text:
        if byte == UInt8(ascii: "<") { state = .opening }
      case .opening:
        guard byte.isLetter else {
          state = byte == UInt8(ascii: "<") ? .opening : .text
          continue
        }
        name = [byte | 0x20]
        attributes = 0
        state = .name
      case .name:
        if byte == UInt8(ascii: ">") {
          close()
        } else if byte.isHTMLSpace || byte == UInt8(ascii: "/") {
          state = .space
        } else if name.count < 16 {
          name.append(byte | 0x20)
        }
      case .space:
        if byte == UInt8(ascii: ">") {
          close()
        } else if !byte.isHTMLSpace, byte != UInt8(ascii: "/") {
          attributes += 1
          if attributes > TagBounds.mostAttributes { return false }
          state = .attribute
        }
      case .attribute:
        switch byte {
        case UInt8(ascii: ">"): close()
        case UInt8(ascii: "\""), UInt8(ascii: "'"): state = .quoted(byte)
        default: if byte.isHTMLSpace || byte == UInt8(ascii: "/") { state = .space }
        }
      case .quoted(let mark):
        if byte == mark { state = .space }
      case .raw:
        if byte == UInt8(ascii: "<") { state = .rawOpening }
      case .rawOpening:
        state = byte == UInt8(ascii: "/") ? .text : byte == UInt8(ascii: "<") ? .rawOpening : .raw
      }
    }
    return true
  }

  private mutating func close() {
    let isRaw = ["script", "style"].contains(String(decoding: name, as: UTF8.self))
    state = isRaw ? .raw : .text
  }
}
