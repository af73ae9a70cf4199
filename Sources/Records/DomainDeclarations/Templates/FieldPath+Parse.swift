extension FieldPath {
  /// The path that a text such as `a.b[0]` names; nil when it names none.
  public init?(_ text: String) {
    guard let path = try? FieldPath.parse(text) else { return nil }
    self = path
  }

  /// Reads a path such as `a.b[0]`, `a[].c`, `a.*`; a key with odd characters stands in quotes.
  static func parse(_ text: String) throws(GrammarError) -> FieldPath {
    var cursor = TextCursor(text)
    let path = try parse(&cursor)
    cursor.skipSpaces()
    guard cursor.isAtEnd else {
      throw GrammarError("'\(text)' goes on where the path has ended")
    }
    return path
  }

  /// Reads a path and stops before what cannot belong to it.
  static func parse(_ cursor: inout TextCursor) throws(GrammarError) -> FieldPath {
    cursor.skipSpaces()
    var steps: [Step] = [.key(try key(&cursor))]
    while steps.count <= 32 {
      if cursor.skip(".") {
        if cursor.skip("*") {
          steps.append(.everyValue)
        } else {
          steps.append(.key(try key(&cursor)))
        }
      } else if cursor.skip("[") {
        cursor.skipSpaces()
        let digits = cursor.take { $0.isASCII && $0.isWholeNumber }
        cursor.skipSpaces()
        guard cursor.skip("]") else {
          throw GrammarError(
            "a '[' in a path has no ']' after it",
            remedy: "write [0] for one element or [] for every element")
        }
        if digits.isEmpty {
          steps.append(.everyElement)
        } else if let index = Int(digits), index <= 1_000_000 {
          steps.append(.index(index))
        } else {
          throw GrammarError("the element number \(digits.prefix(20)) is too large")
        }
      } else {
        return FieldPath(steps)
      }
    }
    throw GrammarError("a path has more than 32 steps")
  }

  private static func key(_ cursor: inout TextCursor) throws(GrammarError) -> String {
    if let quote = cursor.peek, quote == "\"" || quote == "'" {
      return try cursor.quoted()
    }
    let key = cursor.take { !".[]|{}\"'".contains($0) }
    let trimmed = key.trimmingSpaces()
    guard !trimmed.isEmpty else {
      throw GrammarError(
        "a name is missing in a path", remedy: "write the name of a field, such as {title}")
    }
    guard trimmed != "*" else {
      throw GrammarError("a path cannot begin with '*'", remedy: "name the object: {names.*}")
    }
    return trimmed
  }
}
