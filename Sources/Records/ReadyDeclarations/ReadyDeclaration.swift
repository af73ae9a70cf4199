import FootlightPlatform

/// A declaration of data that many people have on their machines; each stands in `domains/ready`.
///
/// The places where the data may lie are the entries of its lists that begin with `~/` or `/`. Which of them a
/// machine has is written into the declaration when somebody takes it over.
package struct ReadyDeclaration: Sendable, Hashable {
  /// The text of the file.
  package let text: String

  /// The name of the domain.
  package var name: String { value(of: "domain") }

  /// The name for people.
  package var label: String { value(of: "label") }

  /// The paths and globs of the places, `~` for the home of the user.
  package var places: [String] { lines.compactMap(ReadyDeclaration.place) }

  /// The declaration with those of its places that `keeps` says yes to; `home` takes the place of `~`.
  package func placed(home: String, keeping keeps: (_ path: String) -> Bool) -> String {
    var kept: [Substring] = []
    for line in lines {
      guard let place = ReadyDeclaration.place(line) else {
        kept.append(line)
        continue
      }
      let path = ReadyDeclaration.path(place, home: home)
      guard keeps(path) else { continue }
      let escaped = Quoting.backslashed(path, "\\\"")
      kept.append(line.prefix { $0 == " " } + "- \"\(escaped)\"")
    }
    return kept.joined(separator: "\n")
  }

  /// The path or glob of a place on a machine.
  ///
  /// Signs of globs in the path of the home are taken as they are.
  package static func path(_ place: String, home: String) -> String {
    guard place.hasPrefix("~/") else { return place }
    var path = ""
    for character in home {
      if "*?[\\".contains(character) { path.append("\\") }
      path.append(character)
    }
    return path + place.dropFirst()
  }

  private var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  private static func place(_ line: Substring) -> String? {
    let entry = line.drop { $0 == " " }
    guard entry.hasPrefix("- \"~/") || entry.hasPrefix("- \"/") else { return nil }
    return String(entry.dropFirst(3).prefix { $0 != "\"" })
  }

  private func value(of key: String) -> String {
    let line = lines.first { $0.hasPrefix(key + ": ") } ?? ""
    return String(line.dropFirst(key.count + 2))
  }

  /// All declarations, in the order of their names.
  package static let all = EmbeddedText.readyDeclarations.bytes.split(separator: 0).map {
    ReadyDeclaration(text: String(decoding: $0, as: UTF8.self))
  }

  /// The declarations that a name means: the one of that name, or all of a group.
  package static func named(_ name: String) -> [ReadyDeclaration] {
    let reach = DomainReach([name])
    return all.filter { reach.contains($0.name) }
  }
}
