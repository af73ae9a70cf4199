/// The text under which a query is counted, and offered to whoever begins to type it.
enum CountedText {
  /// Words are folded, so that all their spellings count together; a query with operators is as it was typed, for
  /// without its marks it would ask for something else.
  static func of(_ query: String) -> String {
    let words = query.split(whereSeparator: \.isWhitespace)
    guard words.contains(where: isOperator) else { return ActivityView.folded(query) }
    return String(words.joined(separator: " ").prefix(200))
  }

  private static func isOperator(_ word: Substring) -> Bool {
    if word == "OR" || word == "NOT" || word.first == "-" && word.count > 1 { return true }
    // A colon at the end of a word is one of a title.
    return word.contains { "\"*~<>=".contains($0) } || word.dropLast().dropFirst().contains(":")
  }
}
