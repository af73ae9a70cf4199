import FootlightPlatform

/// A path into a record: `a`, `a.b`, `a[0]`, `a[]` for every element, `a.*` for every value; in XML also `a[b=c]`, the
/// elements `a` whose attribute `b` is `c`.
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

  /// The keys among the steps.
  package var keys: [String] {
    steps.compactMap { if case .key(let key) = $0 { key } else { nil } }
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
        let name = FieldPath.selection(key)?.element ?? key[...]
        let isPlain = !name.isEmpty && !name.contains { ".[]|{}\"'".contains($0) }
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

  /// The element and the attribute of a key such as `a[b=c]`; nil for others.
  package static func selection(
    _ key: String
  ) -> (element: Substring, attribute: Substring, value: Substring)? {
    guard let open = key.firstIndex(of: "["), key.last == "]" else { return nil }
    let inside = key[open...].dropFirst().dropLast()
    guard let sign = inside.firstIndex(of: "="), sign > inside.startIndex,
      !inside.contains(where: { "[]|{}\"".contains($0) })
    else { return nil }
    return (key[..<open], inside[..<sign], inside[sign...].dropFirst())
  }

  /// Reads a path such as `a.b[0]`, `a[].c`, `a.*`, `a[b=c]`; a key with odd characters stands in quotes.
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
        if digits.isEmpty, case .key(let element)? = steps.last {
          let written = cursor.take { !"[]|{}\"".contains($0) }
          if !written.isEmpty {
            let key = "\(element)[\(written)]"
            guard cursor.skip("]"), FieldPath.selection(key) != nil else {
              throw GrammarError(
                "'[\(written.prefix(20))' selects nothing",
                remedy: "write [0] for one element, [] for every element or [attribute=value]")
            }
            steps[steps.count - 1] = .key(key)
            continue
          }
        }
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
