import DeclaredRecords
import FileHandles
package import FootlightPlatform

/// Copies of databases.
package enum SQLiteCopy {
  /// Files that belong to a database and mean nothing beside another one.
  private static let companions = ["-wal", "-shm", "-journal"]

  /// Copies a database that others may be writing: under the other name there is the old one, or all
  /// of one state of the new one, with what its write-ahead log holds.
  ///
  /// The folder is left to the caller, as with `FileOperations.copy`.
  package static func copy(
    _ path: String, to other: String, files: FileOperations
  ) throws(Failure) {
    let beside = other + ".tmp"
    let source = SourceFile(path: path, display: path, relative: path)
    do throws(Failure) {
      try files.remove(beside)
      let permissions = try FileStatus.of(path)?.permissionsOfCopy
      _ = try files.create(beside, exclusively: true, permissions: permissions ?? 0o600)
      let unlocked = try UnlockedRead(source)
      let connection = try Connection(path: path, mode: unlocked == nil ? .readOnly : .immutable)
      try connection.copyAll(to: try Connection(path: beside, mode: .readWrite))
      // Without locks, so it is looked at again.
      try unlocked?.check()
      for ending in companions { try files.remove(beside + ending) }
      try files.synchronize(beside)
      // The log of the one that goes would be taken for that of the one that comes.
      for ending in companions { try files.remove(other + ending) }
      try files.rename(beside, to: other)
    } catch {
      for ending in companions + [""] { _ = try? files.remove(beside + ending) }
      throw error
    }
  }
}
