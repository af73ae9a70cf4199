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
