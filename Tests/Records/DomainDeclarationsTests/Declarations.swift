import DeclaredRecords
import FootlightPlatform

/// Reads a declaration that stands in a test.
func load(
  _ text: String, file: String = "domains/test.yaml", folder: String = "/my place/domains",
  allowsOutside: Bool = false
) throws(Failure) -> DomainDefinition {
  try DomainDefinition.load(
    Array(text.utf8), file: file, folder: folder, kinds: SourceKindKeys.builtIn,
    allowsOutside: allowsOutside)
}

/// The mistakes of a declaration; none when there are none.
func mistakes(_ text: String) -> [Diagnostic] {
  do throws(Failure) {
    _ = try load(text)
    return []
  } catch {
    return error.diagnostics
  }
}

/// A declaration with other lines behind its source and its item.
func declaration(
  source: String = "", item: String = "", title: String = "{name}", top: String = ""
) -> String {
  """
  domain: people
  version: 1
  source:
    kind: csv
    path: data/people.csv
  \(indented(source))
  item:
    id: "{id}"
    title: "\(title)"
  \(indented(item))
  \(top)
  """
}

private func indented(_ text: String) -> String {
  text.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")
}
