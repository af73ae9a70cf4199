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
  private static let keys = ["store", "log", "searches", "on_match"]
  private static let searchKeys = ["query", "filters", "sort", "domains"]

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
    for pair in pairs(of: document, "the file", keys, &mistakes) {
      switch pair.name {
      case "log":
        if let meaning = pair.value.scalar?.meaning, [.yes, .no].contains(meaning) {
          settings.logsQueries = meaning == .yes
        } else {
          mistakes.append(
            mistake("the log is \(pair.value.kindName)", pair.value.location, "write true or false")
          )
        }
      case "searches":
        settings.searches = searches(pair.value, &mistakes)
      case "on_match":
        settings.onMatch = texts(pair.value, pair.name, &mistakes)
        if settings.onMatch.first?.isEmpty ?? true {
          mistakes.append(
            mistake(
              "'on_match' names no program", pair.value.location,
              "write a list: [program, argument]"))
        }
      default:
        guard let text = pair.value.text, !text.isEmpty else {
          mistakes.append(
            mistake(
              "the store is \(pair.value.kindName)", pair.value.location,
              "write an address such as postgresql://HOST/DATABASE"))
          continue
        }
        settings.store = text
      }
    }
    if let failure = Failure(mistakes) { throw failure }
    return settings
  }

  /// The pairs of a mapping that have known keys and a value.
  private static func pairs(
    of node: YAMLNode, _ what: String, _ keys: [String], _ mistakes: inout [Diagnostic]
  ) -> [YAMLPair] {
    guard let pairs = node.pairs else {
      mistakes.append(
        mistake(
          "\(what) holds \(node.kindName)", node.location,
          "write keys and values: \(keys.joined(separator: ", "))"))
      return []
    }
    return pairs.filter { pair in
      guard !keys.contains(pair.name) else { return !pair.value.isNull }
      let meant = nearest(to: pair.name, among: keys).map { "did you mean '\($0)'?" }
      mistakes.append(
        mistake(
          "this key is not known", pair.key.location,
          meant ?? "known are \(keys.joined(separator: ", "))"))
      return false
    }
  }

  /// The searches that have names: each a text alone, or a mapping.
  private static func searches(
    _ node: YAMLNode, _ mistakes: inout [Diagnostic]
  ) -> [SavedSearch] {
    guard let named = node.pairs else {
      mistakes.append(
        mistake(
          "the searches are \(node.kindName)", node.location,
          "give each a name: cheap: { query: hotel, filters: [price<100] }"))
      return []
    }
    return named.map { pair in
      var search = SavedSearch(name: pair.name, location: pair.key.location)
      let isName = pair.name.utf8.allSatisfy { byte in
        byte >= 0x80 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
          || byte.isLetterOrDigit
      }
      if !isName || pair.name.isEmpty {
        mistakes.append(
          mistake(
            "'\(pair.name)' is no name of a search", pair.key.location,
            "use letters, digits, - and _"))
      }
      if let text = pair.value.text {
        search.text = text
        return search
      }
      for part in pairs(of: pair.value, "the search", searchKeys, &mistakes) {
        let texts = texts(part.value, part.name, &mistakes)
        switch part.name {
        case "filters": search.filters = texts
        case "sort": search.sort = texts
        case "domains": search.domains = texts
        default: search.text = texts.joined(separator: " ")
        }
      }
      return search
    }
  }

  /// A list of texts, or one.
  private static func texts(
    _ node: YAMLNode, _ key: String, _ mistakes: inout [Diagnostic]
  ) -> [String] {
    let found = (node.elements ?? [node]).map(\.text)
    if found.contains(nil) {
      mistakes.append(
        mistake("'\(key)' is no list of texts", node.location, "write a text, or a list: [a, b]"))
    }
    return found.compactMap(\.self)
  }

  private static func mistake(
    _ message: String, _ place: SourceLocation, _ remedy: String
  ) -> Diagnostic {
    Diagnostic(.workspaceSettings, message, at: place, remedy: remedy)
  }
}
