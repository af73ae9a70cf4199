import FileHandles
import FootlightPlatform
import FootlightTesting
import TestSupport
import Testing

@testable import DeclaredRecords
@testable import SourceKinds

extension TemporaryFolder {
  /// Makes a database, or changes one.
  func database(_ name: String, _ sql: String) throws(Failure) {
    try Connection(path: path(name), mode: .create).execute(sql)
  }
}

/// Rows of SQLite databases.
struct SQLiteTests {
  private static let people = """
    CREATE TABLE person(id TEXT PRIMARY KEY, name TEXT, born REAL, photo BLOB);
    INSERT INTO person VALUES ('2', 'b,c', 1815.5, x'6f6b'), ('1', 'alpha', NULL, NULL),
      ('3', '三', 9e999, x'ff');
    """

  private func read(
    _ folder: borrowing TemporaryFolder, _ rows: SQLiteSelection, _ paths: String...
  ) -> Seen {
    let plan = FieldPlan(paths.map { FieldPath($0) ?? FieldPath([.key($0)]) })
    do throws(Failure) {
      let reader = try SQLiteSource(folder.selection("*.sqlite"), rows).open(plan)
      return readAll(reader, slots: paths.count)
    } catch {
      return Seen(failure: error)
    }
  }

  @Test func `a table is read in the order of its key`() throws {
    let folder = try TemporaryFolder()
    try folder.database("a.sqlite", SQLiteTests.people)
    let seen = read(folder, SQLiteSelection(.table("person"), key: "id"), "id", "name", "born")
    #expect(
      seen.values == [
        [["\"1\""], ["\"alpha\""], ["null"]], [["\"2\""], ["\"b,c\""], ["number 1815.5"]],
        [["\"3\""], ["\"三\""], ["null"]],
      ])
    #expect(seen.problems.isEmpty && seen.failure == nil)
  }

  @Test func `a query yields what it selects, from every database`() throws {
    let folder = try TemporaryFolder()
    try folder.database("a.sqlite", SQLiteTests.people)
    try folder.database("b.sqlite", SQLiteTests.people)
    let seen = read(
      folder, SQLiteSelection(.query("SELECT count(*) AS n, 'x' AS \"a.b\" FROM person")), "n",
      "a.b")
    #expect(seen.values == [[["number 3"], ["\"x\""]], [["number 3"], ["\"x\""]]])
  }

  @Test func `a blob is text when it is UTF-8, and otherwise the row is bad`() throws {
    let folder = try TemporaryFolder()
    try folder.database("a.sqlite", SQLiteTests.people)
    let seen = read(folder, SQLiteSelection(.table("person")), "photo")
    #expect(seen.values == [[["\"ok\""]], [["null"]]])
    #expect(seen.problems.map(\.code) == [.recordEncoding])
    #expect(seen.places == ["3:0"])
    #expect(seen.problems.allSatisfy { $0.remedy != nil })
  }

  @Test func `text of a UTF-16 database becomes UTF-8`() throws {
    let folder = try TemporaryFolder()
    try folder.database(
      "a.sqlite", "PRAGMA encoding = 'UTF-16le'; CREATE TABLE t(a); INSERT INTO t VALUES ('三')")
    #expect(read(folder, SQLiteSelection(.table("t")), "a").values == [[["\"三\""]]])
  }

  @Test func `a row without its key is bad`() throws {
    let folder = try TemporaryFolder()
    try folder.database("a.sqlite", "CREATE TABLE t(a); INSERT INTO t VALUES (1), (NULL), (2)")
    let seen = read(folder, SQLiteSelection(.query("SELECT a FROM t"), key: "a"), "a")
    #expect(seen.records.map(\.number) == [1, 3])
    #expect(seen.places == ["2:0"])
  }

  @Test(arguments: [
    ("INSERT INTO person VALUES ('4', 'x', 1, NULL)", DiagnosticCode.sourceSetting),
    ("DELETE FROM person", .sourceSetting), ("SELECT 1; SELECT 2", .sourceSetting),
    ("ATTACH 'x.sqlite' AS x", .sourceSetting), ("PRAGMA journal_mode = delete", .sourceSetting),
    ("PRAGMA user_version = 3", .sourceSetting), ("VACUUM INTO 'copy.sqlite'", .sourceSetting),
    ("SELECT load_extension('x')", .sourceSetting), ("CREATE TEMP TABLE x(a)", .sourceSetting),
    ("SELECT nothing FROM person", .sourceSetting), ("", .sourceSetting),
    (
      "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT sum(x) FROM c",
      .sqliteSteps
    ),
  ])
  func `a query that does more than read is refused, and none runs for ever`(
    sql: String, code: DiagnosticCode
  ) throws {
    let folder = try TemporaryFolder()
    try folder.database("a.sqlite", SQLiteTests.people)
    let before = try File.readWhole(folder.path("a.sqlite"))
    var rows = SQLiteSelection(.query(sql))
    rows.stepLimit = 1_000_000
    let seen = read(folder, rows, "id")
    #expect(seen.failure?.diagnostics.map(\.code) == [code])
    #expect(seen.failure?.diagnostics.allSatisfy { $0.remedy != nil } == true)
    let after = try File.readWhole(folder.path("a.sqlite"))
    #expect(before.bytes(before.all) == after.bytes(after.all))
    #expect(try folder.names() == ["a.sqlite"])
  }

  @Test func `a table or key that is not there names the nearest one`() throws {
    let folder = try TemporaryFolder()
    try folder.database("a.sqlite", SQLiteTests.people)
    let table = read(folder, SQLiteSelection(.table("persons")), "id").failure
    #expect(table?.diagnostics.first?.remedy == "did you mean `person`?")
    let key = read(folder, SQLiteSelection(.table("person"), key: "idd"), "id").failure
    #expect(key?.diagnostics.first?.remedy == "did you mean `id`?")
  }

  @Test func `names with quotes are names`() throws {
    let folder = try TemporaryFolder()
    try folder.database(
      "a.sqlite",
      #"CREATE TABLE "a""b; c"("x""y" TEXT); INSERT INTO "a""b; c" VALUES ('1')"#)
    let seen = read(folder, SQLiteSelection(.table(#"a"b; c"#), key: #"x"y"#), #"x"y"#)
    #expect(seen.failure == nil && seen.records.count == 1)
  }

  @Test func `a column that no database has is a warning, unless there is a default`() throws {
    let folder = try TemporaryFolder()
    try folder.database("a.sqlite", SQLiteTests.people)
    let rows = SQLiteSelection(.table("person"))
    let paths = [FieldPath([.key("name")]), FieldPath([.key("nmae")])]
    for (optional, expected) in [(Set<Int>(), 1), ([1], 0)] {
      let reader = try SQLiteSource(folder.selection("*"), rows).open(
        FieldPlan(paths, optional: optional))
      _ = readAll(reader, slots: 2)
      #expect(reader.remarks().count == expected)
      #expect(reader.remarks().allSatisfy { $0.severity == .warning })
      #expect(reader.remarks().allSatisfy { $0.remedy == "did you mean `name`?" })
    }
  }

  @Test func `a database in WAL mode is read without leaving files beside it`() throws {
    let folder = try TemporaryFolder()
    try folder.database("a.sqlite", "PRAGMA journal_mode = wal; " + SQLiteTests.people)
    #expect(try folder.names() == ["a.sqlite"])
    let seen = read(folder, SQLiteSelection(.table("person")), "name")
    #expect(seen.records.count == 3 && seen.failure == nil)
    #expect(try folder.names() == ["a.sqlite"])
  }

  @Test func `what stands in the log is read, and changes the stamp`() throws {
    let folder = try TemporaryFolder()
    try folder.database("a.sqlite", "PRAGMA journal_mode = wal; " + SQLiteTests.people)
    let source = SQLiteSource(folder.selection("a.sqlite"), SQLiteSelection(.table("person")))
    let before = try source.stamp()
    let writer = try Connection(path: folder.path("a.sqlite"), mode: .readWrite)
    // Opened and looked at, the log is there and empty: that is no change.
    _ = try writer.pragma("user_version")
    #expect(try source.stamp().text == before.text)
    try writer.execute("INSERT INTO person(id, name) VALUES ('4', 'new')")
    #expect(try source.stamp().text != before.text)
    #expect(try source.files() == [folder.path("a.sqlite"), folder.path("a.sqlite-wal")])
    #expect(readAll(try source.open(FieldPlan("name")), slots: 1).records.count == 4)
    _ = consume writer
  }

  @Test func `a cancelled read ends although no row comes`() throws {
    let folder = try TemporaryFolder()
    try folder.database("a.sqlite", SQLiteTests.people)
    let cancellation = Cancellation()
    let endless =
      "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT sum(x) FROM c"
    let reader = try SQLiteSource(folder.selection("*"), SQLiteSelection(.query(endless))).open(
      FieldPlan("x"), cancellation: cancellation)
    cancellation.cancel()
    #expect(readAll(reader, slots: 1).failure?.diagnostics.map(\.code) == [.cancelled])
  }

  @Test func `databases keep the contract of sources`() throws {
    let folder = try TemporaryFolder()
    try folder.database("good.sqlite", SQLiteTests.people)
    try folder.write("text.sqlite", "this is no database, and long enough to be looked at")
    try folder.write("empty.sqlite", "")
    let whole = try File.readWhole(folder.path("good.sqlite"))
    var damaged = whole.bytes(whole.all)
    for place in 4096..<damaged.count { damaged[place] = 0xA5 }
    try folder.write("damaged.sqlite", bytes: damaged)
    try folder.write("short.sqlite", bytes: Array(damaged.prefix(5000)))
    let rows = SQLiteSelection(.table("person"), key: "id")
    let path = folder.path("good.sqlite")
    let contract = RecordSourceContract(
      source: SQLiteSource(folder.selection("good.sqlite"), rows), fields: ["id", "name"],
      expected: [["1", "alpha"], ["2", "b,c"], ["3", "三"]],
      change: { () throws(Failure) in
        try Connection(path: path, mode: .readWrite).execute("DELETE FROM person WHERE id = '2'")
      },
      hostile: ["text", "empty", "damaged", "short"].map {
        RecordSourceContract.Hostile($0, SQLiteSource(folder.selection("\($0).sqlite"), rows))
      })
    #expect(contract.violations() == [])
  }
}
