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

extension FileOperations {
  /// Makes a database file for this user alone, where there is none; a link is refused.
  ///
  /// SQLite would follow a link, and let others read what it makes.
  package func createPrivately(_ path: String) throws(Failure) {
    if let status = try FileStatus.of(path, followingLinks: false) {
      guard status.kind == .link else { return }
      throw Failure(
        .filePath, "the file is a link, which is not followed", at: SourceLocation(file: path),
        remedy: "look where it leads and who made it; put the file itself in its place")
    }
    do throws(Failure) {
      _ = try create(path, exclusively: true, permissions: 0o600)
    } catch {
      // Somebody else made it at the same moment.
      guard error.concerns([.fileExists]) else { throw error }
    }
  }
}

extension FileOperations {
  /// Copies a file: under the other name there is the old file, or all of the new one.
  ///
  /// Writes beside it, forces that to the disk, and renames; the folder is left to the caller, who may copy many
  /// files into it. The copy gives nobody more rights than the file itself.
  package func copy(_ path: String, to other: String) throws(Failure) {
    let source = try File(path: path)
    let beside = other + ".tmp"
    do throws(Failure) {
      // Never writes into the rest of a killed copy, nor through a link of this name.
      try remove(beside)
      let file = try create(
        beside, exclusively: true, permissions: try source.status().permissionsOfCopy)
      var bytes = ByteArena(capacity: 1 << 20)
      var offset = 0
      while true {
        bytes.removeAll()
        let count = try source.read(into: &bytes, at: offset, upTo: 1 << 20)
        if count == 0 { break }
        try file.write(bytes, bytes.all)
        offset += count
      }
      try file.synchronize()
      try rename(beside, to: other)
    } catch {
      _ = try? remove(beside)
      throw error
    }
  }
}

extension FileOperations {
  /// Makes a folder, and the folders above it with `parents`; one that is there is fine.
  ///
  /// C: mkdir.
  package func createFolder(
    _ path: String, parents: Bool = false, permissions: UInt32 = 0o777
  ) throws(Failure) {
    try checkPath(path)
    if parents, let parent = Path.parent(of: path), try FileStatus.of(parent) == nil {
      try createFolder(parent, parents: true, permissions: permissions)
    }
    try step(.createFolder(path))
    if unsafe mkdir(path, mode_t(permissions)) == 0 { return }
    let number = errno
    if number == EEXIST, try FileStatus.of(path)?.kind == .folder { return }
    throw .system(number, "create the folder", path)
  }

  /// Removes an empty folder; false when there is none.
  ///
  /// C: rmdir.
  @discardableResult
  package func removeFolder(_ path: String) throws(Failure) -> Bool {
    try step(.removeFolder(path))
    try checkPath(path)
    if unsafe rmdir(path) == 0 { return true }
    guard errno == ENOENT else { throw .system(errno, "remove the folder", path) }
    return false
  }

  /// Removes a folder and all that is in it; links are removed, not followed.
  package func removeTree(_ path: String) throws(Failure) {
    // An explicit stack: a folder tree may be deeper than the call stack.
    var open = [path]
    var emptied: Set<String> = []
    while let folder = open.last {
      if emptied.insert(folder).inserted {
        guard try FileStatus.of(folder, followingLinks: false)?.kind == .folder else {
          try remove(folder)
          open.removeLast()
          continue
        }
        for entry in try list(folder) {
          let inside = Path.join(folder, entry.name)
          if entry.kind == .folder { open.append(inside) } else { try remove(inside) }
        }
      } else {
        open.removeLast()
        try removeFolder(folder)
      }
    }
  }

  /// Replaces the contents of a file in one instant: a reader sees the old or the new, whole.
  ///
  /// Writes beside it, forces that to the disk, renames, and forces the folder to the disk.
  package func replace(
    _ path: String, with bytes: borrowing ByteArena, permissions: UInt32 = 0o666
  ) throws(Failure) {
    let beside = path + ".tmp"
    do throws(Failure) {
      // Never writes into the rest of a killed process, nor through a link of this name.
      try remove(beside)
      let file = try create(beside, exclusively: true, permissions: permissions)
      try file.write(bytes, bytes.all)
      try file.synchronize()
      try rename(beside, to: path)
    } catch {
      _ = unsafe unlink(beside)
      throw error
    }
    try synchronizeFolder(Path.parent(of: path) ?? ".")
  }
}
