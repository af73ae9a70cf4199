import FootlightPlatform

/// The rules for names of domains.
package enum DomainName {
  /// Names that mean something else: address schemes, and files of the index.
  package static let refused = [
    "http", "https", "file", "mailto", "catalog", "user", "history", "footlight",
  ]

  /// The mistake in a name; nil when there is none.
  package static func mistake(in name: String) -> String? {
    if name.utf8.count > 100 { return "it is longer than 100 characters" }
    if refused.contains(name) { return "it means something else" }
    for word in name.split(separator: ".", omittingEmptySubsequences: false) {
      guard let first = word.utf8.first, isLetterOrDigit(first) else {
        return "each word between dots begins with a lower-case letter or a digit"
      }
      guard word.utf8.allSatisfy({ isLetterOrDigit($0) || $0 == 0x2D || $0 == 0x5F }) else {
        return "it may hold lower-case letters, digits, '-', '_', and dots between words"
      }
    }
    return nil
  }

  /// The nearest name that is allowed; nil when there is none.
  package static func proposal(for name: String) -> String? {
    var words: [String] = []
    for word in name.lowercased().split(separator: ".") {
      var letters = ""
      for character in word {
        if let byte = character.utf8.first, character.utf8.count == 1,
          isLetterOrDigit(byte)
            || byte == 0x5F
        {
          letters.append(character)
        } else if !letters.hasSuffix("-") {
          letters.append("-")
        }
      }
      let trimmed = letters.drop { $0 == "-" || $0 == "_" }
      let end = trimmed.lastIndex { $0 != "-" }
      if let end { words.append(String(trimmed[...end])) }
    }
    let proposal = words.joined(separator: ".")
    return proposal != name && mistake(in: proposal) == nil ? proposal : nil
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || byte.isDigit
  }
}
