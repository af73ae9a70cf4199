import FileHandles
import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// Changed records that cannot become items, in sources that are read as a whole and by watermark.
@Suite struct SparedItemTests {
  private let collecting = SyncOptions(collectsFailures: true)
  private let file = NamesFile()

  private func lines(_ count: Int) -> [String] { (1...count).map { "\($0),person \($0)" } }

  @Test func `of a file that changed a bad record keeps its item, and the rest is applied (N3)`()
    throws
  {
    let folder = try TemporaryFolder()
    var lines = lines(30)
    let library = try file.library(lines, folder)
    lines[6] = "7,"
    lines[7] = "8,renamed"
    lines.removeLast()
    try file.write(lines, folder)
    for attempt in 1...5 {
      let report = try library.sync(options: collecting)
      #expect(report.exitCode == 2 && report.failures.count == 1, "attempt \(attempt)")
      #expect(report.failures.first?.location?.line == 8)
      #expect(try library.item("names:7")?.item.title == "person 7")
      #expect(try library.item("names:8")?.item.title == "renamed")
      #expect(try library.item("names:30") == nil)
      let status = try #require(try library.status().domains.first)
      #expect(status.pending == (attempt == 5 ? 0 : 1) && status.badRecords == 1)
    }
    #expect(try library.sync(options: collecting).exitCode == 0)
    #expect(try library.quarantine().map(\.id) == ["7"])
    // Others change: what was set aside stays so, and its item too.
    lines[8] = "9,renamed"
    try file.write(lines, folder)
    #expect(try library.sync(options: collecting).exitCode == 0)
    #expect(try library.quarantine().map(\.attempts) == [5])
    #expect(try library.item("names:7")?.item.title == "person 7")
    lines[6] = "7,well again"
    try file.write(lines, folder)
    #expect(try library.sync().rows.first?.changes == ChangeCounts(updated: 1))
    #expect(try library.quarantine().isEmpty)
    #expect(try library.verify().domains.first?.differences == 0)
  }

  @Test func `that others change is no attempt of a bad record that does not (N3)`() throws {
    let folder = try TemporaryFolder()
    var lines = lines(30)
    _ = try file.library(lines, folder)
    var system = SystemServices.system
    let now = system.now()
    system.now = { now }
    let library = try Library(workspace: folder.path, kinds: SourceKind.builtIn, system: system)
    lines[6] = "7,"
    for turn in 1...6 {
      lines[7] = "8,turn \(turn)"
      try file.write(lines, folder)
      let report = try library.sync(options: collecting)
      #expect(report.failures.map(\.remedy) == ["mend the record; attempt 1 of 5"], "turn \(turn)")
      #expect(try library.item("names:8")?.item.title == "turn \(turn)")
      #expect(try library.item("names:7")?.item.title == "person 7")
    }
    // Another mistake is another attempt, and so is to ask for it.
    lines[6] = "7,\"\""
    lines[7] = "8,last"
    try file.write(lines, folder)
    var report = try library.sync(options: collecting)
    #expect(report.failures.map(\.remedy) == ["mend the record; attempt 2 of 5"])
    report = try library.sync(options: collecting)
    #expect(report.failures.map(\.remedy) == ["mend the record; attempt 3 of 5"])
    // In its time it is tried with the others.
    system.now = { now + 3_600 }
    let later = try Library(workspace: folder.path, kinds: SourceKind.builtIn, system: system)
    lines[7] = "8,the very last"
    try file.write(lines, folder)
    report = try later.sync(options: collecting)
    #expect(report.failures.map(\.remedy) == ["mend the record; attempt 4 of 5"])
    lines[6] = "7,well again"
    try file.write(lines, folder)
    #expect(try later.sync(options: collecting).failures.isEmpty)
    #expect(try later.status().domains.first?.pending == 0)
  }

  @Test func `a file that was emptied is looked at again until it is right or allowed`() throws {
    let folder = try TemporaryFolder()
    let library = try file.library(lines(30), folder)
    try folder.write("domains/names.csv", "")
    for _ in 1...2 {
      #expect(try library.sync(options: collecting).failures.count == 1)
      #expect(try library.search("person").total == 30)
    }
    try file.write(lines(31), folder)
    #expect(try library.sync().rows.first?.changes == ChangeCounts(inserted: 1))
    try file.write([], folder)
    for _ in 1...2 {
      #expect(try library.sync(options: collecting).failures.count == 1)
      #expect(try library.search("person").total == 31)
    }
    var allowed = collecting
    allowed.allowsShrink = true
    #expect(try library.sync(options: allowed).rows.first?.changes == ChangeCounts(deleted: 31))
    #expect(try library.sync().rows.first?.decision == SyncDecision.none)
    try file.write(lines(2), folder)
    #expect(try library.sync().rows.first?.changes == ChangeCounts(inserted: 2))
  }

  @Test func `tolerated records keep their items without an error`() throws {
    let folder = try TemporaryFolder()
    var lines = lines(30)
    let library = try file.library(lines, source: ", tolerate: 2", folder)
    lines[6] = "7,"
    lines[7] = "8,renamed"
    try file.write(lines, folder)
    let report = try library.sync(options: collecting)
    #expect(report.exitCode == 0 && report.rows.first?.warnings.count == 1)
    #expect(try library.item("names:7")?.item.title == "person 7")
    #expect(try library.item("names:8")?.item.title == "renamed")
    #expect(try library.status().domains.first?.pending == 0)
    // The record goes, and with it the item.
    lines.remove(at: 6)
    try file.write(lines, folder)
    #expect(try library.sync().rows.first?.changes == ChangeCounts(deleted: 1))
  }

  @Test func `a file most of which is bad, or with a bad record without id, changes nothing`()
    throws
  {
    let folder = try TemporaryFolder()
    let library = try file.library(lines(10), folder)
    try file.write((1...10).map { $0 < 7 ? "\($0)," : "\($0),renamed" }, folder)
    #expect(failureCode { _ = try library.sync() } == .tooManyBadRecords)
    try file.write(lines(9) + [",nobody"], folder)
    #expect(failureCode { _ = try library.sync() } == .tooManyBadRecords)
    #expect(try library.search("person").total == 10)
    #expect(try library.status().domains.first?.pending == 0)
  }

  @Test func `a file of as many other records changes nothing (N11)`() throws {
    let folder = try TemporaryFolder()
    let library = try file.library(lines(20), folder)
    try file.write((101...120).map { "\($0),person \($0)" }, folder)
    #expect(failureCode { _ = try library.sync() } == .sourceShrank)
    #expect(try library.item("names:1") != nil)
    // Also where the domain would be built anew.
    try file.library(lines(20), source: ", duplicates: first", folder).sync(options: collecting)
    try file.write((101...120).map { "\($0),person \($0)" } + ["101,twice"], folder)
    #expect(failureCode { _ = try library.sync() } == .sourceShrank)
    #expect(try library.item("names:1") != nil)
    #expect(
      try library.sync(options: SyncOptions(allowsShrink: true)).rows.first?.changes.deleted == 20)
  }

  @Test(arguments: ["5", "NULL"])
  func `a bad row at the highest watermark, or without one, is set aside (N3)`(
    _ stamp: String
  ) throws {
    let folder = try TemporaryFolder()
    let table = try table("\"watermark: stamp\"", folder)
    try table.database.execute("UPDATE person SET name='', stamp=\(stamp) WHERE id='7'")
    for attempt in 1...5 {
      #expect(try table.library.sync(options: collecting).exitCode == 2, "attempt \(attempt)")
      let status = try #require(try table.library.status().domains.first)
      #expect(status.pending == (attempt == 5 ? 0 : 1) && status.lastError.contains("title"))
    }
    for stamp in 6...7 {
      try table.database.execute("UPDATE person SET name='n', stamp=\(stamp) WHERE id='8'")
      #expect(try table.library.sync(options: collecting).exitCode == 0)
    }
    #expect(try table.library.quarantine().map(\.attempts) == [5])
    try table.database.execute("UPDATE person SET name='well', stamp=8 WHERE id='7'")
    #expect(try table.library.sync().rows.first?.changes == ChangeCounts(updated: 1))
    #expect(try table.library.quarantine().isEmpty)
    #expect(try table.library.verify().domains.first?.differences == 0)
  }

  @Test func `a complete read that is refused forgets nothing of what was set aside`() throws {
    let folder = try TemporaryFolder()
    let table = try table("triggers", folder)
    try table.database.execute("UPDATE person SET name='' WHERE id='7'")
    for _ in 1...5 { _ = try table.library.sync(options: collecting) }
    let aside = try table.library.quarantine()
    #expect(aside.map(\.id) == ["7"])
    try table.database.execute("ALTER TABLE person ADD COLUMN nick")
    try table.database.execute("DELETE FROM person WHERE id <> '1' AND id <> '7'")
    #expect(failureCode { _ = try table.library.sync() } == .sourceShrank)
    #expect(try table.library.quarantine() == aside)
    #expect(try table.library.status().domains.first?.pending == 0)
  }

  @Test func `a complete read of logged rows keeps the item of a bad one`() throws {
    let folder = try TemporaryFolder()
    let table = try table("triggers", folder)
    try table.database.execute("UPDATE person SET name='' WHERE id='7'")
    try table.database.execute("UPDATE person SET name='renamed' WHERE id='8'")
    try table.database.execute("ALTER TABLE person ADD COLUMN nick")
    #expect(try table.library.sync(options: collecting).exitCode == 2)
    #expect(try table.library.item("names:7")?.item.title == "person 7")
    #expect(try table.library.item("names:8")?.item.title == "renamed")
    try table.database.execute("UPDATE person SET name='well' WHERE id='7'")
    #expect(try table.library.sync(options: collecting).exitCode == 0)
    #expect(try table.library.status().domains.first?.pending == 0)
    #expect(try table.library.verify().domains.first?.differences == 0)
  }

  @Test(arguments: ["first", "error"])
  func `a second row with an id of an untouched one is noticed`(_ rule: String) throws {
    let folder = try TemporaryFolder()
    let table = try table("triggers, duplicates: \(rule)", id: "{slug}", folder)
    try table.database.execute(
      """
      UPDATE person SET name=name WHERE id='1';
      INSERT INTO person VALUES ('9x', 'NINE', 1, 's1')
      """)
    let report = try table.library.sync(options: collecting)
    #expect(report.exitCode == (rule == "error" ? 2 : 0))
    #expect(try table.library.item("names:s1")?.item.title == "person 1")
    try table.database.execute("DELETE FROM person WHERE id='9x'")
    _ = try table.library.sync()
    #expect(try table.library.item("names:s1")?.item.title == "person 1")
    #expect(try table.library.verify().domains.first?.differences == 0)
  }

  private struct Table: ~Copyable {
    let database: Connection
    let library: Library
  }

  /// A table of twenty people.
  private func table(
    _ changes: String, id: String = "{id}", _ folder: borrowing TemporaryFolder
  ) throws -> Table {
    try folder.write(
      "domains/names.yaml",
      """
      domain: names
      version: 1
      source: { kind: sqlite, path: names.sqlite, table: person, key: id, changes: \(changes) }
      item: { id: "\(id)", title: "{name}" }

      """)
    let database = try Connection(path: folder.path("domains/names.sqlite"), mode: .create)
    try database.execute(
      "CREATE TABLE person(id TEXT PRIMARY KEY, name TEXT, stamp INTEGER, slug TEXT)")
    for number in 1...20 {
      try database.execute(
        "INSERT INTO person VALUES ('\(number)', 'person \(number)', 1, 's\(number)')")
    }
    let library = try Library(workspace: folder.path, system: .isolated(in: folder.path))
    if changes.hasPrefix("triggers") {
      try library.allow("names")
      try library.installChangeLog(of: "names")
    }
    try library.sync()
    return Table(database: database, library: library)
  }
}
