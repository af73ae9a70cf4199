import DeclaredRecords
import FootlightPlatform
import SourceKinds

/// The files that somebody wants to add: one file, or those of a folder.
struct DataSelection {
  /// The absolute path that was named, links followed.
  let path: String
  /// How messages call it.
  var display: String
  let isFolder: Bool
  /// The files, below the folder; for a single file its name.
  var files: [(relative: String, bytes: Int)] = []
  /// The ending of the names of a folder's files; empty for a single file and for a Maildir.
  var ending = ""
  /// Whether the files are documents of several formats.
  var areDocuments = false
  /// The folders of a Maildir that hold mails (https://cr.yp.to/proto/maildir.html); none for other folders.
  var mailFolders: [String] = []

  private static let documents: Set<String> = ["md", "markdown", "mdown"]
  private static let pages: Set<String> = ["html", "htm", "xhtml"]
  /// The endings of files that a folder of documents may hold.
  private static let mixed = DocumentShape.endings.union(documents).union(pages).union(["txt"])
    .union(DocumentShape.archives)
  private static let records: Set<String> = [
    "csv", "tsv", "json", "jsonl", "ndjson", "yaml", "yml",
  ]

  /// Looks at what a path names.
  init(_ written: String) throws(Failure) {
    let place = SourceLocation(file: written)
    let status: FileStatus?
    do throws(Failure) {
      status = try FileStatus.of(try Path.absolute(written))
      guard status != nil else {
        throw Failure(.fileMissing, "there is no such file", at: place, remedy: "check its name")
      }
      path = try Path.resolved(try Path.absolute(written))
    } catch {
      throw error.at(place)
    }
    display = written
    isFolder = status?.kind == .folder
    guard isFolder else {
      files = [(Path.name(of: path), status?.size ?? 0)]
      return
    }
    try selectMails()
    if mailFolders.isEmpty { try selectFiles(place) }
  }

  private mutating func selectMails() throws(Failure) {
    let parts = try MailFolders.parts(of: path)
    guard parts.contains(where: { Path.name(of: $0) == "cur" }) else { return }
    var found: [(relative: String, bytes: Int)] = []
    for part in parts {
      let before = found.count
      try walk(part, into: &found)
      if found.count > before { mailFolders.append(part) }
    }
    files = found
  }

  private mutating func selectFiles(_ place: SourceLocation) throws(Failure) {
    var found: [(relative: String, bytes: Int)] = []
    try walk("", into: &found)
    var counts: [String: Int] = [:]
    for file in found {
      counts[Path.fileExtension(of: file.relative).lowercased(), default: 0] += 1
    }
    func most(_ endings: Set<String>) -> String? {
      counts.filter { endings.contains($0.key) }
        .max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
    let documents = found.filter {
      DataSelection.mixed.contains(Path.fileExtension(of: $0.relative))
    }
    let isMixed = documents.contains {
      DocumentShape.endings.contains(Path.fileExtension(of: $0.relative))
    }
    if isMixed, documents.count * 2 >= found.count {
      areDocuments = true
      files = documents
      return
    }
    guard
      let chosen = most(DataSelection.documents) ?? most(DataSelection.pages)
        ?? most(["eml"]) ?? most(DataSelection.records) ?? most(["xml"]) ?? most(["txt"])
    else {
      throw Failure(
        .dataFormat, "the folder holds no files that Footlight reads", at: place,
        remedy: "name a folder of Markdown, or files of csv, tsv, json, jsonl or yaml")
    }
    ending = chosen
    // A glob tells upper case from lower: only what it matches is taken.
    files = found.filter { Path.fileExtension(of: $0.relative) == chosen }
    if files.isEmpty {
      throw Failure(
        .dataFormat, "the names of the files end with capitals", at: place,
        remedy: "rename them to end with .\(chosen)")
    }
  }

  private func walk(
    _ folder: String, into found: inout [(relative: String, bytes: Int)]
  ) throws(Failure) {
    guard folder.split(separator: "/").count < 64, found.count < 1_000_000 else { return }
    for entry in try Folder.entries(of: Path.join(path, folder))
    where entry.isExact && !entry.name.hasPrefix(".") {
      let relative = Path.join(folder, entry.name)
      if entry.kind == .folder {
        try walk(relative, into: &found)
      } else if let size = try size(of: relative, entry.kind) {
        found.append((relative, size))
      }
    }
  }

  /// The size of a file, or of the file within the folder that a link leads to, as a source reads it.
  private func size(of relative: String, _ kind: FileStatus.Kind) throws(Failure) -> Int? {
    let file = Path.join(path, relative)
    switch kind {
    case .file: return try FileStatus.of(file)?.size
    case .link:
      // One that leads in circles leads nowhere.
      guard let end = try? Path.resolved(file), Path.isInside(end, path),
        let status = try FileStatus.of(end), status.kind == .file
      else { return nil }
      return status.size
    case .folder, .other: return nil
    }
  }

  /// The shape of a folder of which each file is a record; nil for anything else.
  var documents: DataShape? {
    guard isFolder else { return nil }
    if areDocuments { return DataShape(kind: "documents") }
    if !mailFolders.isEmpty { return DataShape(kind: "mail") }
    if DataSelection.documents.contains(ending) { return DataShape(kind: "markdown") }
    if DataSelection.pages.contains(ending) { return DataShape(kind: "html") }
    if ending == "eml" { return DataShape(kind: "mail") }
    return ending == "txt" ? DataShape(kind: "text") : nil
  }

  /// The first file that holds something.
  var first: String {
    let chosen = files.first { $0.bytes > 0 } ?? files.first
    return isFolder ? Path.join(path, chosen?.relative ?? "") : path
  }

  /// The paths and globs of the files, from the folder on that holds them.
  var globs: [String] {
    guard isFolder else { return [DataSelection.escaped(Path.name(of: path))] }
    if areDocuments { return endings.map { "**/*.\($0)" } }
    return mailFolders.isEmpty ? ["**/*.\(ending)"] : mailFolders.map { "\($0)/*" }
  }

  /// The endings of a folder of documents.
  private var endings: [String] {
    Set(files.map { Path.fileExtension(of: $0.relative) }).sorted()
  }

  /// Where the data is below `domains`, or goes to; and whether it lies there already.
  func destination(below domains: String) throws(Failure) -> (path: String, isThere: Bool) {
    let root = try Path.resolved(domains)
    if Path.isInside(path, root), path != root {
      return (shownPath(path, from: root), true)
    }
    // Signs that a path of a declaration would take for a glob, and those that no file of YAML holds.
    var name = String.UnicodeScalarView()
    for scalar in Path.name(of: path).unicodeScalars {
      let isKept =
        DeclarationWriter.isPrintable(scalar) && !"*?[]\\".unicodeScalars.contains(scalar)
      name.append(isKept ? scalar : "-")
    }
    return ("data/\(String(name))", false)
  }

  /// A path as a glob that matches it alone, as far as it can be written.
  static func escaped(_ path: String) -> String {
    var glob = String.UnicodeScalarView()
    for scalar in path.unicodeScalars {
      guard DeclarationWriter.isPrintable(scalar) else {
        glob.append("?")
        continue
      }
      if "*?[\\".unicodeScalars.contains(scalar) { glob.append("\\") }
      glob.append(scalar)
    }
    return String(glob)
  }

  /// The path of the source, and the files to copy.
  func placed(below domains: String) throws(Failure) -> (
    source: [String], data: [DomainProposal.DataFile]
  ) {
    let (destination, isThere) = try destination(below: domains)
    var glob = DataSelection.escaped(destination)
    if areDocuments {
      let globs = endings.map { "\(glob)/**/*.\($0)" }
      return (globs, isThere ? [] : copies(to: destination))
    }
    if isFolder, mailFolders.isEmpty {
      let isFlat = files.allSatisfy { !$0.relative.utf8.contains(UInt8(ascii: "/")) }
      glob += isFlat ? "/*.\(ending)" : "/**/*.\(ending)"
    }
    return ([glob], isThere ? [] : copies(to: destination))
  }

  /// The files to copy.
  private func copies(to destination: String) -> [DomainProposal.DataFile] {
    files.map { file in
      DomainProposal.DataFile(
        path: isFolder ? Path.join(path, file.relative) : path,
        destination: isFolder ? Path.join(destination, file.relative) : destination,
        bytes: file.bytes)
    }
  }
}
