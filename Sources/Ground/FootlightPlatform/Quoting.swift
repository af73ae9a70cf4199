/// Texts in the quotation marks of the languages that are written here.
///
/// Signs are looked for among scalars: a mark that combines with one makes another character of it for people alone.
package enum Quoting {
  /// A name as SQL writes it.
  package static func sql(_ name: String) -> String {
    "\"" + before(name, "\"", put: "\"") + "\""
  }

  /// A text as YAML writes it between single marks.
  package static func yaml(_ text: String) -> String {
    "'" + before(text, "'", put: "'") + "'"
  }

  /// A word as a shell wants it, in marks where it must be, or in any case.
  package static func shell(_ word: String, always: Bool = false) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      byte.isLetter || (0x2B...0x3A).contains(byte) || byte == 0x5F
    }
    return isPlain && !always ? word : "'" + before(word, "'", put: #"'\'"#) + "'"
  }

  /// A text with a backslash before each of some signs.
  package static func backslashed(_ text: String, _ signs: String) -> String {
    before(text, signs, put: "\\")
  }

  /// A text with something before each of some signs.
  private static func before(
    _ text: String, _ signs: String, put mark: String
  ) -> String {
    var written = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if signs.unicodeScalars.contains(scalar) {
        written.append(contentsOf: mark.unicodeScalars)
      }
      written.append(scalar)
    }
    return String(written)
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
