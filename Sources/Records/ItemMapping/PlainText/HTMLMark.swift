import FootlightPlatform

/// A tag, or an address in angle brackets.
struct HTMLMark {
  /// The name of the tag, in small letters.
  let name: String
  /// Where it ends.
  let end: Int
  /// The piece of text that takes its place.
  let effect: InlinePiece.Kind
  /// The address itself, when it is one.
  let address: Range<Int>?

  /// Reads the mark that begins with the `<` at an offset; nil when the `<` is only itself.
  init?(_ text: borrowing ByteArena, _ start: Int) {
    let limit = min(text.count, start + 10_000)
    var offset = start + 1
    guard offset < limit else { return nil }
    let isClosing = text[offset] == UInt8(ascii: "/")
    if isClosing { offset += 1 }
    // `<!DOCTYPE …>` and `<?xml …?>` are tags without a name.
    let isMarkup =
      !isClosing && offset < limit
      && (text[offset] == UInt8(ascii: "!") || text[offset] == UInt8(ascii: "?"))
    let nameStart = offset
    guard offset < limit, isMarkup || text[offset].isLetter else { return nil }
    while offset < limit, isNamePart(text[offset]) { offset += 1 }
    name = text.text(
      ByteRange(start: nameStart, count: min(offset - nameStart, 16))
    ).lowercased()
    if !isClosing, offset < limit,
      text[offset] == UInt8(ascii: ":")
        || text[offset] == UInt8(ascii: "@") || text[offset] == UInt8(ascii: ".")
    {
      guard let close = HTMLMark.endOfAddress(text, offset, limit) else { return nil }
      (end, effect, address) = (close + 1, .text, (start + 1)..<close)
      return
    }
    guard offset < limit, isMarkup || !isOdd(text[offset]),
      let close = HTMLMark.endOfTag(text, offset, limit)
    else { return nil }
    end = close + 1
    address = nil
    effect = isMarkup ? .nothing : HTMLMark.effect(of: name)
  }

  private static func effect(of name: String) -> InlinePiece.Kind {
    if paragraphs.contains(name) { return .paragraphBreak }
    if lines.contains(name) { return .lineBreak }
    return name == "td" || name == "th" ? .space : .nothing
  }

  private static let paragraphs: Set<String> = [
    "address", "article", "aside", "blockquote", "details", "dl", "figure", "footer", "form", "h1",
    "h2", "h3", "h4", "h5", "h6", "header", "hr", "main", "nav", "ol", "p", "pre", "section",
    "table", "ul",
  ]

  private static let lines: Set<String> = [
    "br", "caption", "dd", "div", "dt", "fieldset", "figcaption", "li", "option", "summary", "tr",
  ]

  /// The `>` of a tag: not in quotes, and before another `<`.
  private static func endOfTag(
    _ text: borrowing ByteArena, _ start: Int, _ limit: Int
  ) -> Int? {
    var quote: UInt8?
    for offset in start..<limit {
      let byte = text[offset]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return offset
      } else if byte == UInt8(ascii: "<") {
        return nil
      }
    }
    return nil
  }

  /// The `>` of an address, which holds no white space.
  private static func endOfAddress(
    _ text: borrowing ByteArena, _ start: Int, _ limit: Int
  ) -> Int? {
    for offset in start..<limit {
      let byte = text[offset]
      if byte == UInt8(ascii: ">") { return offset }
      if byte <= 0x20 || byte == UInt8(ascii: "<") { return nil }
    }
    return nil
  }
}

private func isNamePart(_ byte: UInt8) -> Bool {
  byte.isLetterOrDigit || byte == UInt8(ascii: "-")
    || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?")
}

/// Whether a byte cannot follow the name of a tag.
private func isOdd(_ byte: UInt8) -> Bool {
  byte > 0x20 && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "/")
}
