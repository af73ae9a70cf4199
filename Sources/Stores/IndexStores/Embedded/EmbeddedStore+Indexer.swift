import FileHandles
package import FootlightPlatform

extension EmbeddedStore {
  /// Takes the lock, and deletes the remains of a killed indexer.
  package func indexer(_ patience: Patience) throws(Failure) -> any StoreIndexer {
    if isFollowing { throw IndexReplica.copyOnly(path) }
    do throws(Failure) {
      try makeFolder()
      return try EmbeddedIndexer(self, patience)
    } catch {
      throw explained(error)
    }
  }

  /// Makes the folder and the folders above it, and forces their names to the disk: else a power
  /// cut could take an index that was published.
  private func makeFolder() throws(Failure) {
    var made: [String] = []
    var next: String? = path
    while let folder = next, try FileStatus.of(folder) == nil {
      made.append(folder)
      next = Path.parent(of: folder)
    }
    try self.folder.checkOwnership()
    if let parent = Path.parent(of: path), try FileStatus.of(parent) == nil {
      // A mistyped path must not become folders everywhere.
      throw Failure(
        .fileMissing, "there is no folder in which the index could be made",
        at: SourceLocation(file: parent), remedy: "check the path, or make the folder first")
    }
    try folder.files.createFolder(path, permissions: 0o700)
    for folder in made.reversed() {
      guard let parent = Path.parent(of: folder) else { continue }
      do throws(Failure) {
        try self.folder.files.synchronizeFolder(parent)
      } catch {
        // A folder that may be entered but not read cannot be forced to the disk by this user.
        guard error.concerns([.fileForbidden]) else { throw error }
      }
    }
  }

  /// Says which folder it is about and what to do, where the cause is the folder.
  private func explained(_ failure: Failure) -> Failure {
    guard failure.concerns([.fileForbidden, .sqliteReadOnly, .sqliteCannotOpen]),
      var first = failure.diagnostics.first
    else { return failure }
    first.message = "the folder of the index, \(path), cannot be written: \(first.message)"
    if first.remedy == nil {
      first.remedy = "check its permissions, or name another folder with --index"
    }
    return Failure(first)
  }
}
