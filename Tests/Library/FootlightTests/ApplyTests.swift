import FileHandles
import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// What a sync does with changes: the same as a rebuild, at the cost of the changes.
@Suite struct ApplyTests {
  /// A workspace with a table of people.
  private struct People: ~Copyable {
    let folder: TemporaryFolder
    let database: Connection
    let library: Library

    init(_ changes: String, _ names: [(String, String)], item: String = "") throws {
      let folder = try TemporaryFolder()
      try folder.write(
        "domains/names.yaml",
        """
        domain: names
        version: 1
        source: { kind: sqlite, path: names.sqlite, table: person, key: id, changes: \(changes) }
        item: { id: "{id}", title: "{name}"\(item) }

        """)
      let database = try Connection(path: folder.path("domains/names.sqlite"), mode: .create)
      try database.execute("CREATE TABLE person(id TEXT PRIMARY KEY, name TEXT, stamp INTEGER)")
      for (id, name) in names {
        try database.execute("INSERT INTO person VALUES ('\(id)', '\(name)', 1)")
      }
      let library = try Library(workspace: folder.path, system: .isolated(in: folder.path))
      if changes == "triggers" {
        try library.allow("names")
        try library.installChangeLog(of: "names")
      }
      try library.sync()
      self.folder = folder
      self.database = database
      self.library = library
    }

    func sync(_ options: SyncOptions = SyncOptions()) throws -> SyncRow {
      try #require(try library.sync(options: options).rows.first)
    }
  }

  private static let ways = ["digest", "triggers"]

  @Test(arguments: ways)
  func `the last state of a row counts, whatever came before (RA-21, RA-22)`(
    _ way: String
  ) throws {
    let people = try People(way, [("x", "start"), ("keep", "keeper"), ("a", "a"), ("b", "b")])
    let histories: [([String], ChangeCounts, String?)] = [
      (
        ["DELETE FROM person WHERE id='x'", "INSERT INTO person VALUES('x','again',1)"],
        ChangeCounts(updated: 1), "again"
      ),
      (
        ["UPDATE person SET name='one' WHERE id='x'", "UPDATE person SET name='two' WHERE id='x'"],
        ChangeCounts(updated: 1), "two"
      ),
      (["DELETE FROM person WHERE id='x'"], ChangeCounts(deleted: 1), nil),
      (
        ["INSERT INTO person VALUES('x','born',1)", "DELETE FROM person WHERE id='x'"],
        ChangeCounts(), nil
      ),
      (["INSERT INTO person VALUES('x','back',1)"], ChangeCounts(inserted: 1), "back"),
      (["INSERT OR REPLACE INTO person VALUES('x','new',1)"], ChangeCounts(updated: 1), "new"),
      (["UPDATE person SET name=name"], ChangeCounts(), "new"),
    ]
    for (statements, changes, title) in histories {
      for statement in statements { try people.database.execute(statement) }
      let row = try people.sync()
      #expect(row.changes == changes, "\(statements)")
      #expect(row.decision == (changes == ChangeCounts() ? SyncDecision.none : .apply))
      #expect(try people.library.item("names:x")?.item.title == title, "\(statements)")
    }
    try people.database.execute("UPDATE person SET id='y' WHERE id='keep'")
    #expect(try people.sync().changes == ChangeCounts(inserted: 1, deleted: 1))
    #expect(try people.library.ids("keeper") == ["y"])
    #expect(try people.library.verify().domains.first?.differences == 0)
  }

  @Test func `a record that does not fit is set aside and the rest goes on (N3)`() throws {
    let people = try People("triggers", (1...30).map { ("\($0)", "person \($0)") })
    try people.database.execute("UPDATE person SET name='' WHERE id='7'")
    try people.database.execute("UPDATE person SET name='well' WHERE id='8'")
    let collecting = SyncOptions(collectsFailures: true)
    for attempt in 1...5 {
      let report = try people.library.sync(options: collecting)
      #expect(report.exitCode == 2 && report.failures.count == 1, "attempt \(attempt)")
      #expect(try people.library.ids("well") == ["8"])
      let status = try #require(try people.library.status().domains.first)
      #expect(status.quarantined == (attempt == 5 ? 1 : 0))
      #expect(status.pending == (attempt == 5 ? 0 : 1))
      #expect(status.lastError.contains("title"))
    }
    #expect(try people.library.sync(options: collecting).exitCode == 0)
    #expect(try people.library.ids("person 7") == ["7"])
    let aside = try people.library.quarantine()
    #expect(aside.map(\.id) == ["7"] && aside.map(\.attempts) == [5])
    #expect(try people.library.release("names:8") == 0)
    #expect(try people.library.release("names:7") == 1)
    #expect(try people.library.status().domains.first?.pending == 1)
    #expect(try people.library.sync(options: collecting).exitCode == 2)
    try people.database.execute("UPDATE person SET name='healed' WHERE id='7'")
    #expect(try people.sync().changes == ChangeCounts(updated: 1))
    let status = try #require(try people.library.status().domains.first)
    #expect(status.pending == 0 && status.quarantined == 0)
    #expect(try people.library.verify().domains.first?.differences == 0)
  }

  @Test(arguments: ways)
  func `a source that lost most items or all of its table deletes nothing (N11)`(
    _ way: String
  ) throws {
    let people = try People(way, (1...40).map { ("\($0)", "person \($0)") })
    try people.database.execute("DROP TABLE person")
    #expect(failure { _ = try people.library.sync() }?.exitCode == 2)
    try people.database.execute("CREATE TABLE person(id TEXT PRIMARY KEY, name TEXT)")
    try people.database.execute("INSERT INTO person VALUES('1', 'person 1')")
    #expect(failureCode { _ = try people.library.sync() } == .sourceShrank)
    #expect(try people.library.search("person").total == 40)
    #expect(try people.sync(SyncOptions(allowsShrink: true)).changes.deleted == 39)
    #expect(try people.library.verify().domains.first?.differences == 0)
  }

  @Test(arguments: ways)
  func `columns that swap their names change every row`(_ way: String) throws {
    let people = try People(
      way, (1...30).map { ("\($0)", "person \($0)") }, item: ", body: \"{stamp}\"")
    for (old, new) in [("name", "x"), ("stamp", "name"), ("x", "stamp")] {
      try people.database.execute("ALTER TABLE person RENAME COLUMN \(old) TO \(new)")
    }
    #expect(try people.sync().changes == ChangeCounts(updated: 30))
    #expect(try people.library.item("names:7")?.item.title == "1")
    #expect(try people.library.verify().domains.first?.differences == 0)
  }

  @Test func `all that was set aside is released at once`() throws {
    let people = try People("triggers", (1...3000).map { ("\($0)", "person \($0)") })
    try people.database.execute("UPDATE person SET name='' WHERE id < '13'")
    let wanted = try people.database.statement("SELECT count(*) FROM person WHERE name=''")
    #expect(try wanted.step())
    for _ in 1...5 { _ = try people.library.sync(options: SyncOptions(collectsFailures: true)) }
    #expect(try people.library.release("names") == wanted.int(0))
    #expect(try people.library.quarantine().isEmpty)
  }

  @Test func `a watermark loses no equal stamp`() throws {
    let people = try People("\"watermark: stamp\"", (1...20).map { ("\($0)", "person \($0)") })
    try people.database.execute("INSERT INTO person VALUES('late', 'latecomer', 1)")
    try people.database.execute("UPDATE person SET name='renamed', stamp=2 WHERE id='5'")
    #expect(try people.sync().changes == ChangeCounts(inserted: 1, updated: 1))
    #expect(try people.sync().decision == .none)
    try people.database.execute("UPDATE person SET name='' , stamp=3 WHERE id='6'")
    try people.database.execute("UPDATE person SET name='seven', stamp=3 WHERE id='7'")
    let report = try people.library.sync(options: SyncOptions(collectsFailures: true))
    #expect(report.exitCode == 2 && report.rows.first?.changes == ChangeCounts(updated: 1))
    #expect(try people.library.status().domains.first?.pending == 1)
    try people.database.execute("UPDATE person SET name='six', stamp=4 WHERE id='6'")
    #expect(try people.sync().changes == ChangeCounts(updated: 1))
    #expect(try people.library.status().domains.first?.pending == 0)
    #expect(try people.library.verify().domains.first?.differences == 0)
  }

  @Test func `a truncated file changes nothing, and the whole one nothing again (TB-16)`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "domains/names.yaml",
      """
      domain: names
      version: 1
      source: { kind: csv, path: names.csv }
      item: { id: "{id}", title: "{name}" }

      """)
    let lines = (1...50).map { "\($0),person \($0)" }
    try folder.write("domains/names.csv", "id,name\n" + lines.joined(separator: "\n") + "\n")
    let library = try Library(workspace: folder.path, system: .isolated(in: folder.path))
    try library.sync()
    let whole = "id,name\n51,new\n" + lines.dropFirst().joined(separator: "\n") + "\n"
    try folder.write("domains/names.csv", "id,name\n1,person 1\n2,\"cut off")
    #expect(failure { _ = try library.sync() }?.exitCode == 2)
    #expect(try library.search("person").total == 50)
    try folder.write("domains/names.csv", whole)
    #expect(
      try library.sync().rows.first?.changes == ChangeCounts(inserted: 1, deleted: 1))
    try folder.write("domains/names.csv", whole + "2,person 2\n")
    // Two records with one id: what a rebuild says counts.
    #expect(failureCode { _ = try library.sync() } == .tooManyBadRecords)
    #expect(try library.search("person").total == 49)
  }

  /// Random changes of a file and of a table: what is stored is what a fresh build would store.
  @Test(arguments: ["csv", "digest", "triggers"])
  func `random changes end where a fresh build does`(_ way: String) throws {
    var random = SeededRandom.announced("apply, \(way)")
    let people = try People(way == "csv" ? "digest" : way, [])
    if way == "csv" {
      try people.folder.write(
        "domains/names.yaml",
        """
        domain: names
        version: 2
        source: { kind: csv, path: names.csv, duplicates: first }
        item: { id: "{id}", title: "{name}", only_when: "{stamp} > 0" }

        """)
    }
    for round in 0..<14 {
      for _ in 0..<random.below(round == 0 ? 300 : 40) {
        let id = random.below(400)
        let name = "\(["red", "green", "blue"][random.below(3)]) \(random.below(50))"
        switch random.below(4) {
        case 0: try people.database.execute("DELETE FROM person WHERE id='\(id)'")
        case 1:
          try people.database.execute(
            "UPDATE OR IGNORE person SET id='\(random.below(400))' WHERE id='\(id)'")
        default:
          try people.database.execute(
            "INSERT OR REPLACE INTO person VALUES('\(id)', '\(name)', \(random.below(3)))")
        }
      }
      if way == "csv" {
        var text = "id,name,stamp\n"
        let rows = try people.database.statement("SELECT id, name, stamp FROM person")
        while try rows.step() { text += "\(rows.text(0)),\(rows.text(1)),\(rows.text(2))\n" }
        if random.oneIn(5) { text += "7,twice,1\n" }
        try people.folder.write("domains/names.csv", text)
      }
      try people.library.sync(options: SyncOptions(allowsShrink: true))
      let index = people.folder.path("fresh\(round)")
      let fresh = try Library(
        workspace: people.folder.path, index: index, system: .isolated(in: people.folder.path))
      if way == "triggers" { try fresh.allow("names") }
      try fresh.sync()
      #expect(
        try titles(people.library) == titles(fresh), "round \(round)")
      #expect(try people.library.verify().domains.first?.differences == 0)
    }
  }

  private func titles(_ library: Library) throws -> [String: String] {
    var found: [String: String] = [:]
    try library.dump(["names"]) { item in found[item.item.id] = item.item.title }
    return found
  }
}
