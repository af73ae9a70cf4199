import DeclaredRecords
import Footlight
import JSONAnswers

/// The reference of declarations and output in Markdown, from the tables: nothing is said here that
/// the tables do not say.
enum MarkdownReference {
  /// The whole page.
  static var text: String {
    let sections = [declarations, sources, filters, output, exitCodes, variables]
    return sections.joined(separator: "\n\n") + "\n"
  }

  private static var declarations: String {
    var parts = [
      "## Keys of a declaration",
      """
      *Rebuilds* says whether another value makes another index, so that the next sync builds the \
      domain anew.
      """,
    ]
    parts.append(table(DomainKeys.top))
    for section in sections(DomainKeys.top, path: []) {
      parts.append("### `\(section.path.joined(separator: "."))`")
      parts.append(table(section.keys))
    }
    return parts.joined(separator: "\n\n")
  }

  /// The mappings below these keys, each with its own table, in the order of the keys.
  private static func sections(_ keys: [Key], path: [String]) -> [(path: [String], keys: [Key])] {
    keys.flatMap { key -> [(path: [String], keys: [Key])] in
      switch key.type {
      case .section(let inner), .sections(let inner):
        let here = path + [key.name]
        return [(here, inner)] + sections(inner, path: here)
      case .named(.expanded(let inner)), .named(.section(let inner)):
        let here = path + [key.name, "NAME"]
        return [(here, inner)] + sections(inner, path: here)
      case .expanded(let inner):
        return [(path + [key.name], inner)]
      default: return []
      }
    }
  }

  private static var sources: String {
    var parts = [
      "## Kinds of sources",
      "What `kind` may be. Every source takes the keys of `source` above, too.",
    ]
    for kind in SourceKind.builtIn.map(\.keys) {
      parts.append("### `kind: \(kind.name)`")
      parts.append(kind.summary)
      if !kind.keys.isEmpty { parts.append(table(kind.keys)) }
    }
    return parts.joined(separator: "\n\n")
  }

  private static func table(_ keys: [Key]) -> String {
    var lines = [
      "| key | value | without it | rebuilds | says |", "| --- | --- | --- | --- | --- |",
    ]
    for key in keys {
      let missing = key.isRequired ? "required" : key.defaultText.map { "`\($0)`" } ?? "nothing"
      let cells = [
        "`\(key.name)`", key.type.summary, missing, key.rebuilds ? "yes" : "no", key.summary,
      ]
      lines.append("| \(cells.map(cell).joined(separator: " | ")) |")
    }
    return lines.joined(separator: "\n")
  }

  private static var filters: String {
    var lines = [
      "## Filters", "", "| filter | arguments | yields |", "| --- | --- | --- |",
    ]
    for filter in FilterDescription.all {
      let arguments = filter.parameters.map(\.summary).joined(separator: ", ")
      lines.append(
        "| `\(filter.name)` | \(arguments.isEmpty ? "none" : arguments) | \(cell(filter.summary)) |"
      )
    }
    return lines.joined(separator: "\n")
  }

  private static var output: String {
    var parts = [
      "## JSON output",
      """
      With `--json` a command prints one object a line. Members may be added; they never change \
      their names or kinds.
      """,
    ]
    for shape in JSONShape.all {
      var lines = [
        "### \(shape.name)", "", shape.summary, "", "| member | value | says |",
        "| --- | --- | --- |",
      ]
      lines += shape.members.map { "| `\($0.name)` | \($0.type) | \(cell($0.summary)) |" }
      parts.append(lines.joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n")
  }

  private static var exitCodes: String {
    let rows = ExitCode.meanings.map { "| \($0.code) | \(cell($0.says)) |" }
    return (["## Exit codes", "", "| code | means |", "| --- | --- |"] + rows)
      .joined(separator: "\n")
  }

  private static var variables: String {
    let rows = EnvironmentVariable.all.map { "| `\($0.name)` | \(cell($0.summary)) |" }
    return (["## Environment", "", "| variable | says |", "| --- | --- |"] + rows)
      .joined(separator: "\n")
  }

  private static func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}

extension FilterDescription.Parameter {
  /// The kind of an argument, for people.
  fileprivate var summary: String {
    switch self {
    case .text: "text"
    case .someText: "text that is not empty"
    case .visibleText: "text that is not empty"
    case .wholeNumber: "a whole number"
    case .positiveNumber: "a positive number"
    case .datePattern: "a date pattern"
    case .decimalMark: "`\",\"` or `\".\"`"
    }
  }
}

/// The members of an object of `--json`, for the reference: they are stated where the object is written.
struct JSONShape: Sendable {
  struct Member: Sendable {
    let name: String
    let type: String
    let summary: String
  }

  let name: String
  let summary: String
  let members: [Member]

  init<Value>(_ object: JSONObject<Value>) {
    name = object.name
    summary = object.summary
    members = object.members.map { Member(name: $0.name, type: $0.type, summary: $0.summary) }
  }

  static let all = [
    JSONShape(JSONObjects.answer), JSONShape(JSONObjects.hit), JSONShape(JSONObjects.note),
    JSONShape(JSONObjects.explained), JSONShape(JSONObjects.factor),
    JSONShape(JSONObjects.completions), JSONShape(JSONObjects.suggestion),
    JSONShape(JSONObjects.item), JSONShape(JSONObjects.syncRow), JSONShape(JSONObjects.status),
    JSONShape(JSONObjects.finding), JSONShape(JSONObjects.summary),
    JSONShape(JSONObjects.difference), JSONShape(JSONObjects.activity),
    JSONShape(JSONObjects.askedQuery),
    JSONShape(JSONObjects.alert),
    JSONShape(JSONObjects.restored), JSONShape(JSONObjects.setAside),
    JSONShape(JSONObjects.compacted), JSONShape(JSONObjects.pushed),
    JSONShape(JSONObjects.removed), JSONShape(JSONObjects.checked), JSONShape(JSONObjects.ready),
    JSONShape(JSONObjects.accessKey), JSONShape(JSONObjects.storeStatus),
    JSONShape(JSONObjects.storeBuilder),
  ]
}
