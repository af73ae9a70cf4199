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
  /// The kind of source that reads a folder's files; empty where their contents tell.
  private var kind = ""
  /// The endings of the files that are taken of a folder, in small letters; none of a single file and of a Maildir.
  private var endings: [String] = []
  /// A line for the files of the folder that are not taken; nil for none.
  private(set) var leftOut: String?
  /// The folders of a Maildir that hold mails (https://cr.yp.to/proto/maildir.html); none for other folders.
  var mailFolders: [String] = []

  /// Endings of files that are read in one way; what is first counts of equally many.
  private static let groups: [(kind: String, endings: Set<String>)] = [
    ("markdown", ["md", "markdown", "mdown"]), ("html", ["html", "htm", "xhtml"]),
    ("documents", DocumentShape.endings.union(DocumentShape.archives)), ("mail", ["eml"]),
    ("", ["csv"]), ("", ["json"]), ("", ["jsonl", "ndjson"]), ("", ["tsv"]), ("", ["yaml", "yml"]),
    ("", ["xml"]), ("", ["enex"]), ("calendar", ["ics"]), ("contacts", ["vcf"]),
    ("sheet", DocumentShape.sheets), ("text", ["txt", "text", "rst"]),
  ]
  /// Kinds whose files one domain of documents may hold, and the endings that it reads of them.
  private static let mixed = groups.filter { ["markdown", "html", "documents"].contains($0.kind) }
    .reduce(into: Set(["txt"])) { $0.formUnion($1.endings) }

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
    func ending(_ file: (relative: String, bytes: Int)) -> String {
      Path.fileExtension(of: file.relative).lowercased()
    }
    func counted(_ files: [(relative: String, bytes: Int)]) -> [String: Int] {
      files.reduce(into: [:]) { $0[ending($1), default: 0] += 1 }
    }
    let counts = counted(found)
    // A page about the data is not the data, where there is any.
    let pages = ["readme", "license", "licence", "changelog", "contributing"]
    let data = counted(found.filter { !pages.contains(Path.stem(of: $0.relative).lowercased()) })
    let decisive = data.isEmpty ? counts : data
    func total(_ endings: Set<String>) -> Int { endings.reduce(0) { $0 + (decisive[$1] ?? 0) } }
    var best = DataSelection.groups.first ?? ("", [])
    for group in DataSelection.groups where total(group.endings) > total(best.endings) {
      best = group
    }
    let mixed = total(DataSelection.mixed)
    // One page beside many files of another kind does not decide how these are read.
    let hasDocuments = total(DocumentShape.endings) > 0
    if mixed * 2 >= found.count, hasDocuments || total(best.endings) * 10 < mixed * 8, mixed > 0 {
      best = ("documents", DataSelection.mixed)
    }
    // What is called as nothing known tells itself what it is.
    if total(best.endings) == 0,
      let most = decisive.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key,
      let first = found.first(where: { ending($0) == most && $0.bytes > 0 }),
      (try? FormatSniffer.shape(ofSome: [Path.join(path, first.relative)], display: display)) != nil
    {
      best = ("", [most])
    }
    kind = best.kind
    endings = best.endings.filter { counts[$0] != nil }.sorted()
    files = found.filter { best.endings.contains(ending($0)) }
    let others = counts.filter { !best.endings.contains($0.key) }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value) \($0.key.isEmpty ? "without an ending" : "." + $0.key)" }
    if !others.isEmpty {
      let count = found.count - files.count
      leftOut =
        "\(count) file\(count == 1 ? " was" : "s were") not taken: "
        + others.prefix(12).joined(separator: ", ") + (others.count > 12 ? ", …" : "")
    }
    if files.isEmpty {
      throw Failure(
        .dataFormat,
        "the folder holds no files that Footlight reads" + (leftOut.map { "; \($0)" } ?? ""),
        at: place, remedy: "name a folder of Markdown, or files of csv, tsv, json, jsonl or yaml")
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

  /// The shape of a folder whose files are read in one way whatever they hold; nil for anything else.
  var documents: DataShape? {
    guard isFolder else { return nil }
    if !mailFolders.isEmpty { return DataShape(kind: "mail") }
    return kind.isEmpty ? nil : DataShape(kind: kind)
  }

  /// Some files that hold something, the first of them first.
  var some: [String] {
    guard isFolder else { return [path] }
    let filled = files.filter { $0.bytes > 0 }
    return (filled.isEmpty ? files : filled).prefix(20).map { Path.join(path, $0.relative) }
  }

  /// The paths and globs of the files, from the folder on that holds them.
  var globs: [String] {
    guard isFolder else { return [DataSelection.escaped(Path.name(of: path))] }
    return mailFolders.isEmpty ? endings.map { "**/*.\($0)" } : mailFolders.map { "\($0)/*" }
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
    let glob = DataSelection.escaped(destination)
    let globs = endings.map { "\(glob)/**/*.\($0)" }
    return (globs.isEmpty ? [glob] : globs, isThere ? [] : copies(to: destination))
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
