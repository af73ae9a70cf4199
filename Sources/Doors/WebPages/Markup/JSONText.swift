/// A value as JSON that may stand in a page: nothing in it ends a `script` or begins a comment.
package enum JSONText: Sendable {
  case text(String)
  case number(Int)
  case list([JSONText])
  /// Members in this order; nil leaves one out.
  case object([(String, JSONText?)])

  /// The value alone, as a file.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(json: self)
    return bytes
  }
}

extension [UInt8] {
  mutating func append(json value: JSONText) {
    switch value {
    case .text(let text): append(quoted: text)
    case .number(let number): append(contentsOf: String(number).utf8)
    case .list(let values):
      append(UInt8(ascii: "["))
      for (place, value) in values.enumerated() {
        if place > 0 { append(UInt8(ascii: ",")) }
        append(json: value)
      }
      append(UInt8(ascii: "]"))
    case .object(let members):
      append(UInt8(ascii: "{"))
      var follows = false
      for case (let name, let value?) in members {
        if follows { append(UInt8(ascii: ",")) }
        follows = true
        append(quoted: name)
        append(UInt8(ascii: ":"))
        append(json: value)
      }
      append(UInt8(ascii: "}"))
    }
  }

  /// A JSON string (RFC 8259, section 7), in which `<`, `>`, `&`, controls and line separators are escaped too.
  private mutating func append(quoted text: String) {
    append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        append(UInt8(ascii: "\\"))
        append(UInt8(truncatingIfNeeded: scalar.value))
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "<", ">", "&", "\u{2028}"..."\u{202E}",
        "\u{FFFE}", "\u{FFFF}":
        let digits = String(scalar.value, radix: 16)
        append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
      default: append(contentsOf: String(scalar).utf8)
      }
    }
    append(UInt8(ascii: "\""))
  }
}
