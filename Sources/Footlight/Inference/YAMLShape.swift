import DomainDeclarations
import FootlightDiagnostics
import FootlightPlatform
import YAMLNodes

/// What the first lines of a YAML file tell about where its records are.
enum YAMLShape {
  /// The shape when a list of mappings begins in the text: at its left edge, or under a key.
  static func list(_ beginning: borrowing FileBeginning) -> DataShape? {
    var key: String?
    for line in beginning.text.split(whereSeparator: \.isNewline) {
      let indent = line.prefix { $0 == " " }.count
      let rest = line.dropFirst(indent)
      if rest.isEmpty || rest.hasPrefix("#") || rest == "---" || rest.hasPrefix("%") { continue }
      if rest.hasPrefix("- ") || rest == "-" {
        // A list of plain texts is no list of records.
        let element = rest.dropFirst(2)
        guard rest == "-" || holdsKey(element) || element.hasPrefix("{") else {
          if indent == 0 { return nil }
          key = nil
          continue
        }
        guard indent > 0 || key != nil else { return DataShape(kind: "yaml") }
        guard let key else { continue }
        return DataShape(
          kind: "yaml", settings: [("records", .text(FieldPath([.key(key)]).description))])
      }
      if indent == 0 {
        guard holdsKey(rest) else { return nil }
        key = rest.hasSuffix(":") ? unquoted(rest.dropLast()) : nil
      }
    }
    return nil
  }

  private static func holdsKey(_ text: Substring) -> Bool {
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return false }
    let behind = text.index(after: colon)
    return behind == text.endIndex || text[behind] == " "
  }

  private static func unquoted(_ text: Substring) -> String {
    guard let first = text.first, first == "\"" || first == "'", text.last == first, text.count > 1
    else { return String(text) }
    return String(text.dropFirst().dropLast())
  }

  /// Whether a file declares a domain: a mapping with the keys that only a declaration has.
  static func isDeclaration(_ path: String) -> Bool {
    guard ["yaml", "yml"].contains(Path.fileExtension(of: path).lowercased()) else { return false }
    var keys: Set<Substring> = []
    guard let beginning = try? FileBeginning.read(path, display: path) else { return false }
    for line in beginning.text.split(whereSeparator: \.isNewline) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      keys.insert(line[..<colon])
    }
    return keys.contains("domain") && (keys.contains("source") || keys.contains("item"))
  }
}
