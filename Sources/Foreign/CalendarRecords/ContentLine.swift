import FootlightPlatform

/// A line of a vCard, unfolded: a name, parameters and a value.
struct ContentLine {
  var name: String
  var number: Int
  /// The value as it is written.
  private var written: String

  /// The value without its escapes.
  var text: String { ContentLine.unescaped(written[...]) }

  /// The components of the value, between semicolons.
  var parts: [String] {
    var parts: [String] = []
    var part = ""
    var isEscaped = false
    for character in written {
      if character == ";", !isEscaped {
        parts.append(ContentLine.unescaped(part[...]))
        part = ""
      } else {
        part.append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    parts.append(ContentLine.unescaped(part[...]))
    return parts
  }

  private static func unescaped(_ text: Substring) -> String {
    guard text.contains("\\") else { return String(text) }
    var result = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        result.append(character == "n" || character == "N" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }

  /// The lines of a file; one that begins with white space goes on with the line before.
  static func lines(_ bytes: [UInt8]) -> [ContentLine] {
    var unfolded: [(number: Int, bytes: [UInt8])] = []
    var number = 0
    for raw in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      let line = raw.last == 0x0D ? raw.dropLast() : raw
      if let first = line.first, first == 0x20 || first == 0x09, !unfolded.isEmpty {
        unfolded[unfolded.count - 1].bytes += line.dropFirst()
      } else if let last = unfolded.last, last.bytes.last == UInt8(ascii: "="),
        isQuotedPrintable(last.bytes)
      {
        // Of version 2.1: a line of quoted-printable goes on after `=`.
        unfolded[unfolded.count - 1].bytes.removeLast()
        unfolded[unfolded.count - 1].bytes += line
      } else if !line.isEmpty {
        unfolded.append((number, Array(line)))
      }
    }
    return unfolded.compactMap { ContentLine($0.bytes, $0.number) }
  }

  private static func isQuotedPrintable(_ bytes: [UInt8]) -> Bool {
    let head = bytes.prefix { $0 != UInt8(ascii: ":") }
    return String(decoding: head, as: UTF8.self).uppercased().contains("QUOTED-PRINTABLE")
  }

  private init?(_ bytes: [UInt8], _ number: Int) {
    var isQuoted = false
    guard
      let colon = bytes.firstIndex(where: { byte in
        if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        return byte == UInt8(ascii: ":") && !isQuoted
      })
    else { return nil }
    let head = String(decoding: bytes[..<colon], as: UTF8.self)
    let parameters = head.split(separator: ";")
    guard let first = parameters.first else { return nil }
    // A group stands before the name: `item1.EMAIL`.
    name = (first.split(separator: ".").last ?? first).uppercased()
    self.number = number
    var value = Array(bytes[(colon + 1)...])
    if head.uppercased().contains("QUOTED-PRINTABLE") {
      value = PercentEncoding.decoded(value, mark: UInt8(ascii: "=")) ?? value
    }
    let charset = parameters.dropFirst().first { $0.uppercased().hasPrefix("CHARSET=") }
    written = ContentLine.text(value, charset.map { String($0.dropFirst(8)) })
  }

  private static func text(_ bytes: [UInt8], _ label: String?) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let encoding = label.flatMap { TextEncoding($0) } ?? .windows1252
    guard var decoder = TextDecoder(encoding, replaces: true) else { return "" }
    var out = ByteArena(capacity: bytes.count)
    // With replacements nothing is damaged.
    try? decoder.decode(bytes, isLast: true, into: &out)
    return out.text(out.all)
  }
}
