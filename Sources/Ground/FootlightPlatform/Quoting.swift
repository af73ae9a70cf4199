/// Texts in the quotation marks of the languages that are written here.
package enum Quoting {
  /// A name as SQL writes it.
  package static func sql(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }

  /// A text as YAML writes it between single marks.
  package static func yaml(_ text: String) -> String {
    "'" + text.replacing("'", with: "''") + "'"
  }

  /// A word as a shell wants it, in marks where it must be, or in any case.
  package static func shell(_ word: String, always: Bool = false) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      byte.isLetter || (0x2B...0x3A).contains(byte) || byte == 0x5F
    }
    return isPlain && !always ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }

  /// A text with a backslash before each of some signs.
  package static func backslashed(_ text: String, _ signs: String) -> String {
    var written = ""
    for sign in text {
      if signs.contains(sign) { written += "\\" }
      written.append(sign)
    }
    return written
  }

  /// JSON with escapes for some of its characters, which stand in its texts only.
  package static func json(_ json: String, escaping: (Unicode.Scalar) -> Bool) -> String {
    var written = String.UnicodeScalarView()
    for scalar in json.unicodeScalars {
      guard escaping(scalar) else {
        written.append(scalar)
        continue
      }
      let digits = String(scalar.value, radix: 16)
      let zeros = String(repeating: "0", count: 4 - digits.count)
      written.append(contentsOf: "\\u\(zeros)\(digits)".unicodeScalars)
    }
    return String(written)
  }
}
