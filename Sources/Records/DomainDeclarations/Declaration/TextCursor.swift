/// Reads a short text from left to right, character by character.
struct TextCursor {
  private let text: [Character]
  private(set) var offset = 0

  init(_ text: String) {
    self.text = Array(text)
  }

  var isAtEnd: Bool { offset >= text.count }

  /// The next character; nil at the end.
  var peek: Character? { offset < text.count ? text[offset] : nil }

  mutating func next() -> Character? {
    guard let character = peek else { return nil }
    offset += 1
    return character
  }

  /// Steps over a character if it is the next one.
  mutating func skip(_ character: Character) -> Bool {
    guard peek == character else { return false }
    offset += 1
    return true
  }

  mutating func skipSpaces() {
    while let character = peek, character.isWhitespace { offset += 1 }
  }

  /// Takes characters as long as they fit.
  mutating func take(while fits: (Character) -> Bool) -> String {
    let start = offset
    while let character = peek, fits(character) { offset += 1 }
    return String(text[start..<offset])
  }

  /// Reads a text in single or double quotes; the quote itself is written twice.
  mutating func quoted() throws(GrammarError) -> String {
    guard let quote = next() else { throw GrammarError("a text in quotes is missing") }
    var result = ""
    while let character = next() {
      if character != quote {
        result.append(character)
      } else if peek == quote {
        result.append(quote)
        offset += 1
      } else {
        return result
      }
    }
    throw GrammarError("a quote \(quote) has no end")
  }
}

/// Why a path or a template cannot be read, and what to do.
package struct GrammarError: Error {
  var message: String
  var remedy: String?

  init(_ message: String, remedy: String? = nil) {
    self.message = message
    self.remedy = remedy
  }
}
