import FileHandles
import FootlightPlatform
import Testing

struct StatementTests {
  @Test func `every kind of value comes back as it was bound`() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    try connection.execute("CREATE TABLE t(a, b, c, d, e, f)")
    let insert = try connection.statement("INSERT INTO t VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
    try insert.bind(Int64.min, at: 1)
    try insert.bind(0.1, at: 2)
    try insert.bind("a\u{0}ü", at: 3)
    try insert.bind([0, 255], at: 4)
    try insert.bindNull(at: 5)
    try insert.bind("", at: 6)
    try insert.run()
    let select = try connection.statement("SELECT * FROM t")
    #expect(try select.step() == true)
    #expect(select.int64(0) == .min)
    #expect(select.double(1) == 0.1)
    #expect(select.text(2) == "a\u{0}ü")
    #expect(select.bytes(3) == [0, 255])
    #expect(select.type(4) == .null)
    #expect(select.type(5) == .text)
    #expect(select.optionalText(4) == nil)
    #expect(select.optionalText(5) == "")
    #expect(try select.step() == false)
    #expect(try select.step() == true, "a statement that has ended runs again")
  }

  @Test func `empty bytes are an empty blob and not NULL`() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    try connection.execute("CREATE TABLE b(id INTEGER PRIMARY KEY, data BLOB)")
    let arena = ByteArena("abc")
    let insert = try connection.statement("INSERT INTO b VALUES (?1, ?2)")
    try insert.insert(row: 1, blob: arena, ByteRange())
    try insert.insert(row: 2, blob: arena, ByteRange(start: 1, count: 2))
    let select = try connection.statement("SELECT data FROM b ORDER BY id")
    var read = ByteArena()
    #expect(try select.step() == true)
    #expect(select.type(0) == .blob)
    #expect(select.blob(0, into: &read).count == 0)
    #expect(try select.step() == true)
    #expect(read.text(select.blob(0, into: &read)) == "bc")
  }

  @Test func `a column or parameter that does not exist is no crash`() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    let select = try connection.statement("SELECT ?1")
    #expect(throws: Failure.self) { try select.bind(1, at: 2) }
    #expect(throws: Failure.self) { try select.bind("x", at: .max) }
    #expect(try select.step() == true)
    #expect(select.type(7) == .null)
    #expect(select.int(7) == 0 && select.text(-1) == "")
    #expect(select.name(ofColumn: 9) == "")
  }

  @Test func `a statement outlives its connection`() throws {
    let statement: Statement
    do {
      let connection = try Connection(path: ":memory:", mode: .create)
      statement = try connection.statement("SELECT 42")
    }
    #expect(try statement.step() == true)
    #expect(statement.int(0) == 42)
  }

  @Test func `a second user of the same SQL gets a statement of its own`() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    let first = try connection.statement("SELECT ?1")
    try first.bind(1, at: 1)
    #expect(try first.step() == true)
    let second = try connection.statement("SELECT ?1")
    #expect(try second.step() == true)
    #expect(second.type(0) == .null, "bindings of another user must not shine through")
    #expect(first.int(0) == 1)
  }

  @Test func `a statement that is handed back forgets its bindings`() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    do {
      let first = try connection.statement("SELECT ?1")
      try first.bind("secret", at: 1)
      #expect(try first.step() == true)
    }
    let second = try connection.statement("SELECT ?1")
    #expect(try second.step() == true)
    #expect(second.type(0) == .null)
  }
}
