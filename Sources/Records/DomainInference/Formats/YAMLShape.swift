import DeclaredRecords
import FootlightPlatform

/// Finds out where the records of a YAML file are, by its first lines.
package enum YAMLShape {
  /// The shape when a list or a mapping of records is in the text; with `takesValues` they may be
  /// texts, too.
  static func records(
    _ beginning: borrowing FileBeginning, takesValues: Bool = false
  ) -> DataShape? {
    let outline = DocumentOutline(yaml: beginning.bytes)
    guard let best = outline.largest, best.isReadable(outline),
      takesValues || best.kind == .objects || best.kind == .members
    else { return nil }
    // Documents that are mappings are records themselves, whatever they hold.
    let documents = outline.containers.filter(\.path.isEmpty)
    if documents.count > 1, documents.allSatisfy(\.isObject), !best.path.isEmpty { return nil }
    return DataShape(best, kind: "yaml", of: outline)
  }

  /// Whether a file declares a domain: a mapping with the keys that only a declaration has.
  package static func isDeclaration(_ path: String) -> Bool {
    guard ["yaml", "yml"].contains(Path.fileExtension(of: path).lowercased()) else { return false }
    var keys: Set<Substring> = []
    guard let beginning = try? FileBeginning.read(path, display: path),
      beginning.encoding == nil
    else { return false }
    for line in beginning.text.split(whereSeparator: \.isNewline) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      keys.insert(line[..<colon])
    }
    return keys.contains("domain") && (keys.contains("source") || keys.contains("item"))
  }
}
