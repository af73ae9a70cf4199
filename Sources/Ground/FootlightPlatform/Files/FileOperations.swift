/// The value through which everything goes that changes files.
///
/// A test hands in one that looks at every step before it is taken, and can refuse it or end the
/// process there.
public struct FileOperations: Sendable {
  /// One step, before it is taken.
  package enum Step: Sendable, Hashable {
    case create(String)
    case write(String, bytes: Int)
    case truncate(String, size: Int)
    case synchronize(String)
    case synchronizeFolder(String)
    case rename(String, to: String)
    case remove(String)
    case createFolder(String)
    case removeFolder(String)
    case lock(String)
    case list(String)
    case look(String)

    /// Whether the step can leave another state on the disk.
    package var changesDisk: Bool {
      switch self {
      case .list, .look: false
      default: true
      }
    }
  }

  private let before: (@Sendable (Step) throws(Failure) -> Void)?

  /// The operations themselves.
  public static let system = FileOperations(before: nil)

  /// Operations that ask `before` first; what it throws fails the step, which is not taken.
  package init(before: (@Sendable (Step) throws(Failure) -> Void)?) {
    self.before = before
  }

  func step(_ step: @autoclosure () -> Step) throws(Failure) {
    if let before { try before(step()) }
  }

  /// Makes an empty file, or empties the one that is there, and opens it for writing.
  ///
  /// With `exclusively`, a file that is there is a failure; with `keepingContents` it keeps what is in it. A new file
  /// gets the permissions that the process does not mask. A link is never followed, and what has a second name or is no regular
  /// file is never emptied: who may write into the folder could have put it there to have the file
  /// of another emptied.
  ///
  /// C: open with O_NOFOLLOW, ftruncate.
  package func create(
    _ path: String, exclusively: Bool = false, keepingContents: Bool = false,
    permissions: UInt32 = 0o666
  ) throws(Failure) -> WritableFile {
    try step(.create(path))
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | (exclusively ? O_EXCL : 0)
    let descriptor = try Descriptor(
      path: path, flags: flags, permissions: permissions, action: "create")
    if !exclusively {
      try descriptor.refuseForeign(path: path)
      guard keepingContents || ftruncate(descriptor.number, 0) == 0 else {
        throw .system(errno, "empty", path)
      }
    }
    return WritableFile(descriptor: descriptor, path: path, operations: self)
  }

  /// Forces the contents of a file to the disk.
  ///
  /// C: fsync.
  package func synchronize(_ path: String) throws(Failure) {
    try step(.synchronize(path))
    try Descriptor(path: path, flags: O_RDONLY, action: "fsync").synchronize(path: path)
  }

  /// Forces the names in a folder to the disk.
  ///
  /// C: fsync.
  package func synchronizeFolder(_ path: String) throws(Failure) {
    try step(.synchronizeFolder(path))
    let descriptor = try Descriptor(path: path, flags: O_RDONLY | O_DIRECTORY, action: "fsync")
    // Some file systems have nothing to force for a folder and say so with EINVAL.
    guard uninterrupted({ fsync(descriptor.number) }) == 0 || errno == EINVAL else {
      throw .system(errno, "fsync", path)
    }
  }

  /// Renames a file; what has the other name is replaced in the same instant.
  ///
  /// C: rename.
  package func rename(_ path: String, to other: String) throws(Failure) {
    try step(.rename(path, to: other))
    try checkPath(path)
    try checkPath(other)
    guard systemRename(path, other) == 0 else { throw .system(errno, "rename", path) }
  }

  /// Removes a file; false when there is none.
  ///
  /// C: unlink.
  @discardableResult
  package func remove(_ path: String) throws(Failure) -> Bool {
    try step(.remove(path))
    try checkPath(path)
    if unsafe unlink(path) == 0 { return true }
    guard errno == ENOENT || errno == ENOTDIR else { throw .system(errno, "remove", path) }
    return false
  }

  /// Whether a path names anything; a link that leads nowhere does not.
  package func exists(_ path: String) throws(Failure) -> Bool {
    try step(.look(path))
    return try FileStatus.of(path) != nil
  }

  /// The entries of a folder in byte order of their names.
  package func list(_ folder: String) throws(Failure) -> [FolderEntry] {
    try step(.list(folder))
    return try Folder.entries(of: folder)
  }
}

private func systemRename(_ path: String, _ other: String) -> Int32 {
  unsafe rename(path, other)
}
