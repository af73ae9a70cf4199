import FileHandles
import FootlightPlatform
import TestSupport
import Testing

/// The built tool, killed at random moments while it applies what a random writer changes in a table
/// with triggers, in one with a watermark and drafts, and in a file.
///
/// Now and then a row of each is bad. After each kill the index is whole, the next syncs bring it up
/// to date and set aside what is bad and nothing else, and `verify` finds no difference. `make
/// torture` kills it 1,000 times; the seed that is printed, in `FOOTLIGHT_TEST_SEED`, makes the same
/// changes and delays again.
struct KilledSyncTests {
  private static let isTorture = SystemServices.system.environment("FOOTLIGHT_TORTURE") != nil
  /// Each has a table and an index of its own; two of them keep two processors busy.
  private static let writers = isTorture ? 2 : 1
  /// How many syncs of each are killed.
  private static let kills = isTorture ? 500 : 25
  private static let rows = 1_600

  @Test(.enabled(if: BuiltTool.path != nil), arguments: 0..<writers)
  func `syncs killed under a random writer lose and double nothing (RA-25)`(_ number: Int) throws {
    let tool = try BuiltTool()
    let database = try Connection(
      path: tool.workspace + "/domains/people.sqlite", mode: .create)
    var random = SeededRandom.announced("syncs killed under random writer \(number)")
    // With the same seed they still differ.
    for _ in 0..<number { random = SeededRandom(seed: random.next()) }
    var writer = Writer(tool, random, database)
    try writer.begin()
    var whole = 40
    var killed = 0
    var turn = 0
    while killed < Self.kills {
      turn += 1
      try writer.changeMany()
      let delay = writer.random.below(whole * 5 / 4)
      let run = try tool.run(["sync"]) { process in
        let end = SystemServices.system.monotonic() + Int64(delay) * 1_000_000
        while SystemServices.system.monotonic() < end { try writer.changeOne() }
        process.send(signal: 9)
      }
      let when = "turn \(turn), seed \(writer.random.seed), killed after \(delay) ms"
      #expect([0, 2, 128 + 9].contains(run.code), "\(when): \(run.talk)")
      if run.code == 128 + 9 {
        killed += 1
        let found = try tool.run(["status", "--check"])
        // That its sources have changed is no damage.
        #expect(found.code < 2 && !found.talk.contains("error["), "\(when): \(found.talk)")
      }
      let began = SystemServices.system.monotonic()
      let next = try tool.run(["sync"])
      // About how long it takes, so that kills come at all of its moments.
      whole = max(
        20, (7 * whole + 3 * Int((SystemServices.system.monotonic() - began) / 1_000_000)) / 10)
      #expect([0, 2].contains(next.code), "\(when), then synced: \(next.talk)")
      try settle(tool, next, when)
      let aside = try tool.run(["quarantine", "--json"]).lines.map(String.init).sorted()
      let bad = try writer.bad()
      #expect(aside.count == bad.count, "\(when): \(aside) instead of \(bad)")
      for (line, place) in zip(aside, bad) {
        #expect(line.hasPrefix(place), "\(when): \(aside) instead of \(bad)")
      }
      let verified = try tool.run(["verify"])
      #expect(
        verified.code == 0, "\(when), then verified: \(verified.output.prefix(400))\(verified.talk)"
      )
      try #require(turn < 20 * Self.kills, "only \(killed) of \(turn) syncs were killed")
    }
    let compacted = try tool.run(["compact"])
    #expect(compacted.code == 0, "\(compacted.talk)")
    let verified = try tool.run(["verify"])
    #expect(verified.code == 0, "\(verified.output.prefix(400))")
    let looked = try tool.run(["status", "--check"])
    #expect(looked.code < 2 && !looked.talk.contains("error["), "\(looked.talk)")
  }

  /// Has everything tried until it is applied or set aside: five times at most.
  private func settle(_ tool: BuiltTool, _ first: BuiltTool.Run, _ when: String) throws {
    var run = first
    for _ in 0..<5 where run.code == 2 {
      #expect(run.talk.contains("stays as it was indexed"), "\(when), then synced: \(run.talk)")
      run = try tool.run(["sync"])
    }
    #expect(run.code == 0, "\(when), then synced: \(run.talk)")
  }

  /// Who changes tables of people and of notes, and now and then a file of places.
  private struct Writer: ~Copyable {
    var random: SeededRandom
    private var stamp = 1
    private var badPlaces: [Int] = []
    private let tool: BuiltTool
    private let database: Connection

    init(_ tool: BuiltTool, _ random: SeededRandom, _ database: consuming Connection) {
      self.tool = tool
      self.random = random
      self.database = database
    }

    mutating func begin() throws {
      try tool.write(
        "domains/people.yaml",
        """
        domain: people
        version: 1
        source: { kind: sqlite, path: people.sqlite, table: person, key: id, changes: triggers }
        item: { id: "{id}", title: "{name}", keywords: ["{mail}"] }

        """)
      try tool.write(
        "domains/places.yaml",
        """
        domain: places
        version: 1
        source: { kind: csv, path: places.csv }
        item: { id: "{id}", title: "{name}" }

        """)
      try tool.write(
        "domains/notes.yaml",
        """
        domain: notes
        version: 1
        source: { kind: sqlite, path: people.sqlite, table: note, key: id, changes: "watermark: stamp" }
        item: { id: "{id}", title: "{title}", skip_when: "{draft}" }

        """)
      try database.setPragma("journal_mode", to: random.oneIn(2) ? "wal" : "delete")
      try database.setPragma("synchronous", to: "off", expecting: "0")
      try database.execute(
        "CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT, mail TEXT UNIQUE)")
      try database.execute(
        "CREATE TABLE note(id INTEGER PRIMARY KEY, title TEXT, draft INTEGER, stamp INTEGER)")
      try database.begin()
      for id in 1...KilledSyncTests.rows {
        try database.execute("INSERT INTO person VALUES (\(id), 'person \(id)', 'm\(id)')")
      }
      for id in 1...300 {
        try database.execute("INSERT INTO note VALUES (\(id), 'note \(id)', \(id % 5 / 4), 1)")
      }
      try database.commit()
      try writePlaces(withBad: false)
      for words in [["allow", "people"], ["source", "install", "people"], ["sync"]] {
        let run = try tool.run(words)
        #expect(run.code == 0, "\(words): \(run.talk)")
      }
    }

    /// What comes before a sync: nothing, a few rows, or so many that a new generation is written.
    mutating func changeMany() throws {
      try database.begin()
      for _ in 0..<random.below([3, 60, 60, 900][random.below(4)]) { try changeRow() }
      try database.commit()
      if random.oneIn(3) { try writePlaces() }
    }

    /// What happens while a sync runs.
    mutating func changeOne() throws {
      if random.oneIn(40) { try writePlaces() }
      try database.begin()
      for _ in 0...random.below(3) { try changeRow() }
      try database.commit()
      _ = try Subprocess("/bin/sleep", ["0.002"]).run()
    }

    /// The beginnings of the lines that tell what is bad now.
    borrowing func bad() throws -> [String] {
      var found = badPlaces.map { "{\"domain\":\"places\",\"id\":\"\($0)\"" }
      for (domain, rows) in [
        ("people", "person WHERE name = ''"),
        // What is left out needs no title, but it must be read.
        ("notes", "note WHERE title = '' AND NOT draft OR title = CAST(x'FF' AS TEXT)"),
      ] {
        let statement = try database.statement("SELECT id FROM \(rows)")
        while try statement.step() {
          found.append("{\"domain\":\"\(domain)\",\"id\":\"\(statement.int(0))\"")
        }
      }
      return found.sorted()
    }

    private mutating func changeNote() throws {
      // Few, so that many come back to what they have been.
      let id = 1 + random.below(320)
      stamp += 1
      let title =
        switch random.below(60) {
        case 0: "''"
        case 1: "CAST(x'FF' AS TEXT)"
        default: "'note \(id)\(random.oneIn(2) ? "" : " again")'"
        }
      try database.execute(
        """
        INSERT OR REPLACE INTO note VALUES (\(id), \(title), \(random.oneIn(3) ? 1 : 0), \(stamp))
        """)
    }

    private mutating func changeRow() throws {
      if random.oneIn(3) { return try changeNote() }
      let id = 1 + random.below(KilledSyncTests.rows)
      let other = 1 + random.below(KilledSyncTests.rows)
      let isBad = random.oneIn(100)
      let name = isBad ? "''" : "'person \(id) \(random.below(1_000_000))'"
      switch random.below(6) {
      case 0: try database.execute("DELETE FROM person WHERE id = \(id)")
      case 1:
        try database.execute("INSERT OR REPLACE INTO person VALUES (\(id), \(name), 'm\(other)')")
      case 2: try database.execute("UPDATE OR REPLACE person SET id = \(other) WHERE id = \(id)")
      case 3: try database.execute("INSERT OR IGNORE INTO person VALUES (\(id), \(name), 'm\(id)')")
      default: try database.execute("UPDATE person SET name = \(name) WHERE id = \(id)")
      }
    }

    private mutating func writePlaces(withBad: Bool = true) throws {
      var text = "id,name\n"
      badPlaces = []
      for id in 1...(300 + random.below(100)) {
        if withBad, random.oneIn(200) {
          badPlaces.append(id)
          text += "\(id),\"\"\n"
          continue
        }
        text += "\(id),\"place \(id)\(random.oneIn(9) ? " \(random.below(1000))" : "")\"\n"
      }
      try tool.write("domains/places.part", text)
      let path = tool.workspace + "/domains/places"
      try FileOperations.system.rename(path + ".part", to: path + ".csv")
    }
  }
}
