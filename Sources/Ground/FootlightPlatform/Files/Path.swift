/// Operations on paths as texts, and the few that ask the disk.
package enum Path {
  /// A path below a folder; an absolute one stays as it is.
  package static func join(_ folder: String, _ path: String) -> String {
    if path.utf8.first == slash || folder.isEmpty { return path }
    if path.isEmpty { return folder }
    return folder.utf8.last == slash ? folder + path : "\(folder)/\(path)"
  }

  /// The last component: `c.md` of `a/b/c.md`.
  package static func name(of path: String) -> String {
    let trimmed = withoutEnd(path)
    guard let cut = trimmed.utf8.lastIndex(of: slash) else { return String(trimmed) }
    return String(trimmed[trimmed.utf8.index(after: cut)...])
  }

  /// The last component without its extension: `c` of `a/b/c.md`, `.profile` of `.profile`.
  package static func stem(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return name
    }
    return String(name[..<dot])
  }

  /// The file extension, without its point: `md` of `a/b/c.md`; empty if there is none.
  package static func fileExtension(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return ""
    }
    return String(name[name.utf8.index(after: dot)...])
  }

  /// The folder part: `a/b` of `a/b/c.md`; nil when the text names none.
  package static func parent(of path: String) -> String? {
    let trimmed = withoutEnd(path)
    guard let cut = trimmed.utf8.lastIndex(of: slash) else { return nil }
    let parent = withoutEnd(String(trimmed[..<cut]))
    return parent.isEmpty ? (trimmed.utf8.count > 1 ? "/" : nil) : String(parent)
  }

  /// The path without `.`, empty components and `..` where the text alone can tell.
  package static func normalized(_ path: String) -> String {
    let isAbsolute = path.utf8.first == slash
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(part)
      } else if let last = parts.last, last != ".." {
        parts.removeLast()
      } else if !isAbsolute {
        parts.append(part)
      }
    }
    let joined = parts.joined(separator: "/")
    return isAbsolute ? "/" + joined : (joined.isEmpty ? "." : joined)
  }

  /// The path from the root on, without asking the disk about links.
  ///
  /// C: getcwd.
  package static func absolute(_ path: String) throws(Failure) -> String {
    try checkPath(path)
    return path.utf8.first == slash
      ? normalized(path) : normalized(join(try currentFolder(), path))
  }

  /// The folder in which the process stands.
  ///
  /// C: getcwd.
  package static func currentFolder() throws(Failure) -> String {
    guard let text = unsafe getcwd(nil, 0) else { throw .system(errno, "find", ".") }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  /// The path from the root on with every link followed; it must exist.
  ///
  /// C: realpath.
  package static func resolved(_ path: String) throws(Failure) -> String {
    try checkPath(path)
    guard let text = unsafe realpath(path, nil) else { throw .system(errno, "find", path) }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  /// Whether a path is a folder or lies in it; both as ``resolved(_:)`` gives them.
  package static func isInside(_ path: String, _ folder: String) -> Bool {
    let path = Array(path.utf8)
    var folder = Array(folder.utf8)
    while folder.last == slash { folder.removeLast() }
    return path.starts(with: folder) && (path.count == folder.count || path[folder.count] == slash)
  }

  private static var slash: UInt8 { UInt8(ascii: "/") }

  /// The text without slashes at its end; the root keeps its own.
  private static func withoutEnd(_ path: String) -> Substring {
    var rest = path[...]
    while rest.utf8.count > 1, rest.utf8.last == slash { rest = rest.dropLast() }
    return rest
  }
}
