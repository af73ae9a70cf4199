import FileHandles
import FootlightPlatform
import TestSupport
import Testing

/// Who made a database, as its first page says.
struct DatabaseMarkTests {
  @Test func `the application id is read, of databases alone`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.sqlite")
    let connection = try Connection(path: path, mode: .create)
    #expect(try DatabaseMark.application(of: path) == nil, "nothing is written yet")
    try connection.execute("PRAGMA application_id = 305419896")
    #expect(try DatabaseMark.application(of: path) == 0x1234_5678)
    try folder.write("text", String(repeating: "no database ", count: 20))
    try folder.write("short", "SQLite format 3")
    for name in ["text", "short", "missing"] {
      #expect(try DatabaseMark.application(of: folder.path(name)) == nil, "\(name)")
    }
  }

  #if os(Linux)
    /// A process that closes a file loses its POSIX locks on it, whoever took them: then another process may
    /// delete the log that a connection of this one still reads.
    @Test func `reading it leaves the locks of other connections alone`() throws {
      let folder = try TemporaryFolder()
      let path = folder.path("a.sqlite")
      let connection = try Connection(path: path, mode: .create)
      try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (x)")
      let held = try HeldLocks.count(on: path)
      #expect(held > 0)
      #expect(try DatabaseMark.application(of: path) == 0)
      #expect(try DatabaseMark.keepsLog(path))
      #expect(try HeldLocks.count(on: path) == held)
      let isInTransaction = connection.inTransaction
      #expect(!isInTransaction)
    }
  #endif

  @Test func `a database says that it keeps a log`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.sqlite")
    let connection = try Connection(path: path, mode: .create)
    #expect(try !DatabaseMark.keepsLog(path), "nothing is written yet")
    try connection.execute("CREATE TABLE t (x)")
    #expect(try !DatabaseMark.keepsLog(path))
    try connection.execute("PRAGMA journal_mode = WAL")
    #expect(try DatabaseMark.keepsLog(path))
  }
}
