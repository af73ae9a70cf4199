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
