public import FootlightDiagnostics

extension FileGlob {
  /// The regular files below `folder` that fit, each once.
  ///
  /// A path may lead, over links or `..`, only into `roots`; without any, into `folder` alone.
  /// A pattern without wildcards whose file is missing finds nothing.
  public func matches(below folder: String, within roots: [String] = []) throws(Failure)
    -> GlobMatches
  {
    var allowed: [String] = []
    for root in roots.isEmpty ? [folder] : roots { allowed.append(try Path.resolved(root)) }
    var search = GlobSearch(folder: folder, roots: allowed, components: components)
    try search.begin(prefix)
    while search.visitNext() {}
    var matches = search.matches
    matches.files.sort { $0.precedesInBytes($1) }
    return matches
  }
}

/// One search, with a stack of its own: each folder is visited once, whatever the pattern is.
private struct GlobSearch {
  /// A folder to visit, and which components of the pattern its entries may fit.
  private struct Visit {
    /// Below the folder of the search.
    let path: String
    /// With every link followed.
    let resolved: String
    let states: [Int]
    /// The resolved folders on the way here, to know a loop of links.
    let way: [String]
  }

  private static let folderLimit = 100_000

  let folder: String
  let roots: [String]
  let components: [FileGlob.Component]
  var matches = GlobMatches()
  private var waiting: [Visit] = []
  private var visited = 0

  init(folder: String, roots: [String], components: [FileGlob.Component]) {
    self.folder = folder
    self.roots = roots
    self.components = components
  }

  mutating func begin(_ prefix: String) throws(Failure) {
    let start = Path.join(folder, prefix)
    guard let status = try FileStatus.of(start) else { return }
    let resolved = try Path.resolved(start)
    guard isAllowed(resolved) else {
      matches.problems.append(outside(start))
      return
    }
    if components.isEmpty {
      take(prefix, status.kind)
    } else if status.kind == .folder {
      waiting.append(
        Visit(path: prefix, resolved: resolved, states: closure([0]), way: [resolved]))
    }
  }

  /// Visits one folder; false when none is left.
  mutating func visitNext() -> Bool {
    guard let visit = waiting.popLast() else { return false }
    visited += 1
    guard visited <= GlobSearch.folderLimit else {
      matches.problems.append(
        Diagnostic(
          .fileTooLarge, "the pattern leads into more than \(GlobSearch.folderLimit) folders",
          at: SourceLocation(file: folder)))
      return false
    }
    do throws(Failure) {
      for entry in try entries(of: visit) { examine(entry, in: visit) }
    } catch {
      matches.problems += error.diagnostics
    }
    return true
  }

  /// The entries that can matter; a folder is not listed to find one name.
  private func entries(of visit: Visit) throws(Failure) -> [FolderEntry] {
    let here = Path.join(folder, visit.path)
    if visit.states.count == 1, case .name(let name) = components[visit.states[0]],
      name.isLiteral
    {
      let path = Path.join(here, name.text)
      guard let status = try FileStatus.of(path, followingLinks: false) else { return [] }
      return [FolderEntry(name: name.text, isExact: true, kind: status.kind)]
    }
    return try Folder.entries(of: here.isEmpty ? "." : here)
  }

  private mutating func examine(_ entry: FolderEntry, in visit: Visit) {
    var next: [Int] = []
    var isMatch = false
    for state in visit.states {
      switch components[state] {
      case .anyFolders:
        if entry.name.utf8.first != UInt8(ascii: ".") { next.append(state) }
      case .name(let pattern):
        guard pattern.matches(entry.name) else { continue }
        if state == components.count - 1 { isMatch = true } else { next.append(state + 1) }
      }
    }
    guard isMatch || !next.isEmpty else { return }
    let path = Path.join(visit.path, entry.name)
    guard entry.isExact else {
      matches.problems.append(
        Diagnostic(
          .filePath, "the name is no valid UTF-8",
          at: SourceLocation(file: Path.join(folder, path)), remedy: "rename the file"))
      return
    }
    do throws(Failure) {
      try follow(entry, path, visit, isMatch: isMatch, next: next)
    } catch {
      matches.problems += error.diagnostics
    }
  }

  private mutating func follow(
    _ entry: FolderEntry, _ path: String, _ visit: Visit, isMatch: Bool, next: [Int]
  ) throws(Failure) {
    var kind = entry.kind
    var resolved = Path.join(visit.resolved, entry.name)
    if kind == .link {
      let full = Path.join(folder, path)
      guard let status = try FileStatus.of(full) else {
        // A link to nowhere is a missing file where a file is meant, and else nothing.
        if isMatch {
          matches.problems.append(
            Diagnostic(
              .fileMissing, "the link leads nowhere", at: SourceLocation(file: full)))
        }
        return
      }
      kind = status.kind
      if kind == .folder ? next.isEmpty : !isMatch { return }
      resolved = try Path.resolved(full)
      guard isAllowed(resolved) else {
        matches.problems.append(outside(full))
        return
      }
      if visit.way.contains(resolved) { return }
    }
    if kind == .folder {
      if !next.isEmpty {
        waiting.append(
          Visit(
            path: path, resolved: resolved, states: closure(next), way: visit.way + [resolved]))
      }
    } else if isMatch {
      take(path, kind)
    }
  }

  private mutating func take(_ path: String, _ kind: FileStatus.Kind) {
    if kind == .file {
      matches.files.append(path)
    } else {
      let what = kind == .folder ? "a folder" : "no regular file"
      matches.problems.append(
        Diagnostic(
          .fileWrongKind, "this is \(what)", at: SourceLocation(file: Path.join(folder, path))))
    }
  }

  /// `**` may also be no folder at all: the component behind it counts here too.
  private func closure(_ states: [Int]) -> [Int] {
    var all: Set<Int> = []
    for state in states {
      all.insert(state)
      if components[state] == .anyFolders { all.insert(state + 1) }
    }
    return all.sorted()
  }

  private func isAllowed(_ resolved: String) -> Bool {
    roots.contains { Path.isInside(resolved, $0) }
  }

  private func outside(_ path: String) -> Diagnostic {
    Diagnostic(
      .fileOutside, "this leads out of the folder", at: SourceLocation(file: path),
      remedy: "move the data beside its declaration, or allow it")
  }
}
