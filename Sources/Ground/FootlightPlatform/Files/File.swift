/// A regular file that is open for reading.
package struct File: ~Copyable, Sendable {
  private let descriptor: Descriptor
  /// The path that was opened.
  package let path: String

  /// Opens a file; folders, pipes and devices are refused.
  ///
  /// C: open, with O_NONBLOCK so that a pipe without a writer cannot stop the process.
  package init(path: String) throws(Failure) {
    let descriptor = try Descriptor(path: path, flags: O_RDONLY | O_NONBLOCK, action: "open")
    let status = try FileStatus(descriptor: descriptor, path: path)
    if status.kind != .file {
      let what = status.kind == .folder ? "a folder" : "no regular file"
      throw Failure(
        .fileWrongKind, "this is \(what)", at: SourceLocation(file: path),
        remedy: "name a regular file")
    }
    self.descriptor = descriptor
    self.path = path
  }

  /// A file that is open already.
  init(_ descriptor: consuming Descriptor, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  /// A number of its own for the open file, for a library that reads and closes it.
  ///
  /// C: fcntl with F_DUPFD_CLOEXEC.
  package func ownDescriptor() throws(Failure) -> Int32 {
    try descriptor.duplicate(path: path).release()
  }

  /// Opens a file.
  package static func open(_ path: String) throws(Failure) -> File {
    try File(path: path)
  }

  /// The present status of the open file.
  ///
  /// C: fstat.
  package func status() throws(Failure) -> FileStatus {
    try FileStatus(descriptor: descriptor, path: path)
  }

  /// The size in bytes now.
  package func size() throws(Failure) -> Int {
    try status().size
  }

  /// Appends up to `count` bytes from `offset` on to an arena; 0 means that the file ends there.
  ///
  /// Fewer than `count` bytes come only at the end of the file.
  ///
  /// C: pread.
  package func read(into arena: inout ByteArena, at offset: Int, upTo count: Int) throws(Failure)
    -> Int
  {
    try descriptor.read(into: &arena, at: offset, upTo: count, path: path)
  }

  /// The contents of a file; more than `limit` bytes are refused unread.
  package static func readWhole(_ path: String, limit: Int = 1 << 30) throws(Failure) -> ByteArena {
    try File(path: path).readWhole(limit: limit)
  }

  /// The contents; more than `limit` bytes are refused unread.
  package func readWhole(limit: Int = 1 << 30) throws(Failure) -> ByteArena {
    let size = try size()
    var contents = ByteArena(capacity: min(size, limit) + 1)
    // One byte more than expected tells a file that grows meanwhile.
    var wanted = min(size, limit) + 1
    while try read(into: &contents, at: contents.count, upTo: wanted) == wanted {
      guard contents.count <= limit else { break }
      wanted = min(1 << 20, limit - contents.count + 1)
    }
    guard contents.count <= limit else {
      throw Failure(
        .fileTooLarge, "the file is larger than \(limit) bytes", at: SourceLocation(file: path),
        remedy: "split it, or leave it out")
    }
    return contents
  }

  /// Tells the operating system that the file will be read from front to back.
  ///
  /// C: posix_fadvise.
  package func adviseSequential() {
    #if canImport(Glibc)
      _ = posix_fadvise(descriptor.number, 0, 0, POSIX_FADV_SEQUENTIAL)
    #endif
  }
}
