import FileHandles
package import FootlightPlatform

/// The files that a source names by paths and globs below its declaration's folder.
///
/// Hidden files match only globs that name them. `**` passes through any number of folders, but
/// not through links to folders and not through hidden ones. Links are followed when they end
/// inside the folder, or when a permission allows more.
package struct FileSelection: Sendable, Hashable {
  /// The absolute folder in which relative paths begin.
  package var folder: String
  /// How messages call the folder; empty when paths stand for themselves.
  var displayFolder: String
  /// The paths and globs.
  var patterns: [String]
  /// Where they stand in the declaration.
  var location: SourceLocation?
  /// Whether paths may leave the folder.
  var allowsOutside = false
  /// Whether files whose names are no text are among them, each with its problem: it is reported like a
  /// bad record, and the others go on.
  package var keepsUnnamed = false
  /// The encoding of their text, when it is declared.
  var encoding: TextEncoding?
  /// Whether a folder that is a Maildir stands for the mails in it.
  package var takesMaildirs = false

  /// All files in the byte order of their paths, each once.
  package func files() throws(Failure) -> [SourceFile] {
    var found: [SourceFile] = []
    var problems: [Diagnostic] = []
    let root = try rootFolder()
    for pattern in patterns {
      do throws(Failure) {
        found += try files(matching: pattern, root: root)
      } catch {
        problems += error.diagnostics
      }
    }
    if let failure = Failure(problems) { throw failure }
    found.sort { $0.relative.precedesInBytes($1.relative) }
    if let encoding { for index in found.indices { found[index].encoding = encoding } }
    var last: String?
    return found.filter { file in
      defer { last = file.relative }
      return last.map { !$0.utf8.elementsEqual(file.relative.utf8) } ?? true
    }
  }

  private func rootFolder() throws(Failure) -> String {
    do throws(Failure) {
      return try Path.resolved(folder)
    } catch  where error.diagnostics.first?.code == .fileMissing {
      throw Failure(
        .sourceMissing, "the folder \(folder) does not exist", at: location,
        remedy: "make it, or correct the declaration")
    } catch {
      throw error
    }
  }

  private func files(matching pattern: String, root: String) throws(Failure) -> [SourceFile] {
    let isAbsolute = pattern.utf8.first == UInt8(ascii: "/")
    var components: [String] = []
    for component in Path.normalized(pattern).split(separator: "/").map(String.init)
    where component != "**" || components.last != "**" {
      components.append(component)
    }
    if !allowsOutside, isAbsolute || components.first == ".." {
      throw Failure(
        .sourceOutside, "`\(pattern)` leads out of the declaration's folder", at: location,
        remedy: "move the data below the folder, or allow the domain to read outside it")
    }
    // A file whose name looks like a glob is found by its name.
    let relative = isAbsolute ? Path.normalized(pattern) : components.joined(separator: "/")
    let plain = isAbsolute ? relative : Path.join(folder, relative)
    let status = try FileStatus.of(plain)
    var walk = GlobWalk(selection: self, root: root)
    if status?.kind == .file || !components.contains(where: GlobPattern.isPattern) {
      guard let status else { throw missing(pattern, isGlob: false) }
      if takesMaildirs, status.kind == .folder {
        let parts = try MailFolders.parts(of: plain)
        for part in parts {
          try walk.run(
            ["*"], from: Path.join(plain, part), relative: Path.join(relative, part))
        }
        if !parts.isEmpty { return walk.found }
      }
      guard status.kind == .file else {
        let (what, remedy) =
          status.kind == .folder
          ? ("a folder", "name files in it, such as `\(pattern)/*`")
          : ("no regular file", "copy what it yields into a file, or use `kind: command`")
        throw Failure(.sourceMissing, "`\(pattern)` is \(what)", at: location, remedy: remedy)
      }
      try walk.add(plain, relative: relative, isPlain: false)
      return walk.found
    }
    try walk.run(
      components, from: isAbsolute ? "/" : folder, relative: isAbsolute ? "/" : "")
    if walk.found.isEmpty { throw missing(pattern, isGlob: true) }
    return walk.found
  }

  private func missing(_ pattern: String, isGlob: Bool) -> Failure {
    let shown = Path.join(displayFolder, pattern)
    return Failure(
      .sourceMissing, isGlob ? "no file matches `\(shown)`" : "there is no file `\(shown)`",
      at: location, remedy: "put it there, or correct the path in the declaration")
  }

  /// How messages call a file.
  func display(_ relative: String) -> String {
    Path.join(displayFolder, relative)
  }
}

extension FileSelection {
  /// The files that a source names under `path`, or under another key of paths.
  package init(_ definition: SourceDefinition, key: String = "path") throws(Failure) {
    guard let patterns = definition[key]?.list, !patterns.isEmpty else {
      throw Failure(
        .sourceSetting, "the source names no file", at: definition.location,
        remedy: "add `\(key):` with a file or a glob")
    }
    self.init(
      folder: definition.folder,
      displayFolder: Path.parent(of: definition.location.file) ?? "", patterns: patterns,
      location: definition.settings[key]?.location ?? definition.location,
      allowsOutside: definition.allowsOutside)
    guard let label = definition["encoding"]?.text else { return }
    guard let known = TextEncoding(label), TextDecoder(known) != nil else {
      throw Failure(
        .sourceSetting, "this system knows no encoding `\(label)`",
        at: definition.settings["encoding"]?.location ?? definition.location,
        remedy: "`iconv --list` lists those that it knows")
    }
    encoding = known
  }
}

/// The names of a file that its records have: where it lies.
package struct DocumentNames: Sendable, Hashable {
  /// The path below the folder of the declaration.
  package var path: String
  /// The name of the folder that holds it.
  package var folder: String
  /// The file's name without extension.
  package var name: String

  /// The names of the file at a path; `rootName` is the folder of files that lie in no other.
  ///
  /// The folder of a mail is that of which `cur` and `new` are parts.
  package init(_ path: String, rootName: String, isMail: Bool = false) {
    self.path = path
    let mailFolder = isMail ? MailFolders.name(ofFolderOf: path, rootName: rootName) : nil
    folder = mailFolder ?? Path.parent(of: path).map { Path.name(of: $0) } ?? rootName
    let stem = Path.stem(of: Packing.plain(path))
    // Writers of sites call the page of a folder `index`: that is no name of it.
    name = ["index", "_index"].contains(stem.lowercased()) && !folder.isEmpty ? folder : stem
  }
}

/// The folders of Maildirs that hold mails: `cur` and `new` of a Maildir, of those within it, and of all
/// Maildirs of a folder (https://cr.yp.to/proto/maildir.html).
///
/// Folders of a Maildir begin with a point (`.Sent`) or lie in it under their names.
package enum MailFolders {
  /// Paths below a folder, in the order of their names; none when it holds no mail.
  package static func parts(of folder: String) throws(Failure) -> [String] {
    var found: [String] = []
    try look(folder, "", depth: 0, &found)
    return found
  }

  private static func look(
    _ folder: String, _ relative: String, depth: Int, _ found: inout [String]
  ) throws(Failure) {
    guard depth < 64, found.count < 100_000 else { return }
    for entry in try Folder.entries(of: folder).sorted(by: { $0.name < $1.name })
    where entry.kind == .folder && entry.isExact {
      let path = Path.join(relative, entry.name)
      switch entry.name {
      case "cur", "new": found.append(path)
      case "tmp": continue
      default: try look(Path.join(folder, entry.name), path, depth: depth + 1, &found)
      }
    }
  }

  /// The name of the folder of mail in which a mail lies; nil when it lies in no Maildir.
  static func name(ofFolderOf path: String, rootName: String) -> String? {
    guard let part = Path.parent(of: path), ["cur", "new"].contains(Path.name(of: part)) else {
      return nil
    }
    guard let folder = Path.parent(of: part) else { return rootName }
    let name = Path.name(of: folder)
    return name.hasPrefix(".") ? String(name.dropFirst()) : name
  }
}
