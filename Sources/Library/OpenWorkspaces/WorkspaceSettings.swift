package import DeclaredRecords
import FileHandles
package import FootlightPlatform

/// The settings of a whole workspace: the file `footlight.yaml` beside `domains/`.
///
/// ```yaml
/// store: postgresql://search.example/team
/// log: true
/// searches:
///   cheap: { query: hotel, filters: [price<100], sort: price }
/// on_match: [notify-send, "Footlight"]
/// ```
package struct WorkspaceSettings: Sendable, Hashable {
  /// The name of the file.
  package static let fileName = "footlight.yaml"
  /// The shared store that the index is a copy of; nil where it is this machine's own.
  package var store: String?
  /// Whether queries are counted on this machine.
  package var logsQueries = false
  /// The searches that have names, in the order of the file.
  package var searches: [SavedSearch] = []
  /// The program that is told when hits of these searches come, change or go, and its arguments; empty for none.
  package var onMatch: [String] = []
  /// What is wrong with the file; who only reads goes on with the rest of it.
  package var mistakes: [Diagnostic] = []
}

/// A search that has a name: `@cheap` asks it.
package struct SavedSearch: Sendable, Hashable {
  /// The name, without the mark before it.
  package var name: String
  /// Where it stands in the settings.
  package var location: SourceLocation
  /// The text of the query; empty for everything that the filters leave.
  package var text = ""
  /// Conditions beside the text.
  package var filters: [String] = []
  /// The orders of the hits, as on the command line.
  package var sort: [String] = []
  /// The domains or groups that are searched; all when empty.
  package var domains: [String] = []
}

extension WorkspaceSettings {
  /// The keys of the file: what is read, the schema for editors and the reference come from them.
  package static let keys: [Key] = [
    Key(
      "store", .text,
      "The shared store that the index is a copy of, an address such as `postgresql://HOST/DATABASE`.",
      rebuilds: false),
    Key(
      "log", .boolean, "Whether queries are counted, on this machine alone.", defaultText: "false",
      rebuilds: false),
    Key(
      "searches", .named(.expanded(search)),
      "Searches that have names, of letters, digits, `-` and `_`: `@NAME` asks one.",
      rebuilds: false),
    Key(
      "on_match", .texts,
      "The program that is told what has come, changed and gone for these searches, and its arguments.",
      rebuilds: false),
  ]

  private static let search: [Key] = [
    Key(
      "query", .text, "The text of the query; everything that the filters leave without it.",
      rebuilds: false),
    Key("filters", .texts, "Conditions such as `price<100`; all must hold.", rebuilds: false),
    Key(
      "sort", .texts, "The orders of the hits, such as `price`; the best first without it.",
      rebuilds: false),
    Key(
      "domains", .texts, "The domains or groups that are searched; all without it.", rebuilds: false
    ),
  ]

  /// Reads the settings of a workspace, with what is wrong with them; one without the file has none.
  ///
  /// - Throws: What the machine refuses, and what is no YAML: where the index is stays unknown then.
  package static func read(in folder: String) throws(Failure) -> WorkspaceSettings {
    let path = Path.join(folder, fileName)
    var settings = WorkspaceSettings()
    guard try FileStatus.of(path) != nil else { return settings }
    let bytes = try File.readWhole(path, limit: 64 << 10)
    let documents = try YAMLNode.parse(bytes, file: path)
    guard let document = documents.first, !document.isNull else { return settings }
    var findings = Findings()
    KeyType.section(keys).check(document, fileName, &findings)
    settings.mistakes = findings.diagnostics.map { diagnostic in
      Diagnostic(
        .workspaceSettings, diagnostic.message, at: diagnostic.location, remedy: diagnostic.remedy
      )
    }
    if documents.count > 1 {
      settings.refuse(
        "the file holds several documents", documents[1].location, "keep one of them")
    }
    settings.read(Section(keys, document, at: document.location))
    return settings
  }

  private mutating func read(_ section: Section) {
    store = section.text("store")
    if store?.isEmpty ?? false {
      refuse(
        "'store' names no shared store", section.location(of: "store"),
        "write an address, or no 'store'")
    }
    logsQueries = section.value("log")?.scalar?.meaning == .yes
    onMatch = section.texts("on_match")
    if onMatch.first?.isEmpty ?? (section.value("on_match") != nil) {
      refuse(
        "'on_match' names no program", section.location(of: "on_match"),
        "write a list: [program, argument]")
    }
    for pair in section.value("searches")?.pairs ?? [] {
      let isName = pair.name.utf8.allSatisfy { byte in
        byte >= 0x80 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
          || byte.isLetterOrDigit
      }
      guard isName, !pair.name.isEmpty else {
        refuse(
          "'\(pair.name)' is no name of a search", pair.key.location, "use letters, digits, - and _"
        )
        continue
      }
      let search = Section(WorkspaceSettings.search, pair.value, at: pair.key.location)
      searches.append(
        SavedSearch(
          name: pair.name, location: pair.key.location,
          text: pair.value.text ?? search.text("query") ?? "", filters: search.texts("filters"),
          sort: search.texts("sort"), domains: search.texts("domains")))
    }
  }

  private mutating func refuse(_ message: String, _ place: SourceLocation, _ remedy: String) {
    mistakes.append(Diagnostic(.workspaceSettings, message, at: place, remedy: remedy))
  }
}
