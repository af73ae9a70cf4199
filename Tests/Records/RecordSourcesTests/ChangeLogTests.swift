import FileHandles
import FootlightPlatform
import TestSupport
import Testing

@testable import DeclaredRecords
@testable import SourceKinds

/// A table with a log of changes, and what an index of it would hold.
final class LoggedTable {
  let folder: TemporaryFolder
  let table: String
  let key: String
  let plan: FieldPlan
  var cursor: String?
  /// The values of every row by its key, as far as they were read.
  var rows: [SourceKey: [[String]]] = [:]

  init(_ sql: String, table: String, key: String, _ columns: [String]) throws {
    folder = try TemporaryFolder()
    self.table = table
    self.key = key
    plan = FieldPlan(columns.map { FieldPath([.key($0)]) })
    try folder.database("a.sqlite", sql)
  }

  func definition(changes: String = "triggers") -> SourceDefinition {
    let place = SourceLocation(file: "domain.yaml", line: 3)
    func setting(_ text: String) -> Setting { Setting(.text(text), at: place) }
    return SourceDefinition(
      kind: "sqlite",
      settings: [
        "path": Setting(.list(["a.sqlite"]), at: place), "table": setting(table),
        "key": setting(key), "changes": setting(changes),
      ], folder: folder.path, location: place, allowsOutside: true, domain: "some.domain")
  }

  func source(changes: String = "triggers") throws -> SQLiteSource {
    let definition = definition(changes: changes)
    return SQLiteSource(try FileSelection(definition), try SQLiteSelection(definition))
  }

  /// Reads what has changed; says how.
  func sync(changes: String = "triggers", keyLimit: Int = 1_000) throws -> String {
    let source = try source(changes: changes)
    let cancellation = Cancellation()
    switch try source.changes(
      since: cursor, plan, keyLimit: keyLimit, cancellation: cancellation)
    {
    case .unchanged(let next):
      cursor = next
      return "unchanged"
    case .keys(let keys, let next):
      for start in stride(from: 0, to: keys.count, by: 1_000) {
        let some = Array(keys[start..<min(start + 1_000, keys.count)])
        for key in some { rows[key] = nil }
        try read(source.records(withKeys: some, plan, cancellation: cancellation))
      }
      cursor = next
      return "\(keys.count) keys"
    case .some(let reader):
      try read(reader)
      cursor = reader.cursor()
      return "some"
    case .all(let reader, let reason):
      rows = [:]
      try read(reader)
      cursor = reader.cursor()
      return "all: \(reason ?? "")"
    }
  }

  private func read(_ reader: any RecordReader) throws {
    var batch = RecordBatch()
    while try reader.next(&batch) {
      try reader.decode(&batch)
      var seen = Seen()
      collect(batch, slots: plan.paths.count, into: &seen)
      for (record, found) in zip(batch.records, seen.records) {
        guard let key = batch.sourceKey(of: record) else { continue }
        rows[key] = found.values
      }
    }
  }

  /// What the table holds now.
  func truth() throws -> [SourceKey: [[String]]] {
    let other = try LoggedTable(copyOf: self)
    try other.read(try source(changes: "digest").open(plan))
    return other.rows
  }

  private init(copyOf other: LoggedTable) throws {
    folder = try TemporaryFolder()
    table = other.table
    key = other.key
    plan = other.plan
  }

  func run(_ sql: String) throws { try folder.database("a.sqlite", sql) }

  func install() throws -> Bool { try SQLiteChangeLog(definition()).install() }
}

/// The log of changes that triggers keep.
struct ChangeLogTests {
  private static let people = """
    CREATE TABLE person(id TEXT PRIMARY KEY, name TEXT, mail TEXT UNIQUE);
    INSERT INTO person VALUES ('1', 'one', 'm1'), ('2', 'two', 'm2'), ('3', 'three', 'm3'),
      ('4', 'four', 'm4'), ('5', 'five', 'm5');
    """

  private func people() throws -> LoggedTable {
    try LoggedTable(
      ChangeLogTests.people, table: "person", key: "id", ["id", "name", "mail"])
  }

  @Test
  func `a row that REPLACE removes by the default of a column that may not be NULL is logged`()
    throws
  {
    let table = try LoggedTable(
      """
      CREATE TABLE t(id TEXT PRIMARY KEY, a, n INT NOT NULL DEFAULT 3, UNIQUE (a, n));
      INSERT INTO t VALUES ('1', 'x', 3), ('2', 'y', 3);
      """, table: "t", key: "id", ["id", "a", "n"])
    #expect(try table.install())
    _ = try table.sync()
    try table.run("INSERT OR REPLACE INTO t VALUES ('4', 'x', NULL)")
    #expect(try table.sync() == "2 keys")
    #expect(try table.rows == table.truth())
    try table.run("UPDATE OR REPLACE t SET n = NULL, a = 'x' WHERE id = '2'")
    #expect(try table.sync() == "2 keys")
    #expect(try table.rows == table.truth())
    #expect(table.rows.count == 1)
  }

  @Test func `without the log all is read and a warning says what to run`() throws {
    let table = try people()
    #expect(try table.sync() == "all: ")
    #expect(table.cursor == nil && table.rows.count == 5)
    let reader = try table.source().open(table.plan)
    _ = readAll(reader, slots: 3)
    let remark = try #require(reader.remarks().first)
    #expect(remark.code == .sourceUnlogged && remark.severity == .warning)
    #expect(
      remark.remedy
        == "have the source install its log: `footlight allow --install-log some.domain`")
  }

  @Test func `installing twice is installing once, and uninstalling leaves nothing`() throws {
    let table = try people()
    func schema() throws -> [String] {
      let connection = try Connection(path: table.folder.path("a.sqlite"), mode: .readOnly)
      let rows = try connection.statement(
        "SELECT name || ' ' || ifnull(sql, '') FROM sqlite_schema")
      var found: [String] = []
      while try rows.step() { found.append(rows.text(0)) }
      return found
    }
    let bare = try schema()
    #expect(try table.install())
    let whole = try schema()
    #expect(whole.count == bare.count + 7)
    _ = try table.sync()
    let cursor = try #require(table.cursor)
    #expect(try !table.install())
    #expect(try schema() == whole)
    #expect(try table.sync() == "unchanged" && table.cursor == cursor)
    #expect(try SQLiteChangeLog(table.definition()).uninstall())
    #expect(try !SQLiteChangeLog(table.definition()).uninstall())
    #expect(try schema() == bare)
  }

  /// RA-21, RA-22 and the histories that triggers usually miss.
  @Test(arguments: ["delete", "wal"])
  func `every history of a row ends right`(_ journal: String) throws {
    let table = try people()
    try table.run("PRAGMA journal_mode = \(journal)")
    #expect(try table.install())
    _ = try table.sync()
    for (sql, keys) in [
      ("DELETE FROM person WHERE id = '1'; INSERT INTO person VALUES ('1', 'again', 'm1')", 1),
      ("UPDATE person SET name = 'a'; UPDATE person SET name = 'b' WHERE id = '2'", 5),
      ("INSERT INTO person VALUES ('x', 'x', 'x'); DELETE FROM person WHERE id = 'x'", 1),
      // REPLACE removes the row with m4.
      ("INSERT OR REPLACE INTO person VALUES ('new', 'newcomer', 'm4')", 2),
      ("UPDATE OR REPLACE person SET mail = 'm3' WHERE id = '5'", 2),
      ("INSERT INTO person VALUES ('1', '', 'z') ON CONFLICT(id) DO UPDATE SET name = 'up'", 1),
      ("PRAGMA recursive_triggers = ON; REPLACE INTO person VALUES ('2', 'r', 'm1')", 2),
      ("UPDATE person SET id = 'moved' WHERE id = 'new'", 2),
      // An outer OR IGNORE overrules what a trigger says of conflicts.
      ("UPDATE OR IGNORE person SET name = 'i1'; UPDATE OR IGNORE person SET name = 'i2'", 3),
      ("DELETE FROM person", 3),
    ] {
      try table.run(sql)
      #expect(try table.sync() == "\(keys) keys", "\(sql)")
      #expect(try table.rows == table.truth(), "\(sql)")
    }
    for turn in 0..<100 { try table.run("REPLACE INTO person VALUES ('7', 'turn \(turn)', 'm7')") }
    #expect(try table.sync() == "1 keys")
    #expect(try table.sync() == "unchanged")
    #expect(try table.rows == table.truth())
  }

  @Test func `what the log cannot hold leads to a complete read`() throws {
    let table = try people()
    #expect(try table.install())
    _ = try table.sync()
    func expectComplete(_ sql: String, _ reason: String, install: Bool = true) throws {
      try table.run(sql)
      if install { _ = try table.install() }
      #expect(try table.sync() == "all: \(reason)", "\(sql)")
      #expect(try table.rows == table.truth())
    }
    let other = "the triggers on `person` are not those that it needs now"
    let anew = "the log of changes was installed anew"
    try expectComplete("CREATE UNIQUE INDEX later ON person(name)", other, install: false)
    try expectComplete("UPDATE person SET name = name || '!'", "", install: true)
    #expect(try table.sync() == "unchanged")
    try table.run("REPLACE INTO person VALUES ('z', 'two!', 'mz')")
    #expect(try table.sync() == "2 keys" && table.rows == table.truth())
    try expectComplete(
      "DROP TABLE person; \(ChangeLogTests.people) UPDATE person SET name = 'x' || id", anew)
    try expectComplete(
      "ALTER TABLE person ADD COLUMN nick DEFAULT 'n'", "the table has other columns than before")
  }

  /// A copy that is put back and changed again has the same log up to some row, and as many rows.
  @Test(arguments: [true, false])
  func `a database that was put back from a copy is read as a whole`(_ isMoved: Bool) throws {
    let table = try people()
    #expect(try table.install())
    try table.run("UPDATE person SET name = 'a' WHERE id = '1'")
    _ = try table.sync()
    let path = table.folder.path("a.sqlite")
    let copy = try File.readWhole(path)
    func putBack() throws {
      let target = isMoved ? table.folder.path("b.sqlite") : path
      let file = try FileOperations.system.create(target)
      try file.write(copy, copy.all)
      if isMoved { try FileOperations.system.rename(target, to: path) }
    }
    let histories: [(before: [String], after: [String])] = [
      (["2", "3"], ["4", "5"]), (["2", "3"], ["4", "5", "2"]), (["2", "3"], ["3", "3"]),
      (["2", "3", "4"], ["4", "4", "4", "4"]),
    ]
    for (before, after) in histories {
      for id in before { try table.run("UPDATE person SET name = name || 'b' WHERE id = '\(id)'") }
      _ = try table.sync()
      try putBack()
      for id in after { try table.run("UPDATE person SET name = name || 'c' WHERE id = '\(id)'") }
      #expect(try table.sync().hasPrefix("all: "), "\(before) \(after)")
      #expect(try table.rows == table.truth(), "\(before) \(after)")
      try putBack()
      #expect(try table.sync().hasPrefix("all: ") && table.rows == table.truth())
    }
    // What goes on as it was is not read as a whole.
    for id in ["2", "3", "2", "5"] {
      try table.run("UPDATE person SET name = name || 'd' WHERE id IN ('\(id)', '4')")
      #expect(try table.sync() == "2 keys" && table.rows == table.truth())
    }
  }

  @Test func `a read without locks is refused when somebody writes meanwhile`() throws {
    let table = try people()
    try table.run("PRAGMA journal_mode = wal")
    let files = try table.source().selection.files()
    let read = try #require(try UnlockedRead(files[0]))
    try read.check()
    try table.run("UPDATE person SET name = 'x'")
    #expect(failureCode { try read.check() } == .sourceChanged)
  }

  @Test func `a dropped table is a failure`() throws {
    let table = try people()
    #expect(try table.install())
    _ = try table.sync()
    try table.run("DROP TABLE person")
    #expect(throws: Failure.self) { try table.sync() }
    #expect(
      failureCode { () throws(Failure) in _ = try SQLiteChangeLog(table.definition()).install() }
        == .sourceSetting)
  }

  @Test func `more keys than the limit are a complete read`() throws {
    let table = try people()
    #expect(try table.install())
    _ = try table.sync()
    try table.run("UPDATE person SET name = 'x'")
    #expect(try table.sync(keyLimit: 4) == "all: more than 4 rows have changed")
    try table.run("UPDATE person SET name = 'y' WHERE id < '5'")
    #expect(try table.sync(keyLimit: 4) == "4 keys" && table.rows == table.truth())
  }

  @Test(arguments: [
    ("CREATE VIEW t AS SELECT 1 AS id", "it is a view"),
    ("CREATE TABLE t(id)", "no unique index of its own"),
    ("CREATE TABLE t(id, b, PRIMARY KEY(id, b))", "no unique index of its own"),
    ("CREATE TABLE t(id UNIQUE, b); CREATE UNIQUE INDEX e ON t(lower(b))", "`e` is over an expr"),
    ("CREATE TABLE t(id UNIQUE, b, c AS (b + 1) UNIQUE)", "is over an expression"),
    ("CREATE VIRTUAL TABLE t USING fts5(id)", "it is a virtual table"),
  ])
  func `what no trigger can follow is refused`(_ sql: String, _ reason: String) throws {
    let table = try LoggedTable(sql, table: "t", key: "id", ["id"])
    var said = ""
    do throws(Failure) {
      _ = try SQLiteChangeLog(table.definition()).install()
    } catch {
      said = error.diagnostics.map(\.message).joined()
    }
    #expect(said.contains(reason), "\(said)")
    let reader = try table.source().open(table.plan)
    _ = readAll(reader, slots: 1)
    #expect(reader.remarks().contains { $0.message.contains(reason) })
  }

  @Test func `the condition of a partial index is found in its SQL`() {
    #expect(IndexCondition.sql(of: "CREATE UNIQUE INDEX i ON t(a) WHERE b > 1") == " b > 1")
    #expect(
      IndexCondition.sql(of: "CREATE UNIQUE INDEX \"a(\" ON [where)](`x)`,b /*)*/)--(\nwhere'x'=c")
        == "'x'=c")
    #expect(IndexCondition.sql(of: "CREATE UNIQUE INDEX i ON t(a)") == nil)
    #expect(IndexCondition.sql(of: "") == nil && IndexCondition.sql(of: "(/*") == nil)
  }
}
