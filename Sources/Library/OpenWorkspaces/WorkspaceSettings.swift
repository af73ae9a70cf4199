package import FootlightDiagnostics
import FootlightPlatform
import YAMLNodes

/// The settings of a whole workspace: the file `footlight.yaml` beside `domains/`.
///
/// ```yaml
/// store: postgresql://search.example/team
/// log: true
/// ```
package struct WorkspaceSettings: Sendable, Hashable {
  /// The name of the file.
  package static let fileName = "footlight.yaml"
  /// The shared store that the index is a copy of; nil where it is this machine's own.
  package var store: String?
  /// Whether queries are counted on this machine.
  package var logsQueries: Bool

  private static let keys = ["store", "log"]

  /// Settings of a workspace that has no such file.
  package init(store: String? = nil, logsQueries: Bool = false) {
    self.store = store
    self.logsQueries = logsQueries
  }

  /// Reads the settings of a workspace; one without the file has none.
  ///
  /// - Throws: `workspace.settings` with all mistakes, and what is wrong with the YAML.
  package static func read(in folder: String) throws(Failure) -> WorkspaceSettings {
    let path = Path.join(folder, fileName)
    guard try FileStatus.of(path) != nil else { return WorkspaceSettings() }
    let bytes = try File.readWhole(path, limit: 64 << 10)
    let documents = try YAMLNode.parse(bytes, file: path)
    var settings = WorkspaceSettings()
    guard let document = documents.first, !document.isNull else { return settings }
    var mistakes: [Diagnostic] = []
    if documents.count > 1 {
      mistakes.append(
        mistake("the file holds several documents", documents[1].location, "keep one of them"))
    }
    guard let pairs = document.pairs else {
      throw Failure(
        mistake(
          "the file holds \(document.kindName)", document.location,
          "write `store: postgresql://HOST/DATABASE`"))
    }
    for pair in pairs {
      guard keys.contains(pair.name) else {
        let meant = nearest(to: pair.name, among: keys).map { "did you mean '\($0)'?" }
        mistakes.append(
          mistake(
            "this key is not known", pair.key.location, meant ?? "only 'store' and 'log' are"))
        continue
      }
      if pair.value.isNull { continue }
      if pair.name == "log" {
        guard let meaning = pair.value.scalar?.meaning, [.yes, .no].contains(meaning) else {
          mistakes.append(
            mistake("the log is \(pair.value.kindName)", pair.value.location, "write true or false")
          )
          continue
        }
        settings.logsQueries = meaning == .yes
        continue
      }
      guard let text = pair.value.text, !text.isEmpty else {
        mistakes.append(
          mistake(
            "the store is \(pair.value.kindName)", pair.value.location,
            "write an address such as postgresql://HOST/DATABASE"))
        continue
      }
      settings.store = text
    }
    if let failure = Failure(mistakes) { throw failure }
    return settings
  }

  private static func mistake(
    _ message: String, _ place: SourceLocation, _ remedy: String
  ) -> Diagnostic {
    Diagnostic(.workspaceSettings, message, at: place, remedy: remedy)
  }
}
