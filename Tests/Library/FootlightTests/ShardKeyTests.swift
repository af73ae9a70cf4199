import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// Domains whose items lie in files by a text, such as a country.
@Suite struct ShardKeyTests {
  /// A workspace with people of some countries, parted as `shards` says.
  private struct People: ~Copyable {
    let folder: TemporaryFolder

    init(_ shards: String, duplicates: String = "error") throws {
      let folder = try TemporaryFolder()
      try folder.write(
        "domains/people.yaml",
        """
        domain: people
        version: 1
        shards: \(shards)
        source: { kind: csv, path: people.csv, duplicates: \(duplicates) }
        item: { id: "{id}", title: "{name}" }

        """)
      self.folder = folder
    }

    func write(_ rows: [(id: Int, name: String, country: String)]) throws {
      let lines = rows.map { "\($0.id),\($0.name),\($0.country)\n" }
      try folder.write("domains/people.csv", "id,name,country\n" + lines.joined())
    }

    func library() throws -> Library {
      try Library(workspace: folder.path, system: .isolated(in: folder.path))
    }

    /// How many files the index has.
    func files() throws -> Int {
      try folder.names(".footlight").count { $0.hasPrefix("people.") && $0.hasSuffix(".sqlite") }
    }
  }

  private static let countries = ["is", "fo", "gl", ""]

  private static func rows(_ count: Int) -> [(id: Int, name: String, country: String)] {
    (1...count).map { ($0, "Person \($0)", countries[$0 % 4]) }
  }

  @Test(arguments: [
    ("4", 4), ("{ count: 3 }", 3), ("{ count: 3, by: '{country}' }", 3),
    ("{ by: '{country | upper}' }", 16), ("{ count: 1, by: '{country}' }", 1),
  ])
  func `answers are the same however the items are parted`(shards: String, files: Int) throws {
    let people = try People(shards)
    var rows = Self.rows(80)
    try people.write(rows)
    let library = try people.library()
    #expect(try library.sync().rows.first?.items == 80)
    #expect(try people.files() == files)
    #expect(
      try library.ids("person 7") == [
        "7", "70", "71", "72", "73", "74", "75", "76", "77", "78", "79",
      ])
    // Somebody moves, somebody comes, somebody goes.
    rows[6] = (7, "Mover 7", "gl")
    rows[7].country = "no"
    rows.removeLast()
    rows.append((81, "Comer 81", "fo"))
    try people.write(rows)
    let row = try #require(try library.sync().rows.first)
    #expect(row.decision == .apply && row.items == 80)
    #expect(
      row.changes
        == ChangeCounts(
          inserted: 1, updated: files == 1 || !shards.contains("by") ? 1 : 2, deleted: 1))
    #expect(try library.ids("mover") == ["7"] && library.ids("comer") == ["81"])
    #expect(try library.verify().domains.map(\.differences) == [0])
    _ = try library.compact()
    #expect(try people.files() == files)
    #expect(try library.ids("mover") == ["7"] && library.ids("comer") == ["81"])
    #expect(try library.verify().domains.map(\.differences) == [0])
    #expect(try library.sync().rows.first?.decision == SyncDecision.none)
  }

  @Test(arguments: ["first", "last"])
  func `records with one id are told of and settled across countries`(_ rule: String) throws {
    let people = try People("{ count: 5, by: '{country}' }", duplicates: rule)
    try people.write(Self.rows(40) + [(9, "Later 9", "no"), (10, "Later 10", "gl")])
    let report = try people.library().sync()
    let row = try #require(report.rows.first)
    #expect(row.items == 40 && report.failures.isEmpty)
    #expect(row.warnings.count == 2)
    #expect(row.warnings.first?.location?.line == 42)
    #expect(row.warnings.first?.message.contains("domains/people.csv:10") == true)
    let ids = try people.library().ids("later")
    #expect(ids.sorted() == (rule == "last" ? ["10", "9"] : []))
  }

  @Test func `a record with the id of another country's fails as within one file`() throws {
    let people = try People("{ count: 5, by: '{country}' }")
    try people.write(Self.rows(40) + [(9, "Second 9", "no")])
    #expect(failureCode { try people.library().sync() } == .tooManyBadRecords)
  }
}
