import FootlightPlatform

/// A tag of HTML with what becomes Markdown: its name, and the address that it leads to.
struct HTMLTag {
  let name: String
  let isClosing: Bool
  let end: Int
  let href: ByteRange?

  /// Reads the tag that begins with the `<` at an offset; nil when the `<` is only itself or begins an address.
  init?(_ text: borrowing ByteArena, _ start: Int) {
    guard let mark = HTMLMark(text, start), mark.address == nil else { return nil }
    end = mark.end
    var offset = start + 1
    isClosing = text[offset] == UInt8(ascii: "/")
    if isClosing { offset += 1 }
    let first = offset
    while offset < end - 1, text[offset].isLetterOrDigit {
      offset += 1
    }
    name = text.text(ByteRange(start: first, count: min(offset - first, 16))).lowercased()
    href = name == "a" && !isClosing ? HTMLTag.value(of: "href", text, offset, end - 1) : nil
  }

  /// The value of an attribute between two offsets, without its quotation marks.
  private static func value(
    of wanted: StaticString, _ text: borrowing ByteArena, _ start: Int, _ end: Int
  ) -> ByteRange? {
    var offset = start
    while offset < end {
      while offset < end, text[offset] <= 0x20 || text[offset] == UInt8(ascii: "/") { offset += 1 }
      let first = offset
      while offset < end, text[offset] > 0x20, text[offset] != UInt8(ascii: "=") { offset += 1 }
      let name = text.text(ByteRange(start: first, count: min(offset - first, 16))).lowercased()
      while offset < end, text[offset] <= 0x20 { offset += 1 }
      guard offset < end, text[offset] == UInt8(ascii: "=") else {
        // A stray quotation mark is stepped over, so that the walk goes on.
        if offset == first { offset += 1 }
        continue
      }
      offset += 1
      while offset < end, text[offset] <= 0x20 { offset += 1 }
      guard offset < end else { return nil }
      let quote = text[offset]
      let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
      let from = isQuoted ? offset + 1 : offset
      offset = from
      while offset < end, isQuoted ? text[offset] != quote : text[offset] > 0x20 { offset += 1 }
      if name == wanted.description { return ByteRange(start: from, count: offset - from) }
      if isQuoted { offset += 1 }
    }
    return nil
  }
}
