public import FootlightDiagnostics

/// A path with `*`, `?` and `**`, and the search for the files that it names.
///
/// `**` is any number of folders, also none; `*` and `?` stay within one name. Hidden names fit
/// only a pattern that begins with a point.
public struct FileGlob: Sendable, Hashable {
  enum Component: Sendable, Hashable {
    case name(NamePattern)
    case anyFolders
  }

  /// The pattern as it was written.
  public let text: String
  /// The part before the first wildcard; for a pattern without one, all of it.
  let prefix: String
  /// What follows; empty for a pattern without wildcards.
  let components: [Component]

  /// Reads a pattern; a wildcard with `..` behind it is refused.
  public init(_ text: String) throws(Failure) {
    try checkPath(text)
    self.text = text
    var prefix = text.utf8.first == UInt8(ascii: "/") ? "/" : ""
    var components: [Component] = []
    for part in text.split(separator: "/") where part != "." {
      let name = NamePattern(part)
      if part == "**" {
        if components.last != .anyFolders { components.append(.anyFolders) }
      } else if components.isEmpty, name.isLiteral {
        prefix = Path.join(prefix, String(part))
      } else if part == ".." {
        throw Failure(.filePath, "“\(text)” has .. behind a wildcard")
      } else {
        components.append(.name(name))
      }
    }
    if components.last == .anyFolders { components.append(.name(NamePattern("*"))) }
    self.prefix = prefix
    self.components = components
  }

  /// Whether the pattern names one file only.
  public var isLiteral: Bool { components.isEmpty }
}

/// What a glob found.
public struct GlobMatches: Sendable {
  /// The paths, below the folder as the pattern says it, in byte order.
  public internal(set) var files: [String] = []
  /// Folders that cannot be read, and links that lead out of the allowed folders.
  public internal(set) var problems: [Diagnostic] = []
}
