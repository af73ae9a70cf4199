import DeclaredRecords
import FileHandles
package import FootlightPlatform

/// A database of somebody else, open for reading and never written beside.
struct SourceDatabase: ~Copyable {
  let connection: Connection
  /// How the database looked, when it is read without locks.
  let unlocked: UnlockedRead?
  let isPacked: Bool
  /// Whether it is a copy, because another program holds the database for itself.
  let isCopied: Bool

  /// How long others are waited for before the database is copied, in milliseconds.
  private static let patience: Int32 = 1_500

  /// Opens a database; one that a program holds exclusively, as browsers do, is copied.
  init(_ file: SourceFile) throws(Failure) {
    // Looked at before it is opened: what takes its place meanwhile has another look.
    var unpacked = try file.unpacked()
    let idle = unpacked == nil ? try UnlockedRead(file) : nil
    guard unpacked != nil || idle != nil else {
      self.init(try SourceDatabase.open(file), isPacked: false, nil)
      return
    }
    let opened = Opened(
      connection: try Connection(path: unpacked?.keptName ?? file.path, mode: .immutable),
      isCopied: false)
    self.init(opened, isPacked: unpacked != nil, idle)
    // SQLite has it open, and nothing more needs its name.
    unpacked?.forgetName()
  }

  private init(_ opened: consuming Opened, isPacked: Bool, _ unlocked: UnlockedRead?) {
    isCopied = opened.isCopied
    connection = opened.connection
    self.isPacked = isPacked
    self.unlocked = unlocked
  }

  /// The connection alone.
  consuming func release() -> Connection { connection }

  /// Opens a database in its place, or a copy where another program holds it for itself.
  private static func open(_ file: SourceFile) throws(Failure) -> Opened {
    do throws(Failure) {
      let connection = try Connection(path: file.path, mode: .readOnly, busyTimeout: patience)
      try touch(connection)
      return Opened(connection: connection, isCopied: false)
    } catch  where error.concerns([.sqliteBusy]) {
      return Opened(connection: try copied(file), isCopied: true)
    }
  }

  private struct Opened: ~Copyable {
    let connection: Connection
    let isCopied: Bool
  }

  /// Reads something, so that locks of others are met at once.
  private static func touch(_ connection: borrowing Connection) throws(Failure) {
    let schema = try connection.statement("SELECT count(*) FROM sqlite_schema")
    _ = try schema.step()
  }

  /// Opens a private copy of a database with its write-ahead log and its journal; the copy loses its
  /// name at once.
  private static func copied(_ file: SourceFile) throws(Failure) -> Connection {
    let files = FileOperations.system
    let folder = try ScratchFile.freeName()
    try files.createFolder(folder)
    defer { try? files.removeTree(folder) }
    let name = Path.join(folder, "copy.sqlite")
    let companions = ["", "-wal", "-journal"]
    func looks() throws(Failure) -> [FileStatus?] {
      var looks: [FileStatus?] = []
      for ending in companions { looks.append(try FileStatus.of(file.path + ending)) }
      return looks
    }
    // A commit in between would leave half of the one state and half of the other.
    for attempt in 0..<5 {
      let before = try looks()
      for (ending, look) in zip(companions, before) where look != nil {
        try files.copy(file.path + ending, to: name + ending)
      }
      if try looks() == before { break }
      guard attempt < 4 else {
        throw Failure(
          .sourceChanged, "the database is written again and again while it is copied",
          at: SourceLocation(file: file.display), remedy: "run the command again")
      }
    }
    let connection = try Connection(path: name, mode: .readWrite)
    try touch(connection)
    return connection
  }
}

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
