import DeclaredRecords
import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// Bad, repeated and missing records.
@Suite struct BadRecordTests {
  @Test func `bad records fail the build with their places, and the old index stays`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", [(1, "alpha"), (2, "beta"), (3, "gamma")])
    let library = try work.library()
    try library.sync()
    work.records.put(
      "names",
      [["id": 1, "title": "omega"], ["id": 2], ["title": "no id"], ["id": 4, "title": ""]])
    try work.declare("names", version: 2)
    let failure = failure { _ = try library.sync() }
    #expect(failure?.exitCode == 2)
    #expect(failure?.diagnostics.first?.code == .tooManyBadRecords)
    #expect(failure?.diagnostics.dropFirst().map { $0.location?.line } == [2, 3, 4])
    #expect(try library.ids("alpha") == ["1"])
    #expect(try library.ids("omega").isEmpty)
    #expect(try work.generations("names").count == 1)
    #expect(try library.status().domains.first?.version == 1)
  }

  @Test(arguments: [("2", true), ("3", false), ("50%", false), ("49%", true)])
  func `tolerated records are counted and warned of`(tolerate: String, fails: Bool) throws {
    let work = try TestWorkspace()
    try work.declare("names", source: ", tolerate: \(tolerate)")
    work.records.put(
      "names",
      [
        ["id": 1, "title": "alpha"], ["id": 2], ["id": 3], ["id": 4],
        ["id": 5, "title": "beta"], ["id": 6, "title": "gamma"],
      ])
    let library = try work.library()
    let report = try library.sync(options: SyncOptions(collectsFailures: true))
    #expect(report.failures.isEmpty != fails)
    let row = try #require(report.rows.first)
    #expect(row.isDone == !fails && row.failures.isEmpty == !fails)
    guard !fails else { return }
    #expect(row.items == 3 && row.badRecords == 3)
    #expect(row.warnings.count == 3 && row.warnings.allSatisfy { $0.severity == .warning })
  }

  @Test func `twenty bad records are shown and all are counted`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    work.records.put("names", (1...90).map { ["id": .number(String($0))] })
    let library = try work.library()
    let failure = failure { _ = try library.sync() }
    #expect(failure?.diagnostics.first?.message.contains("90 of 90") ?? false)
    #expect(failure?.diagnostics.count == 22)
    #expect(failure?.diagnostics.last?.message.contains("70") ?? false)
    #expect(try work.generations("names").isEmpty)
  }

  @Test(arguments: [("first", "alpha"), ("last", "gamma")])
  func `of records with one id the declared one is kept, and both places are named`(
    rule: String, kept: String
  ) throws {
    let work = try TestWorkspace()
    try work.declare("names", source: ", duplicates: \(rule)")
    work.put("names", [(1, "alpha"), (2, "beta"), (1, "gamma")])
    let library = try work.library()
    let row = try #require(try library.sync().rows.first)
    #expect(row.items == 2 && row.badRecords == 0)
    #expect(row.warnings.map(\.code) == [.duplicateID])
    #expect(row.warnings.first?.location?.line == 3)
    #expect(row.warnings.first?.message.contains(":1") ?? false)
    #expect(try library.item("names:1")?.item.title == kept)
  }

  @Test func `a repeated id is a bad record by default, and tolerated ones keep the first`() throws
  {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", [(1, "alpha"), (1, "gamma")])
    let library = try work.library()
    let failure = failure { _ = try library.sync() }
    #expect(failure?.diagnostics.map(\.code) == [.tooManyBadRecords, .duplicateID])
    try work.declare("names", source: ", tolerate: 1")
    #expect(try library.sync().rows.first?.badRecords == 1)
    #expect(try library.item("names:1")?.item.title == "alpha")
  }

  @Test func `a changed source that lost more than half needs a permission to shrink`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", (1...10).map { ($0, "word \($0)") })
    let library = try work.library()
    try library.sync()
    work.put("names", (1...4).map { ($0, "word \($0)") })
    let failure = failure { _ = try library.sync() }
    #expect(failure?.diagnostics.map(\.code) == [.sourceShrank])
    #expect(failure?.exitCode == 2)
    #expect(failure?.description.contains("--allow-shrink") ?? false)
    #expect(try library.ids("word").count == 10)
    try library.sync(options: SyncOptions(allowsShrink: true))
    #expect(try library.ids("word").count == 4)
    work.put("names", (1...2).map { ($0, "word \($0)") })
    try library.sync()
    #expect(try library.ids("word").count == 2, "exactly half may go")
  }

  @Test func `neither a raised version nor an order is guarded against shrinking`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", (1...10).map { ($0, "word \($0)") })
    let library = try work.library()
    try library.sync()
    work.put("names", [(1, "word")])
    try work.declare("names", version: 2)
    try library.sync()
    #expect(try library.ids("word").count == 1)
    work.put("names", [])
    try library.rebuild(["names"])
    #expect(try library.ids("word").isEmpty)
  }
}
