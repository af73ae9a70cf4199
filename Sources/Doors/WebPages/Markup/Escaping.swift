extension [UInt8] {
  /// Appends a text in which nothing is markup, in HTML or XML, between tags or quotation marks.
  ///
  /// Controls that no page may hold are shown by their pictures (␛), and what would turn the direction of
  /// all that follows, or is no character at all, by the replacement character.
  mutating func append(escaped text: String) {
    let bytes = text.utf8Span.span
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      switch byte {
      case UInt8(ascii: "&"): append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "<"): append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "\""): append(contentsOf: "&quot;".utf8)
      case UInt8(ascii: "'"): append(contentsOf: "&#39;".utf8)
      case 0x09, 0x0A: append(byte)
      case 0x0D:  // A parser makes one line end of it anyway.
        if at + 1 == bytes.count || bytes[at + 1] != 0x0A { append(0x0A) }
      case 0x00...0x1F: append(picture: byte)
      case 0x7F: append(picture: 0x21)
      case 0xC2, 0xE2, 0xEF:
        let size = byte == 0xC2 ? 2 : 3
        if isHarmful(bytes, at, size) {
          append(contentsOf: [0xEF, 0xBF, 0xBD])
        } else {
          for index in at..<Swift.min(at + size, bytes.count) { append(bytes[index]) }
        }
        at += size
        continue
      default: append(byte)
      }
      at += 1
    }
  }

  /// U+2400 and what follows it: the pictures of the controls.
  private mutating func append(picture number: UInt8) {
    append(contentsOf: [0xE2, 0x90, 0x80 + number])
  }
}

/// Whether these bytes are a C1 control, a line separator, a mark that embeds or overrides a direction, or none at all.
private func isHarmful(_ bytes: borrowing Span<UInt8>, _ at: Int, _ size: Int) -> Bool {
  guard at + size <= bytes.count else { return true }
  let second = bytes[at + 1]
  switch bytes[at] {
  case 0xC2: return second < 0xA0  // U+0080 … U+009F
  case 0xE2:  // U+2028 … U+202E
    return second == 0x80 && (0xA8...0xAE).contains(bytes[at + 2])
  default:  // U+FFFE, U+FFFF
    return second == 0xBF && bytes[at + 2] >= 0xBE
  }
}
