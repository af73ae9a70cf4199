import FileHandles
import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// Items whose records are bad, in sources that are read as a whole: they stay as they were indexed.
@Suite struct KeptItemTests {
  private let collecting = SyncOptions(collectsFailures: true)
  private let file = NamesFile(header: "id,name,note")

  /// A table whose rows are compared by digest.
  private func rows(
    id: String = "{k}", source: String = "", _ folder: borrowing TemporaryFolder
  ) throws -> Connection {
    try folder.write(
      "domains/names.yaml",
      """
      domain: names
      version: 1
      source: { kind: sqlite, path: t.sqlite, table: t, key: k\(source) }
      item: { id: "\(id)", title: "{title}" }

      """)
    let database = try Connection(path: folder.path("domains/t.sqlite"), mode: .create)
    try database.execute("CREATE TABLE t(k INTEGER PRIMARY KEY, title, slug)")
    for number in 1...20 {
      try database.execute("INSERT INTO t VALUES (\(number), 'title \(number)', 's\(number)')")
    }
    return database
  }

  @Test func `all bad records that are tolerated keep their items, however many`() throws {
    let folder = try TemporaryFolder()
    let library = try file.library(
      (1...2_600).map { "\($0),person \($0)," }, source: ", tolerate: 60%", folder)
    try file.write((1...2_600).map { $0 % 2 == 0 ? "\($0),person \($0)," : "\($0),," }, folder)
    #expect(try library.sync().rows.first?.changes == ChangeCounts())
    let status = try #require(try library.status().domains.first)
    #expect(status.items == 2_600 && status.badRecords == 1_300 && status.pending == 0)
    let verified = try #require(try library.verify().domains.first)
    #expect(verified.differences == 0 && verified.kept == 1_300)
    // A record that goes takes its item with it.
    try file.write(
      (1...2_600).filter { $0 != 7 }.map { "\($0),\($0 % 2 == 0 ? "person \($0)" : "")," }, folder)
    #expect(try library.sync().rows.first?.changes == ChangeCounts(deleted: 1))
  }

  @Test(arguments: ["", ", tolerate: 1"])
  func `a row that cannot be read keeps its item, and the others are applied (N3)`(
    _ source: String
  ) throws {
    let folder = try TemporaryFolder()
    let database = try rows(source: source, folder)
    let library = try Library(workspace: folder.path)
    try library.sync()
    try database.execute("UPDATE t SET title=CAST(x'FF' AS TEXT) WHERE k=1")
    try database.execute("UPDATE t SET title='renamed' WHERE k=2; DELETE FROM t WHERE k=3")
    let report = try library.sync(options: collecting)
    #expect(report.exitCode == (source.isEmpty ? 2 : 0))
    #expect(report.rows.first?.changes == ChangeCounts(updated: 1, deleted: 1))
    #expect(try library.item("names:1")?.item.title == "title 1")
    #expect(try library.status().domains.first?.pending == (source.isEmpty ? 1 : 0))
    let verified = try library.verify()
    #expect(verified.exitCode == 0 && verified.domains.first?.kept == 1)
    try database.execute("UPDATE t SET title='well' WHERE k=1")
    #expect(try library.sync(options: collecting).rows.first?.changes == ChangeCounts(updated: 1))
    #expect(try library.status().domains.first?.pending == 0)
  }

  @Test func `nobody takes the id of an item whose record is bad`() throws {
    let folder = try TemporaryFolder()
    let database = try rows(id: "{slug}", folder)
    let library = try Library(workspace: folder.path)
    try library.sync()
    try database.execute(
      "UPDATE t SET title='' WHERE k=1; INSERT INTO t VALUES (99, 'other', 's1')")
    #expect(try library.sync(options: collecting).exitCode == 2)
    #expect(try library.item("names:s1")?.item.title == "title 1")
    try database.execute("DELETE FROM t WHERE k=99")
    _ = try library.sync(options: collecting)
    #expect(try library.item("names:s1")?.item.title == "title 1")
  }

  @Test func `a set aside record that is bad in another way is told of again (N3)`() throws {
    let folder = try TemporaryFolder()
    var lines = (1...30).map { "\($0),person \($0)," }
    let library = try file.library(lines, folder)
    lines[6] = "7,,"
    try file.write(lines, folder)
    for _ in 1...5 { #expect(try library.sync(options: collecting).exitCode == 2) }
    #expect(try library.sync(options: collecting).exitCode == 0)
    // Others change: what was set aside stays so.
    lines[7] = "8,renamed,"
    try file.write(lines, folder)
    #expect(try library.sync(options: collecting).exitCode == 0)
    lines[6] = "7,,still without a name"
    try file.write(lines, folder)
    for attempt in 1...5 {
      let report = try library.sync(options: collecting)
      #expect(report.exitCode == 2 && report.failures.count == 1, "attempt \(attempt)")
      #expect(try library.status().domains.first?.pending == (attempt == 5 ? 0 : 1))
    }
    #expect(try library.sync(options: collecting).exitCode == 0)
    #expect(try library.quarantine().map(\.id) == ["7"])
  }

  @Test func `several bad records with one id are one failed attempt a sync (N3)`() throws {
    let folder = try TemporaryFolder()
    var lines = (1...30).map { "\($0),person \($0)," }
    let library = try file.library(lines, folder)
    lines[6] = "7,,"
    lines += ["7,,again", "7,,and again"]
    try file.write(lines, folder)
    for attempt in 1...5 {
      #expect(try library.sync(options: collecting).exitCode == 2, "attempt \(attempt)")
      #expect(try library.status().domains.first?.pending == (attempt == 5 ? 0 : 1))
    }
    #expect(try library.sync(options: collecting).exitCode == 0)
    #expect(try library.quarantine().map(\.attempts) == [5])
  }

  @Test func `kept items are counted apart, and other differences are still found`() throws {
    let folder = try TemporaryFolder()
    var lines = (1...30).map { "\($0),person \($0)," }
    let library = try file.library(lines, folder)
    lines[6] = "7,,"
    try file.write(lines, folder)
    // Before the sync too: it will keep the item.
    var verified = try library.verify()
    #expect(verified.exitCode == 0 && verified.domains.first?.kept == 1)
    #expect(verified.domains.first?.notes.map(\.code) == [.stale])
    _ = try library.sync(options: collecting)
    lines[7] = "8,renamed,"
    lines.removeLast()
    try file.write(lines, folder)
    verified = try library.verify()
    let domain = try #require(verified.domains.first)
    #expect(verified.exitCode == 1 && domain.kept == 1)
    #expect(domain.different == 1 && domain.surplus == 1 && domain.missing == 0)
  }

  @Test func `a look that reads a young source again can be stopped`() throws {
    let folder = try TemporaryFolder()
    let library = try file.library(["1,one,"], folder)
    let stopped = Cancellation()
    stopped.cancel()
    let report = try library.status(cancellation: stopped)
    #expect(report.failures.map(\.code) == [.cancelled])
    #expect(try library.status().failures.isEmpty)
  }
}
