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
    guard text.utf8.firstRange(of: Array(">From ".utf8)) != nil else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix(">") && line.drop { $0 == ">" }.hasPrefix("From ") ? line.dropFirst() : line
    }
    return lines.joined(separator: "\n")
  }

  /// The text of a body in HTML: without tags, scripts and styles, with the characters that the most
  /// common entities stand for.
  static func plain(_ html: String) -> String {
    var text = ""
    var rest = html[...]
    while let open = rest.firstIndex(of: "<") {
      text += rest[..<open]
      guard let close = rest[open...].firstIndex(of: ">") else {
        rest = rest[open...].dropFirst()
        continue
      }
      let tag = rest[open..<close].dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "/" }
        .lowercased()
      rest = rest[close...].dropFirst()
      switch tag {
      case "script", "style", "head", "title":
        if let end = rest.range(of: "</\(tag)") { rest = rest[end.upperBound...] }
        if let end = rest.firstIndex(of: ">") { rest = rest[end...].dropFirst() }
      case "br", "p", "/p", "div", "/div", "tr", "/tr", "li", "/li", "h1", "/h1", "h2", "/h2",
        "br/":
        text += "\n"
      case "td", "/td": text += " "
      default: break
      }
    }
    text += rest
    return lines(entities(text))
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
    let known: [String: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "auml": "ä",
      "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é",
      "egrave": "è", "agrave": "à", "ndash": "–", "mdash": "—", "hellip": "…", "rsquo": "’",
      "lsquo": "‘", "ldquo": "“", "rdquo": "”", "euro": "€", "copy": "©",
    ]
    return known[name]
  }

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

extension Substring {
  /// Where a text of ASCII begins, in capitals or not.
  fileprivate func range(of text: String) -> Range<Index>? {
    let wanted = Array(text.utf8)
    var place = startIndex
    while let open = self[place...].firstIndex(of: "<") {
      let end = self.utf8.index(open, offsetBy: wanted.count, limitedBy: endIndex)
      if let end, self.utf8[open..<end].elementsEqual(wanted, by: { $0 | 0x20 == $1 | 0x20 }) {
        return open..<end
      }
      place = index(after: open)
    }
    return nil
  }
}
