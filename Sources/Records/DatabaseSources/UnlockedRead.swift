import DeclaredRecords
import FileHandles
import FootlightPlatform

/// A read of a database that keeps a write-ahead log and that nobody has open: there is none.
///
/// Opened in the usual way, SQLite would make one, and a source is never written beside. It is
/// read as a file that nobody changes, and looked at again in the end.
struct UnlockedRead: Sendable {
  private let file: SourceFile
  private let status: FileStatus?

  /// How the database looks now; nil when it is read with locks.
  init?(_ file: SourceFile) throws(Failure) {
    let status = try FileStatus.of(file.path)
    guard try isIdleLogDatabase(file) else { return nil }
    self.file = file
    self.status = status
  }

  /// Fails when somebody has written meanwhile: what was read may be half of the one state and half
  /// of the other.
  func check() throws(Failure) {
    let now = try FileStatus.of(file.path)
    let log = try file.writeAheadLog()
    if now != status || log != nil {
      throw Failure(
        .sourceChanged, "the database was written while it was read",
        at: SourceLocation(file: file.display), remedy: "run the command again")
    }
  }
}

/// Whether a database keeps a write-ahead log and nobody has it open: there is none.
func isIdleLogDatabase(_ source: SourceFile) throws(Failure) -> Bool {
  guard try DatabaseMark.keepsLog(source.path) else { return false }
  return try FileStatus.of(source.path + "-wal") == nil
}

extension SourceFile {
  /// A packed database, unpacked, under a name of its own; nil when it is not packed.
  func unpacked() throws(Failure) -> ScratchFile? {
    try UnpackedFiles.named(path)
  }

  /// The file by device and inode; empty when there is none.
  func identity() throws(Failure) -> String {
    guard let status = try FileStatus.of(path) else { return "" }
    return "\(status.device)-\(status.inode)"
  }
}
