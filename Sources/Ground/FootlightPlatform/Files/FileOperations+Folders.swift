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
