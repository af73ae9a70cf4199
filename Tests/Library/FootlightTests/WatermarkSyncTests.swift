import FileHandles
import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// A domain whose changed rows are found by the highest value of a column.
@Suite struct WatermarkSyncTests {
  private struct Table: ~Copyable {
    let folder: TemporaryFolder
    let database: Connection
    let library: Library

    /// Numbered rows, and what else is run before the first sync.
    init(rows: Int = 20, item: String = "", prepare: String = "") throws {
      let folder = try TemporaryFolder()
      try folder.write(
        "domains/t.yaml",
        """
        domain: t
        version: 1
        source: { kind: sqlite, path: t.sqlite, table: t, key: k, changes: "watermark: u" }
        item: { id: "{k}", title: "{title}"\(item) }

        """)
      let database = try Connection(path: folder.path("domains/t.sqlite"), mode: .create)
      try database.execute("CREATE TABLE t(k INTEGER, title, u INTEGER, draft, live, until)")
      try database.execute(
        """
        WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < \(rows))
        INSERT INTO t SELECT n, 'title ' || n, 1, 0, 1, '' FROM n
        """)
      try database.execute(prepare)
      let library = try Library(workspace: folder.path)
      try library.sync()
      self.folder = folder
      self.database = database
      self.library = library
    }

    func sync() throws -> SyncReport {
      try library.sync(options: SyncOptions(collectsFailures: true))
    }

    func title(_ id: Int) throws -> String? { try library.item("t:\(id)")?.item.title }
  }

  @Test func `after one sync a changed database is up to date`() throws {
    let table = try Table()
    for number in 1...3 {
      try table.database.execute("UPDATE t SET title='new \(number)', u=u+100 WHERE k<=\(number)")
      #expect(try table.sync().exitCode == 0)
      #expect(try table.library.status().domains.map(\.decision) == [SyncDecision.none])
    }
  }

  @Test(
    arguments: [
      "skip_when: \"{draft}\"", "only_when: \"{live}\"", "expires: \"{until}\"",
    ], [20, 1_300])
  func `a row that is again what it was when it was left out loses its item`(
    _ rule: String, _ rows: Int
  ) throws {
    // Rows without a stamp are read each time: more of them than are looked up one by one.
    let table = try Table(
      rows: rows, item: ", \(rule)", prepare: "UPDATE t SET u=NULL WHERE k>1")
    try table.database.execute(
      "INSERT INTO t VALUES (2001, 'out', 100, 1, 0, '2001-01-01'), (2002, 'in', 100, 0, 1, '')")
    #expect(try table.sync().rows.first?.changes == ChangeCounts(inserted: 1))
    try table.database.execute("UPDATE t SET draft=0, live=1, until='', u=101 WHERE k=2001")
    #expect(try table.sync().rows.first?.changes == ChangeCounts(inserted: 1))
    #expect(try table.title(2001) == "out")
    try table.database.execute(
      "UPDATE t SET draft=1, live=0, until='2001-01-01', u=102 WHERE k=2001")
    #expect(try table.sync().rows.first?.changes == ChangeCounts(deleted: 1))
    #expect(try table.title(2001) == nil)
    #expect(try table.library.verify().domains.first?.differences == 0)
    #expect(try table.sync().rows.first?.changes == ChangeCounts())
  }

  @Test func `more rows that cannot be read than are listed are all set aside`() throws {
    let table = try Table(rows: 1_300)
    try table.database.execute("UPDATE t SET title=CAST(x'FF' AS TEXT), u=2 WHERE k<=1200")
    try table.database.execute("UPDATE t SET title='renamed', u=3 WHERE k=1300")
    for attempt in 1...5 {
      #expect(try table.sync().exitCode == 2, "attempt \(attempt)")
      let status = try #require(try table.library.status().domains.first)
      #expect(status.pending == (attempt == 5 ? 0 : 1_200), "attempt \(attempt)")
      #expect(try table.title(1300) == "renamed" && status.items == 1_300)
    }
    #expect(try table.library.quarantine().count == 1_200)
    #expect(try table.title(1_100) == "title 1100")
    let verified = try #require(try table.library.verify().domains.first)
    #expect(verified.differences == 0 && verified.kept == 1_200)
  }

  @Test func `a database that was put back is read as a whole, whatever its highest value`() throws
  {
    let table = try Table()
    let path = table.folder.path("domains/t.sqlite")
    let copy = table.folder.path("copy.sqlite")
    #expect(try Subprocess("/bin/cp", [path, copy]).run() == 0)
    try table.database.execute("UPDATE t SET title='gone', u=200 WHERE k=5")
    #expect(try table.sync().rows.first?.changes == ChangeCounts(updated: 1))
    try FileOperations.system.rename(copy, to: path)
    let restored = try Connection(path: path, mode: .create)
    try restored.execute("INSERT INTO t VALUES (21, 'later', 300, 0, 1, '')")
    #expect(try table.sync().rows.first?.changes == ChangeCounts(inserted: 1, updated: 1))
    #expect(try table.title(5) == "title 5" && table.title(21) == "later")
    #expect(try table.library.verify().domains.first?.differences == 0)
  }

  @Test func `of several rows with one key the last one counts, known or not`() throws {
    let rows = ["1, 7, 'first', 2", "99, 7, 'last', 2"]
    for (row, title) in zip(rows, ["known", "last"]) {
      let table = try Table(
        prepare: """
          DELETE FROM t WHERE rowid IN (1, 7);
          INSERT INTO t(rowid, k, title, u) VALUES (50, 7, 'known', 1)
          """)
      try table.database.execute("INSERT INTO t(rowid, k, title, u) VALUES (\(row))")
      #expect(try table.sync().exitCode == 0)
      #expect(try table.title(7) == title, "\(row)")
    }
  }

  @Test func `a set aside row that is bad in another way is told of again (N3)`() throws {
    let table = try Table()
    try table.database.execute("UPDATE t SET title='', u=2 WHERE k=7")
    for _ in 1...5 { #expect(try table.sync().exitCode == 2) }
    #expect(try table.sync().exitCode == 0)
    try table.database.execute("UPDATE t SET title=CAST(x'FF' AS TEXT), u=3 WHERE k=7")
    for attempt in 1...5 {
      #expect(try table.sync().exitCode == 2, "attempt \(attempt)")
      #expect(try table.library.quarantine().count == (attempt == 5 ? 1 : 0))
    }
    #expect(try table.sync().exitCode == 0 && table.title(7) == "title 7")
  }
}
