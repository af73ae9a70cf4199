package import FootlightPlatform

/// What is empty is left out.
extension Record {
  /// Adds a text.
  package mutating func put(_ name: String, _ text: String?) {
    if let text, !text.isEmpty { fields.append(Field(name, .text(text))) }
  }

  /// Adds a whole number.
  package mutating func put(_ name: String, _ number: Int) {
    fields.append(Field(name, RecordValue(number)))
  }

  /// Adds a list of texts.
  package mutating func put(_ name: String, _ texts: [String]) {
    if !texts.isEmpty { fields.append(Field(name, .list(texts.map { .text($0) }))) }
  }
}

extension StringProtocol {
  /// The text with single spaces, as a title has them.
  package var inOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  /// What stands between the commas or semicolons of a list, without what is blank.
  package var listed: [String] {
    split { $0 == "," || $0 == ";" }.map(\.inOneLine).filter { !$0.isEmpty }
  }
}
