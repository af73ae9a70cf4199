import DeclaredRecords

/// Tells which fields became no part of the items, so that nothing is left out in silence.
package struct FieldAccount {
  /// How many of them get a line of their own.
  private static let most = 8

  /// A line for each field that no template uses, with how often it is filled and its first value.
  ///
  /// Where a file lies is told with every record, and needs no account.
  package static func lines(
    _ profile: RecordProfile, _ mapping: ProposedMapping, namesFiles: Bool
  ) -> [String] {
    let templates = [mapping.id, mapping.title] + mapping.optional
    let unused = profile.fields.filter { field in
      field.count > 0 && !(namesFiles && ["path", "folder", "name"].contains(field.path))
        && !templates.contains { uses($0, field.path) }
    }
    var lines = unused.prefix(most).map { field in
      "`\(field.path)` is filled in \(field.present) of \(profile.records) records, "
        + (field.isEncoded
          ? "with bytes in base64, which are no text, and is left out"
          : "like `\(field.shown)`, and is not used")
    }
    let others = unused.dropFirst(most)
    if !others.isEmpty {
      let named = others.map { "`\($0.path)` (\($0.present), like `\($0.shown)`)" }
      lines.append("nor are used: " + named.first(40))
    }
    if !profile.overlooked.isEmpty {
      let named = profile.overlooked.map { "`\($0)`" }.joined(separator: ", ")
      let more = profile.overlookedCount - profile.overlooked.count
      lines.append(
        "too deep, too many or not to be named in a template, and not looked at: \(named)"
          + (more > 0 ? " and \(more) more" : ""))
    }
    return lines
  }

  /// Whether a template holds an expression that begins with a path, or with an object that the path leads into.
  ///
  /// `{a[].b}` takes every value of a list whose first one stands for it elsewhere, as `a.b`.
  package static func uses(_ template: String, _ path: String) -> Bool {
    template.indices.contains { start in
      guard template[start] == "{" else { return false }
      var rest = template[start...].dropFirst()
      var path = path[...]
      while let wanted = path.first {
        if rest.hasPrefix("[]"), !path.hasPrefix("[]") { rest = rest.dropFirst(2) }
        if path.hasPrefix("[]"), rest.first == "[", let end = rest.firstIndex(of: "]") {
          rest = rest[end...].dropFirst()
          path = path.dropFirst(2)
          continue
        }
        if wanted == ".", endsPath(rest) { return true }
        guard rest.first == wanted else { return false }
        rest = rest.dropFirst()
        path = path.dropFirst()
      }
      return endsPath(rest.hasPrefix("[]") ? rest.dropFirst(2) : rest)
    }
  }

  private static func endsPath(_ rest: Substring) -> Bool { "} |".contains(rest.first ?? ".") }
}

extension FieldProfile {
  /// The first value, as much of it as a line has room for.
  var shown: String {
    let value = example.prefix(40).map { $0 == "`" ? "'" : $0.isNewline ? " " : $0 }
    return String(value) + (example.count > 40 ? "…" : "")
  }
}
