import FootlightPlatform
import TestSupport
import Testing

@testable import DeclaredRecords
@testable import SourceKinds

/// A copy of a database that is put back and changed to the same length is another history: all of it is read.
struct ForkedHistoryTests {
  private func table(_ count: Int) throws -> LoggedTable {
    try LoggedTable(
      """
      CREATE TABLE t(id TEXT PRIMARY KEY, name TEXT, stamp INTEGER);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
        INSERT INTO t SELECT 'k' || i, 'name ' || i, i FROM n;
      """, table: "t", key: "id", ["name", "stamp"])
  }

  /// Puts the bytes back into the same file, as a tool that restores a backup does.
  private func restore(_ base: borrowing ByteArena, _ table: LoggedTable) throws {
    let file = try FileOperations.system.create(table.folder.path("a.sqlite"))
    try file.write(base, base.all)
  }

  private func base(_ table: LoggedTable) throws -> ByteArena {
    try File.readWhole(table.folder.path("a.sqlite"))
  }

  private func change(_ table: LoggedTable, _ keys: some Sequence<Int>, _ word: String) throws {
    for key in keys {
      try table.run(
        "UPDATE t SET name = '\(word) \(key)', stamp = stamp + 1000 WHERE id = 'k\(key)'")
    }
  }

  @Test func `the log of triggers, with the same keys in the same order`() throws {
    let table = try table(100)
    #expect(try table.install())
    _ = try table.sync()
    let base = try base(table)
    try change(table, 1...9, "here")
    #expect(try table.sync() == "9 keys")
    try restore(base, table)
    try change(table, 1...9, "there")
    #expect(try table.sync().hasPrefix("all: "))
    #expect(try table.rows == table.truth())
  }

  @Test func `the log of triggers, whatever either history has changed`() throws {
    var random = SeededRandom.announced("forked histories")
    for round in 0..<12 {
      let table = try table(30)
      #expect(try table.install())
      try change(table, (0..<Int.random(in: 0..<150, using: &random)).map { $0 % 30 + 1 }, "base")
      _ = try table.sync()
      let base = try base(table)
      func some() -> [Int] {
        (0..<Int.random(in: 1..<80, using: &random)).map { _ in
          Int.random(in: 1...30, using: &random)
        }
      }
      let here = some()
      try change(table, here, "here \(round)")
      _ = try table.sync()
      #expect(try table.rows == table.truth(), "\(random.seed)")
      try restore(base, table)
      // Equally many, and more or fewer.
      let count = max(1, here.count + Int.random(in: -3...40, using: &random))
      let there = (0..<count).map { _ in Int.random(in: 1...30, using: &random) }
      try change(table, there, "there \(round)")
      _ = try table.sync()
      #expect(try table.rows == table.truth(), "round \(round), \(random.seed)")
    }
  }

  @Test func `a watermark, with other rows up to the same height`() throws {
    let mode = "watermark: stamp"
    let table = try table(100)
    _ = try table.sync(changes: mode)
    let base = try base(table)
    func add(_ word: String, _ numbers: ClosedRange<Int>) throws {
      for number in numbers {
        try table.run("INSERT INTO t VALUES ('\(word)\(number)', '\(word)', \(100 + number))")
      }
    }
    try add("here", 1...9)
    #expect(try table.sync(changes: mode) == "some")
    try restore(base, table)
    try add("there", 1...9)
    #expect(try table.sync(changes: mode).hasPrefix("all: rows with a lower `stamp` are others"))
    #expect(try table.rows == table.truth())
    // Higher than the mark, and without the rows below it.
    let next = try self.base(table)
    try add("on", 10...12)
    #expect(try table.sync(changes: mode) == "some")
    try restore(next, table)
    try add("high", 15...20)
    #expect(try table.sync(changes: mode).hasPrefix("all: "))
    #expect(try table.rows == table.truth())
  }

  @Test func `a history that goes on is read from where it was left, also when all has changed`()
    throws
  {
    let table = try table(200)
    #expect(try table.install())
    _ = try table.sync()
    for round in 1...6 {
      try change(table, 1...200, "round \(round)")
      #expect(try table.sync() == "200 keys")
      #expect(try table.sync() == "unchanged")
    }
    #expect(try table.rows == table.truth())
    let mode = "watermark: stamp"
    table.cursor = nil
    _ = try table.sync(changes: mode)
    for round in 1...5 {
      try table.run(
        "UPDATE t SET name = 'later', stamp = \(100_000 + round) WHERE id IN ('k\(round)', 'k\(190 + round)')"
      )
      #expect(try table.sync(changes: mode) == "some")
      #expect(try table.rows == table.truth())
    }
  }
}
