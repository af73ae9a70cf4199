import FileHandles
import FootlightPlatform
import TestSupport
import Testing

@testable import DeclaredRecords
@testable import SourceKinds

/// Rows that are found by the highest value of a column, and rows by their keys.
struct WatermarkTests {
  private func table() throws -> LoggedTable {
    try LoggedTable(
      """
      CREATE TABLE t(id PRIMARY KEY, name, stamp);
      INSERT INTO t VALUES (1, 'a', 10), ('1', 'b', 10), (x'31', 'c', 9), (2.5, 'd', 8);
      """, table: "t", key: "id", ["name", "stamp"])
  }

  @Test func `rows not below the highest stamp are read, and those without one`() throws {
    let table = try self.table()
    let mode = "watermark: stamp"
    #expect(try table.sync(changes: mode) == "all: ")
    #expect(table.rows.count == 4)
    try table.run("UPDATE t SET name = 'late' WHERE id = '1'; INSERT INTO t VALUES (7, 'e', NULL)")
    #expect(try table.sync(changes: mode) == "some")
    #expect(table.rows[SourceKey("1")] == [["\"late\""], ["number 10"]])
    #expect(table.rows[SourceKey(7)] == [["\"e\""], ["null"]])
    #expect(table.rows[SourceKey(2.5)] == [["\"d\""], ["number 8"]])
    // A row below the mark that is another one without a higher stamp is another history.
    try table.run("UPDATE t SET name = 'seen' WHERE stamp = 8")
    #expect(try table.sync(changes: mode).hasPrefix("all: rows with a lower `stamp` are others"))
    try table.run("UPDATE t SET stamp = 11 WHERE stamp = 8")
    #expect(try table.sync(changes: mode) == "some" && table.rows == table.truth())
    try table.run("DELETE FROM t WHERE stamp > 9")
    #expect(try table.sync(changes: mode) == "all: the highest `stamp` is lower than before")
    #expect(try table.rows == table.truth())
    #expect(try table.sync(changes: "watermark: name").hasPrefix("all: its changes were found"))
    table.cursor = "nonsense"
    #expect(try table.sync(changes: mode).hasPrefix("all: its changes were found"))
  }

  @Test func `a database whose rows are the ones that were read tells no changes`() throws {
    let mode = "watermark: stamp"
    for (change, told) in [
      ("", "unchanged"), ("INSERT INTO t VALUES (7, 'e', 10)", "some"),
      ("UPDATE t SET name = 'other' WHERE stamp = 10", "some"),
      ("INSERT INTO t VALUES (7, 'e', NULL)", "some"),
      ("INSERT INTO t VALUES (7, 'e', 11)", "some"),
      ("INSERT INTO t VALUES (7, 'e', 9)", "all: rows with a lower `stamp` are others than before"),
    ] {
      let table = try self.table()
      #expect(try table.sync(changes: mode) == "all: ")
      try table.run(change)
      #expect(try table.sync(changes: mode) == told, "\(change)")
      #expect(try table.rows == table.truth(), "\(change)")
    }
    // More rows stand at the mark than are remembered.
    let table = try self.table()
    try table.run(
      """
      WITH RECURSIVE n(n) AS (SELECT 100 UNION ALL SELECT n + 1 FROM n WHERE n < 200)
      INSERT INTO t SELECT n, 'many', 10 FROM n
      """)
    #expect(try table.sync(changes: mode) == "all: ")
    try table.run("UPDATE t SET name = 'other' WHERE id = 100")
    #expect(try table.sync(changes: mode) == "some" && table.rows == table.truth())
  }

  #if os(Linux)
    /// Two domains of one database are read side by side: a lock that one of them loses lets others write
    /// in the middle of its read, and then the highest stamp is of a later state than the rows.
    @Test func `whoever looks at a database leaves the locks of its readers alone`() throws {
      let table = try self.table()
      let mode = "watermark: stamp"
      #expect(try table.sync(changes: mode) == "all: ")
      let path = table.folder.path("a.sqlite")
      let reader = try Connection(path: path, mode: .readOnly)
      try reader.begin(.deferred)
      let statement = try reader.statement("SELECT max(stamp) FROM t")
      #expect(try statement.step())
      let held = try HeldLocks.count(on: path)
      #expect(held > 0)
      #expect(try table.sync(changes: mode) == "unchanged")
      #expect(try HeldLocks.count(on: path) == held, "what has changed was looked for")
      _ = try table.source(changes: mode).stamp()
      #expect(try HeldLocks.count(on: path) == held, "its look was taken")
      #expect(try SQLiteTables(path: path, display: path).tables.count == 1)
      #expect(try HeldLocks.count(on: path) == held, "its tables were listed")
      try SQLiteCopy.copy(path, to: table.folder.path("copy.sqlite"), files: .system)
      #expect(try HeldLocks.count(on: path) == held, "it was copied")
    }
  #endif

  @Test func `places of rows are refused where single rows are read`() throws {
    let table = try self.table()
    for mode in ["triggers", "watermark: stamp"] {
      let failure = #expect(throws: Failure.self) {
        let reader = try table.source(changes: mode).open(FieldPlan("number"))
        var batch = RecordBatch()
        _ = try reader.next(&batch)
      }
      #expect(failure?.diagnostics.map(\.code) == [.sourceSetting], "\(mode)")
      #expect(failure?.diagnostics.first?.message.hasPrefix("`{number}`") == true, "\(mode)")
    }
    let all = try table.source(changes: "digest").open(FieldPlan("number"))
    #expect(readAll(all, slots: 1).values.count == 4)
  }

  @Test func `a key finds the row of its type`() throws {
    let table = try self.table()
    let reader = try table.source().records(
      withKeys: [SourceKey(1), SourceKey(blob: [0x31]), SourceKey(2.5), SourceKey("none")],
      FieldPlan("name"), cancellation: Cancellation())
    #expect(Set(readAll(reader, slots: 1).values.map { $0[0][0] }) == ["\"a\"", "\"c\"", "\"d\""])
  }

  @Test func `a query is asked for keys and watermarks, too`() throws {
    let table = try self.table()
    var rows = SQLiteSelection(
      .query("SELECT id AS k, name, stamp FROM t WHERE name != 'b'; -- all but one\n ;"), key: "k")
    rows.changes = .watermark("stamp")
    rows.rows = .query("SELECT id AS k, name, stamp FROM t WHERE name != 'b' -- all but one")
    let source = SQLiteSource(table.folder.selection("a.sqlite"), rows)
    let plan = FieldPlan("name")
    let all = try source.open(plan)
    #expect(readAll(all, slots: 1).values.count == 3)
    try table.run("UPDATE t SET name = 'new' WHERE id = 1")
    guard
      case .some(let some) = try source.changes(
        since: all.cursor(), plan, keyLimit: 9, cancellation: Cancellation())
    else {
      Issue.record("the watermark is not used")
      return
    }
    #expect(readAll(some, slots: 1).values == [[["\"new\""]]])
    let found = try source.records(
      withKeys: [SourceKey("1"), SourceKey(2.5)], plan, cancellation: Cancellation())
    #expect(readAll(found, slots: 1).values == [[["\"d\""]]])
  }

  @Test func `settings of changes that cannot be used are refused`() throws {
    let table = try self.table()
    for mode in ["watermark", "watermark:", "trigger", ""] {
      #expect(failureCode { _ = try table.source(changes: mode) } == .sourceSetting, "\(mode)")
    }
    for mode in ["triggers", "watermark: stamp"] {
      var keyless = table.definition(changes: mode)
      keyless.settings["key"] = nil
      #expect(failureCode { _ = try SQLiteSelection(keyless) } == .sourceSetting, "\(mode)")
    }
    var definition = table.definition()
    try table.folder.database("b.sqlite", "CREATE TABLE t(id PRIMARY KEY)")
    definition = table.definition()
    definition.settings["path"]?.value = .list(["*.sqlite"])
    #expect(failureCode { _ = try SQLiteChangeLog(definition).install() } == .sourceSetting)
    definition.kind = "csv"
    #expect(failureCode { _ = try SQLiteChangeLog(definition) } == .sourceSetting)
  }
}
