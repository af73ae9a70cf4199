import FileHandles
import FootlightPlatform
import TestSupport
import Testing

struct ConnectionTests {
  @Test func `all statements of a text are run`() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    try connection.execute(
      """
      CREATE TABLE t(a); -- a comment with a ;
      INSERT INTO t VALUES (1), (2);
      /* and another */ INSERT INTO t SELECT a + 2 FROM t;
      """)
    #expect(connection.changes == 2)
  }

  @Test(arguments: [
    "SELECT 1; SELECT 2", "", " -- nothing", "SELECT 1;\u{0} DROP TABLE t", "\u{0}",
  ])
  func `a statement is exactly one statement`(_ sql: String) throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    #expect(failureCode { _ = try connection.statement(sql) } == .sqliteStatement)
  }

  @Test func `the failing statement of several ends the run and is named`() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    let failure = #expect(throws: Failure.self) {
      try connection.execute("CREATE TABLE a(x); CREATE TABLE a(x); CREATE TABLE b(x)")
    }
    #expect(failure?.diagnostics.first?.code == .sqliteStatement)
    #expect(failure?.description.contains("already exists") == true)
    #expect(failureCode { try connection.execute("SELECT * FROM b") } == .sqliteStatement)
  }

  @Test func `text in double quotes is no string`() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    #expect(failureCode { try connection.execute(#"SELECT "oops""#) } == .sqliteStatement)
  }

  @Test func `a transaction that throws leaves nothing behind`() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    try connection.execute("CREATE TABLE t(a INTEGER PRIMARY KEY)")
    let thrown = failureCode {
      try connection.transaction { () throws(Failure) in
        try connection.execute("INSERT INTO t VALUES (1)")
        #expect(connection.inTransaction == true)
        try connection.execute("INSERT INTO t VALUES (1)")
      }
    }
    #expect(thrown == .sqliteConstraint)
    #expect(connection.inTransaction == false)
    let rows = try connection.transaction { () throws(Failure) in
      let count = try connection.statement("SELECT count(*) FROM t")
      return try count.step() ? count.int(0) : -1
    }
    #expect(rows == 0)
  }

  @Test func `a pragma that SQLite does not take is a failure`() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    try connection.setPragma("page_size", to: "16384")
    try connection.setPragma("synchronous", to: "off", expecting: "0")
    #expect(failureCode { try connection.setPragma("journal_mode", to: "wal") } == .sqlitePragma)
    #expect(failureCode { try connection.setPragma("no_such_setting", to: "1") } == .sqlitePragma)
    #expect(try connection.pragma("user_version") == "0")
  }
}
