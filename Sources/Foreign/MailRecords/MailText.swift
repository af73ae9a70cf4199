import FootlightPlatform

/// What mail says as text.
enum MailText {
  /// A text of unknown encoding: UTF-8 where it is that, or else Windows-1252.
  static func decoded(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var scalars = String.UnicodeScalarView()
    for byte in bytes {
      let value = (0x80..<0xA0).contains(byte) ? upper[Int(byte) - 0x80] : UInt32(byte)
      scalars.append(Unicode.Scalar(value) ?? "\u{FFFD}")
    }
    return String(scalars)
  }

  /// The characters of the bytes 80 … 9F (https://encoding.spec.whatwg.org/#index-windows-1252).
  private static let upper: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]

  /// A body as it was before a mailbox put `>` before its lines that begin with `From ` (mboxrd).
  static func withoutQuotedFrom(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let from = Array("From ".utf8)
    var kept: [UInt8] = []
    var copied = 0
    var line = 0
    while line < bytes.count {
      if bytes[line] == UInt8(ascii: ">"),
        bytes[line...].drop(while: { $0 == UInt8(ascii: ">") }).starts(with: from)
      {
        kept += bytes[copied..<line]
        copied = line + 1
      }
      guard let end = bytes[line...].firstIndex(of: 0x0A) else { break }
      line = end + 1
    }
    guard copied > 0 else { return text }
    return String(decoding: kept + bytes[copied...], as: UTF8.self)
  }

  /// The text of a body in HTML: without tags, scripts and styles, with the characters that the most
  /// common entities stand for.
  ///
  /// One walk over the bytes: what is looked for and not found is not looked for again.
  static func plain(_ html: String) -> String {
    let bytes = Array(html.utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var unclosed: Set<String> = []
    var at = 0
    while let open = bytes[at...].firstIndex(of: UInt8(ascii: "<")) {
      text += bytes[at..<open]
      guard let close = bytes[open...].firstIndex(of: UInt8(ascii: ">")) else {
        // No tag ends any more: all of it is text.
        at = open
        break
      }
      let name = tagName(bytes[(open + 1)..<close])
      at = close + 1
      switch name {
      case "script", "style", "head", "title":
        guard !unclosed.contains(name) else { break }
        if let end = ending(of: name, bytes[at...]) { at = end } else { unclosed.insert(name) }
      case "br", "p", "/p", "div", "/div", "tr", "/tr", "li", "/li", "h1", "/h1", "h2", "/h2",
        "br/":
        text.append(0x0A)
      case "td", "/td": text.append(0x20)
      default: break
      }
    }
    text += bytes[at...]
    return lines(entities(String(decoding: text, as: UTF8.self)))
  }

  /// The name of a tag in lower case, of at most eight letters; with the stroke before or behind it.
  private static func tagName(_ tag: ArraySlice<UInt8>) -> String {
    let name = tag.prefix(8).prefix { byte in
      byte == UInt8(ascii: "/") || (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
    }
    return String(decoding: name.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// Where the text behind the closing tag of an element begins; nil when it is not closed.
  private static func ending(of name: String, _ bytes: ArraySlice<UInt8>) -> Int? {
    let wanted = Array("/\(name)".utf8)
    var at = bytes.startIndex
    while let open = bytes[at...].firstIndex(of: UInt8(ascii: "<")) {
      at = open + 1
      let tag = bytes[at...].prefix(wanted.count)
      guard tag.count == wanted.count, tag.elementsEqual(wanted, by: { $0 | 0x20 == $1 | 0x20 })
      else { continue }
      return bytes[at...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 }
    }
    return nil
  }

  private static func entities(_ text: String) -> String {
    guard text.contains("&") else { return text }
    var result = ""
    var rest = text[...]
    while let sign = rest.firstIndex(of: "&") {
      result += rest[..<sign]
      rest = rest[sign...]
      guard let end = rest.prefix(12).firstIndex(of: ";") else {
        result += "&"
        rest = rest.dropFirst()
        continue
      }
      let name = rest[..<end].dropFirst()
      if let character = character(String(name)) {
        result.unicodeScalars.append(character)
      } else {
        result += rest[...end]
      }
      rest = rest[end...].dropFirst()
    }
    return result + rest
  }

  private static func character(_ name: String) -> Unicode.Scalar? {
    if name.hasPrefix("#x") || name.hasPrefix("#X") {
      return UInt32(name.dropFirst(2), radix: 16).flatMap { Unicode.Scalar($0) }
    }
    if name.hasPrefix("#") { return UInt32(name.dropFirst()).flatMap { Unicode.Scalar($0) } }
    return named[name]
  }

  private static let named: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "auml": "ä",
    "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é",
    "egrave": "è", "agrave": "à", "ndash": "–", "mdash": "—", "hellip": "…", "rsquo": "’",
    "lsquo": "‘", "ldquo": "“", "rdquo": "”", "euro": "€", "copy": "©",
  ]

  /// Lines without white space around them, and at most one blank line in a row.
  private static func lines(_ text: String) -> String {
    var result: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if words.isEmpty, result.last?.isEmpty ?? true { continue }
      result.append(words)
    }
    while result.last?.isEmpty ?? false { result.removeLast() }
    return result.joined(separator: "\n")
  }
}
