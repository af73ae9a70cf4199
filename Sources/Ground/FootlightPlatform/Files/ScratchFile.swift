/// A file of this process alone, for what is too large for memory; it is gone with its last user.
package struct ScratchFile: ~Copyable, Sendable {
  private let descriptor: Descriptor
  /// The name of the file in messages.
  private let path: String
  /// Its name, while it has one.
  private var name: String?
  /// How many bytes were written.
  package private(set) var count = 0

  /// Makes an empty file in the folder for such files: TMPDIR, or else /var/tmp, which lies on a disk
  /// where /tmp may lie in memory.
  ///
  /// It loses its name at once, so that nothing is left behind by a process that is killed. With
  /// `keepingName` it keeps it until ``forgetName()``, for a library that opens files by their names.
  ///
  /// C: open, unlink.
  package init(keepingName: Bool = false) throws(Failure) {
    let path = try ScratchFile.freeName()
    do throws(Failure) {
      descriptor = try Descriptor(
        path: path, flags: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, permissions: 0o600,
        action: "create")
    } catch {
      guard error.concerns([.fileMissing, .fileForbidden, .fileWrongKind]) else { throw error }
      let folder = Path.parent(of: path) ?? "/"
      throw Failure(
        .scratchFolder,
        "no scratch file can be made in \(folder): \(error.diagnostics.first?.message ?? "")",
        at: SourceLocation(file: folder),
        remedy: "set TMPDIR to a folder that is there and that this user may write")
    }
    self.path = path
    name = path
    if !keepingName { forgetName() }
  }

  deinit {
    if let name { _ = unsafe unlink(name) }
  }

  /// A path that nobody has, in the folder for such files.
  package static func freeName() throws(Failure) -> String {
    Path.join(
      try folder(), "footlight-\(getpid())-" + String(UInt64.random(in: 0 ... .max), radix: 36))
  }

  /// Where such files go.
  private static func folder() throws(Failure) -> String {
    if let named = unsafe getenv("TMPDIR") {
      let named = unsafe String(cString: named)
      if named.utf8.first == UInt8(ascii: "/") { return named }
    }
    return try FileStatus.of("/var/tmp")?.kind == .folder ? "/var/tmp" : "/tmp"
  }

  /// The name, when it was to be kept.
  package var keptName: String? { name }

  /// Takes the name away; who has the file open keeps it.
  ///
  /// C: unlink.
  package mutating func forgetName() {
    guard let name = name.take() else { return }
    _ = unsafe unlink(name)
  }

  /// Appends bytes.
  ///
  /// C: write.
  package mutating func write(_ bytes: borrowing ByteArena, _ range: ByteRange) throws(Failure) {
    try bytes.withSpan(range) { span throws(Failure) in
      try descriptor.write(span, path: path)
    }
    count += Int(range.count)
  }

  /// Lets a program that inherits it read from its beginning.
  ///
  /// C: lseek.
  package func rewind() { _ = lseek(descriptor.number, 0, SEEK_SET) }

  var descriptorNumber: Int32 { descriptor.number }

  /// The file, open for another reader; messages call it by a path.
  ///
  /// C: fcntl with F_DUPFD_CLOEXEC.
  package func reader(called path: String) throws(Failure) -> File {
    File(try descriptor.duplicate(path: path), path: path)
  }
}

/// A folder for what a process does not keep.
///
/// It bears a mark, so that whoever tidies after a killed process removes no folder of others that
/// has such a name.
package struct ScratchFolder: Sendable {
  /// The path.
  package let path: String
  private let files: FileOperations

  /// The name of the file that marks it.
  private static let mark = "made-by-footlight"

  /// Names a folder; nothing is made yet.
  package init(path: String, files: FileOperations) {
    self.path = path
    self.files = files
  }

  /// Makes the folder, for this user alone; one that is there already is fine.
  package func make() throws(Failure) {
    try files.createFolder(path, permissions: 0o700)
    let mark = Path.join(path, ScratchFolder.mark)
    guard try FileStatus.of(mark, followingLinks: false) == nil else { return }
    _ = try files.create(mark, exclusively: true, permissions: 0o600)
  }

  /// Whether the path names a folder that bears the mark, or is empty: one that was just begun or is
  /// almost removed.
  package func isOurs() throws(Failure) -> Bool {
    guard try FileStatus.of(path, followingLinks: false)?.kind == .folder else { return false }
    let names = try files.list(path)
    return names.isEmpty || names.contains { $0.name == ScratchFolder.mark && $0.kind == .file }
  }

  /// Removes the folder with all that is in it, the mark last; one that bears no mark is left alone.
  package func remove() throws(Failure) {
    guard try isOurs() else { return }
    for entry in try files.list(path) where entry.name != ScratchFolder.mark {
      try files.removeTree(Path.join(path, entry.name))
    }
    try files.remove(Path.join(path, ScratchFolder.mark))
    try files.removeFolder(path)
  }
}
