import DeclaredRecords
import FileHandles
public import FootlightPlatform
import SourceKinds

extension Library {
  /// Writes a proposed domain into the workspace: first its data, then its declaration; builds
  /// nothing.
  ///
  /// A killed call leaves no half-written file under a final name, and the next one goes on: data that
  /// is there already, byte for byte, is in nobody's way. Of an SQLite database one state is copied,
  /// with what its write-ahead log holds.
  ///
  /// - Throws: `add.exists` when a file is in the way that the proposal does not replace, and what
  ///   the disk says.
  public func add(_ proposal: DomainProposal) throws(Failure) {
    let files = world.files
    var problems: [Diagnostic] = []
    for file in proposal.data {
      let path = Path.join(workspace.domains, file.destination)
      guard !proposal.replaces, try files.exists(path), try !isSame(file.path, path) else {
        continue
      }
      problems.append(
        Diagnostic(
          .addExists, "there is a data file of this name already", at: SourceLocation(file: path),
          remedy: "rename the file that you add, or name the one that is there"))
    }
    if !proposal.replaces, try files.exists(proposal.file) {
      problems.append(
        Diagnostic(
          .addExists, "there is a declaration of this name already",
          at: SourceLocation(file: proposal.file), remedy: "replace it with --replace"))
    }
    if let failure = Failure(problems) { throw failure }
    var folders: Set<String> = []
    for file in proposal.data {
      let path = Path.join(workspace.domains, file.destination)
      let folder = Path.parent(of: path) ?? workspace.domains
      if folders.insert(folder).inserted { try files.createFolder(folder, parents: true) }
      if try FileBeginning.isDatabase(file.path) {
        try SQLiteCopy.copy(file.path, to: path, files: files)
      } else {
        try files.copy(file.path, to: path)
      }
    }
    for folder in folders.sorted() { try files.synchronizeFolder(folder) }
    if proposal.isInferred { try writeSchema() }
    try files.replace(proposal.file, with: ByteArena(proposal.declaration))
  }

  /// Whether two files hold the same bytes.
  private func isSame(_ path: String, _ other: String) throws(Failure) -> Bool {
    guard try FileStatus.of(other)?.kind == .file else { return false }
    // Databases are read through SQLite, which keeps the locks of whoever has them open.
    let isDatabase = DatabaseMark.isDatabase(path)
    guard DatabaseMark.isDatabase(other) == isDatabase else { return false }
    if isDatabase { return try DatabaseMark.isSame(path, other) }
    let one = try File(path: path)
    let two = try File(path: other)
    guard try one.size() == two.size() else { return false }
    var offset = 0
    var bytes = ByteArena(capacity: 1 << 20)
    while true {
      bytes.removeAll()
      let count = try one.read(into: &bytes, at: offset, upTo: 1 << 19)
      let more = try two.read(into: &bytes, at: offset, upTo: 1 << 19)
      guard count == more else { return false }
      if count == 0 { return true }
      let half = ByteRange(start: 0, count: count)
      guard bytes.bytes(half) == bytes.bytes(ByteRange(start: count, count: more)) else {
        return false
      }
      offset += count
    }
  }

  /// The first line of an inferred declaration names it.
  private func writeSchema() throws(Failure) {
    let path = Path.join(workspace.domains, "schema.json")
    guard try !world.files.exists(path) else { return }
    try world.files.replace(
      path, with: ByteArena(DeclarationSchema.text(kinds: open.kinds.map(\.keys))))
  }
}
