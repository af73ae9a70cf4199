import DeclaredRecords
import Footlight
import JSONAnswers

/// The reference of declarations and output in Markdown, from the tables: nothing is said here that
/// the tables do not say.
enum MarkdownReference {
  /// The whole page.
  static var text: String {
    let sections = [declarations, sources, settings, filters, output, exitCodes, variables]
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

  /// The keys of `footlight.yaml`.
  private static var settings: String {
    let inner = sections(WorkspaceSettings.keys, path: []).map { section in
      "### `\(section.path.joined(separator: "."))`\n\n" + table(section.keys)
    }
    return (["## Keys of footlight.yaml", table(WorkspaceSettings.keys)] + inner)
      .joined(separator: "\n\n")
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
    table(
      ["key", "value", "without it", "rebuilds", "says"],
      keys.map { key in
        let missing = key.isRequired ? "required" : key.defaultText.map { "`\($0)`" } ?? "nothing"
        return [
          "`\(key.name)`", key.type.summary, missing, key.rebuilds ? "yes" : "no", key.summary,
        ]
      })
  }

  private static func table(_ names: [String], _ rows: [[String]]) -> String {
    let lines = [names, names.map { _ in "---" }] + rows.map { $0.map(cell) }
    return lines.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
  }

  private static var filters: String {
    "## Filters\n\n"
      + table(
        ["filter", "arguments", "yields"],
        FilterDescription.all.map { filter in
          let arguments = filter.parameters.map(\.summary).joined(separator: ", ")
          return ["`\(filter.name)`", arguments.isEmpty ? "none" : arguments, filter.summary]
        })
  }

  private static var output: String {
    let parts = [
      "## JSON output",
      """
      With `--json` a command prints one object a line. Members may be added; they never change \
      their names or kinds.
      """,
    ]
    let shapes = JSONShape.all.map { shape in
      "### \(shape.name)\n\n\(shape.summary)\n\n"
        + table(
          ["member", "value", "says"],
          shape.members.map { ["`\($0.name)`", $0.type, $0.summary] })
    }
    return (parts + shapes).joined(separator: "\n\n")
  }

  private static var exitCodes: String {
    "## Exit codes\n\n"
      + table(["code", "means"], ExitCode.meanings.map { [String($0.code), $0.says] })
  }

  private static var variables: String {
    "## Environment\n\n"
      + table(["variable", "says"], EnvironmentVariable.all.map { ["`\($0.name)`", $0.summary] })
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

extension JSONShape {
  /// The objects of `--json`, as the reference lists them: their members are stated where each object is written.
  static let all = [
    JSONObjects.answer.shape, JSONObjects.hit.shape, JSONObjects.note.shape,
    JSONObjects.explained.shape, JSONObjects.factor.shape, JSONObjects.completions.shape,
    JSONObjects.suggestion.shape, JSONObjects.item.shape, JSONObjects.syncRow.shape,
    JSONObjects.status.shape, JSONObjects.finding.shape, JSONObjects.summary.shape,
    JSONObjects.difference.shape, JSONObjects.activity.shape, JSONObjects.askedQuery.shape,
    JSONObjects.alert.shape, JSONObjects.restored.shape, JSONObjects.setAside.shape,
    JSONObjects.compacted.shape, JSONObjects.pushed.shape, JSONObjects.removed.shape,
    JSONObjects.checked.shape, JSONObjects.ready.shape, JSONObjects.accessKey.shape,
    JSONObjects.storeStatus.shape, JSONObjects.storeBuilder.shape,
  ]
}
