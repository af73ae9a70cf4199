import DeclaredRecords
import FileHandles
import FootlightPlatform

/// A database of somebody else, open for reading and never written beside.
struct SourceDatabase: ~Copyable {
  let connection: Connection
  /// How the database looked, when it is read without locks.
  let unlocked: UnlockedRead?
  let isPacked: Bool
  /// Whether it is a copy, because another program holds the database for itself.
  let isCopy: Bool

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
      isCopy: false)
    self.init(opened, isPacked: unpacked != nil, idle)
    // SQLite has it open, and nothing more needs its name.
    unpacked?.forgetName()
  }

  private init(_ opened: consuming Opened, isPacked: Bool, _ unlocked: UnlockedRead?) {
    isCopy = opened.isCopy
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
      return Opened(connection: connection, isCopy: false)
    } catch  where error.concerns([.sqliteBusy]) {
      return Opened(connection: try copied(file), isCopy: true)
    }
  }

  private struct Opened: ~Copyable {
    let connection: Connection
    let isCopy: Bool
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
