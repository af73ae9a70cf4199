import FileHandles
import FootlightPlatform
import TestSupport
import Testing

struct DatabaseFileTests: ~Copyable {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private borrowing func make(_ name: String) throws -> String {
    let path = folder.path(name)
    let connection = try Connection(path: path, mode: .create)
    try connection.execute("CREATE TABLE t(a); INSERT INTO t VALUES (7)")
    return path
  }

  private func value(_ path: String, _ mode: Connection.Mode) throws -> Int {
    let connection = try Connection(path: path, mode: mode)
    let statement = try connection.statement("SELECT a FROM t")
    return try statement.step() ? statement.int(0) : -1
  }

  @Test func `a missing database is the caller's mistake, in every mode but create`() throws {
    for mode in [Connection.Mode.readOnly, .readWrite, .immutable] {
      let missing = failure { _ = try Connection(path: folder.path("none"), mode: mode) }
      #expect(missing?.diagnostics.first?.code == .fileMissing)
      #expect(missing?.diagnostics.first?.location?.file == folder.path("none"))
    }
    #expect(try folder.names().isEmpty)
  }

  @Test func `a journal that a writer is just deleting does not end a read`() throws {
    let path = try make("busy")
    let reader = try Connection(path: path, mode: .readOnly)
    let statement = try reader.statement("SELECT a FROM t")
    let connection = try Connection(path: path, mode: .readOnly)
    try folder.write("busy-journal", "looks hot")
    Workers.detach {
      for _ in 0..<5 { Workers.pause() }
      _ = try? FileOperations.system.remove(path + "-journal")
    }
    #expect(try statement.step())
    #expect(statement.int(0) == 7)
    #expect(try connection.statement("SELECT a FROM t").step())
  }

  @Test func `a journal of a writer that died is named to who only reads`() throws {
    let path = try make("dead")
    try folder.write("dead-journal", "looks hot")
    #expect(failureCode { _ = try value(path, .readOnly) } == .sqliteReadOnly)
    // Who may write finds out that there is nothing to roll back.
    #expect(try value(path, .readWrite) == 7)
    #expect(try value(path, .readOnly) == 7)
  }

  @Test func `a folder is no database`() throws {
    let path = folder.path
    let refused = failureCode {
      try Connection(path: path, mode: .create).execute("CREATE TABLE t(a)")
    }
    #expect(refused == .fileWrongKind)
  }

  @Test(arguments: [
    "plain.sqlite", "a b%20c?d#e&f.sqlite", "file:x.sqlite", "ä漢.sqlite", "?mode=memory", "%00",
    "a:b;c'd\"e.sqlite",
  ])
  func `any name of a file can be opened in any mode`(_ name: String) throws {
    let path = try make(name)
    for mode in [Connection.Mode.readOnly, .readWrite, .create, .immutable] {
      #expect(try value(path, mode) == 7)
    }
    #expect(try folder.names() == [name])
    #expect(try Path.name(of: Connection(path: path, mode: .immutable).path) == name)
  }

  @Test func `a path with a NUL, or none, is refused`() {
    #expect(failureCode { _ = try Connection(path: "", mode: .create) } == .filePath)
    #expect(failureCode { _ = try Connection(path: "a\u{0}b", mode: .create) } == .filePath)
  }

  @Test(arguments: [Connection.Mode.readOnly, .immutable])
  func `a reading connection cannot write`(_ mode: Connection.Mode) throws {
    let path = try make("f")
    let connection = try Connection(path: path, mode: mode)
    #expect(failureCode { try connection.execute("DELETE FROM t") } == .sqliteReadOnly)
  }

  @Test func `a file that is no database is told from a damaged one`() throws {
    let text = try folder.write("text", String(repeating: "no database ", count: 100))
    #expect(failureCode { _ = try value(text, .readOnly) } == .sqliteNotADatabase)
    let path = folder.path("damaged")
    do {
      let connection = try Connection(path: path, mode: .create)
      try connection.execute("CREATE TABLE t(a); INSERT INTO t VALUES (zeroblob(100000))")
    }
    var bytes = try File.readWhole(path)
    for offset in 4096..<bytes.count { bytes[offset] = 0xFF }
    try folder.write("damaged", bytes: bytes.bytes(bytes.all))
    #expect(failureCode { _ = try value(path, .readOnly) } == .sqliteCorrupt)
  }

  @Test func `who waits for another writer in vain is told so`() throws {
    let path = try make("f")
    let writer = try Connection(path: path, mode: .readWrite)
    try writer.begin(.immediate)
    let second = try Connection(path: path, mode: .readWrite, busyTimeout: 1)
    let busy = failure { try second.begin(.immediate) }
    #expect(busy?.diagnostics.first?.code == .sqliteBusy)
    #expect(busy?.exitCode == 3)
    writer.rollback()
    try second.begin(.immediate)
    #expect(second.inTransaction == true)
  }

  @Test func `a large page size and no journal are taken as asked`() throws {
    let path = folder.path("generation")
    let connection = try Connection(path: path, mode: .create)
    try connection.setPragma("page_size", to: "16384")
    try connection.setPragma("journal_mode", to: "off")
    try connection.setPragma("synchronous", to: "off", expecting: "0")
    try connection.setPragma("locking_mode", to: "exclusive")
    try connection.execute("CREATE TABLE t(a)")
    #expect(try FileStatus.of(path)?.size == 32_768)
    #expect(try folder.names() == ["generation"])
    // Too late now, and SQLite says nothing by itself.
    #expect(failureCode { try connection.setPragma("page_size", to: "4096") } == .sqlitePragma)
  }

  @Test func `two connections see each other's work when it is committed`() throws {
    let path = try make("f")
    let writer = try Connection(path: path, mode: .readWrite)
    try writer.setPragma("journal_mode", to: "wal")
    let reader = try Connection(path: path, mode: .readOnly)
    try writer.begin()
    try writer.execute("UPDATE t SET a = 8")
    let select = try reader.statement("SELECT a FROM t")
    #expect(try select.step() == true)
    #expect(select.int(0) == 7)
    select.reset()
    try writer.commit()
    #expect(try select.step() == true)
    #expect(select.int(0) == 8)
  }
}
