import FootlightPlatform

/// A path into a record: `a`, `a.b`, `a[0]`, `a[]` for every element, `a.*` for every value.
public struct FieldPath: Sendable, Hashable {
  /// One step of a path.
  public enum Step: Sendable, Hashable {
    case key(String)
    case index(Int)
    case everyElement
    case everyValue
  }

  /// The steps, at least one.
  public var steps: [Step]

  /// Makes a path.
  public init(_ steps: [Step]) {
    self.steps = steps
  }

  /// Whether it can yield more than one value.
  public var isList: Bool {
    steps.contains { $0 == .everyElement || $0 == .everyValue }
  }
}

/// The paths that a mapping uses, each once; a reader fills these slots and skips the rest.
public struct FieldPlan: Sendable, Hashable {
  /// The paths; a slot is an index into them.
  public var paths: [FieldPath]
  /// The slots for which the mapping has a default wherever it uses them: they may well be missing
  /// in every record.
  public var optional: Set<Int>

  /// Makes a plan.
  public init(_ paths: [FieldPath], optional: Set<Int> = []) {
    self.paths = paths
    self.optional = optional
  }
}

extension FieldPath: CustomStringConvertible {
  /// The path as it is written in templates.
  public var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .key(let key):
        if !text.isEmpty { text += "." }
        let isPlain = !key.isEmpty && !key.contains { ".[]|{}\"'".contains($0) }
        text +=
          isPlain
          ? key
          : "\""
            + key.split(
              separator: "\"", omittingEmptySubsequences: false
            ).joined(separator: "\"\"") + "\""
      case .index(let index): text += "[\(index)]"
      case .everyElement: text += "[]"
      case .everyValue: text += ".*"
      }
    }
    return text
  }
}

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
    let trimmed = key.trimmed
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
