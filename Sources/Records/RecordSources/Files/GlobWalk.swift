import FootlightPlatform

/// One walk through folders along the components of a glob.
struct GlobWalk {
  let selection: FileSelection
  /// The declaration's folder with every link followed.
  let root: String
  var found: [SourceFile] = []
  /// How many entries have been looked at; a limit for folders without end.
  var looked = 0
  private static let limit = 5_000_000

  /// Follows components from a folder on; `isPlain` tells that no link leads there.
  mutating func run(
    _ components: [String], from folder: String, relative: String, isPlain: Bool = true
  ) throws(Failure) {
    guard let first = components.first else { return }
    let rest = Array(components.dropFirst())
    if first == "**" {
      // `**` at the end means all files, however deep.
      try everyFolder(
        rest.isEmpty ? ["*"] : rest, in: folder, relative: relative, isPlain: isPlain, depth: 0)
    } else if !GlobPattern.isPattern(first) {
      try visit(first, kind: nil, rest, in: folder, relative: relative, isPlain: isPlain)
    } else {
      let pattern = GlobPattern(first)
      for entry in try entries(of: folder) where pattern.matches(entry.name) {
        guard try hasName(entry, in: folder, relative: relative) else { continue }
        try visit(
          entry.name, kind: entry.kind, rest, in: folder, relative: relative, isPlain: isPlain)
      }
    }
  }

  /// Follows components from a folder and from all folders below it.
  private mutating func everyFolder(
    _ components: [String], in folder: String, relative: String, isPlain: Bool, depth: Int
  ) throws(Failure) {
    try run(components, from: folder, relative: relative, isPlain: isPlain)
    // Deeper than any path that the system accepts.
    guard depth < 2048 else { return }
    for entry in try entries(of: folder)
    where entry.kind == .folder && entry.name.utf8.first != UInt8(ascii: ".") {
      guard try hasName(entry, in: folder, relative: relative) else { continue }
      try everyFolder(
        components, in: Path.join(folder, entry.name), relative: Path.join(relative, entry.name),
        isPlain: isPlain, depth: depth + 1)
    }
  }

  /// Goes on with one entry of a folder.
  private mutating func visit(
    _ name: String, kind: FileStatus.Kind?, _ rest: [String], in folder: String,
    relative: String, isPlain: Bool
  ) throws(Failure) {
    let path = Path.join(folder, name)
    let below = Path.join(relative, name)
    var kind = kind
    if kind == nil { kind = try FileStatus.of(path, followingLinks: false)?.kind }
    let isPlain = isPlain && kind != .link
    if kind == .link {
      do throws(Failure) {
        kind = try FileStatus.of(path)?.kind
      } catch  where error.concerns([.filePath]) {
        // A link that leads in circles leads nowhere.
        return
      } catch {
        throw error
      }
    }
    if rest.isEmpty {
      if kind == .file { try add(path, relative: below, isPlain: isPlain) }
    } else if kind == .folder {
      try run(rest, from: path, relative: below, isPlain: isPlain)
    }
  }

  /// Takes a file, if it ends inside the folder.
  mutating func add(_ path: String, relative: String, isPlain: Bool) throws(Failure) {
    let display = selection.display(relative)
    if !isPlain, !selection.allowsOutside, !Path.isInside(try Path.resolved(path), root) {
      throw Failure(
        .sourceOutside, "the link `\(display)` leads out of the declaration's folder",
        at: selection.location,
        remedy: "replace it by the file, or allow the domain to read outside its folder")
    }
    found.append(SourceFile(path: path, display: display, relative: relative))
  }

  private mutating func entries(of folder: String) throws(Failure) -> [FolderEntry] {
    let entries: [FolderEntry]
    do throws(Failure) {
      entries = try Folder.entries(of: folder)
    } catch  where error.diagnostics.first?.code == .fileMissing {
      // A folder that goes meanwhile holds nothing.
      return []
    } catch {
      throw error
    }
    looked += entries.count
    if looked > GlobWalk.limit {
      throw Failure(
        .sourceSetting, "the glob looks at more than \(GlobWalk.limit) files",
        at: selection.location,
        remedy: "name the folders more closely")
    }
    return entries
  }

  /// Whether an entry has a name by which it can be opened; else it is kept with that problem, or a
  /// failure.
  private mutating func hasName(
    _ entry: FolderEntry, in folder: String, relative: String
  ) throws(Failure) -> Bool {
    guard !entry.isExact else { return true }
    let problem = Diagnostic(
      .sourceDamaged, "the name of a file or folder is not valid UTF-8: `\(entry.name)`",
      at: SourceLocation(file: folder), remedy: "rename it")
    guard selection.keepsUnnamed else { throw Failure(problem) }
    let below = Path.join(relative, entry.name)
    found.append(
      SourceFile(
        path: Path.join(folder, entry.name), display: selection.display(below), relative: below,
        problem: problem))
    return false
  }
}
