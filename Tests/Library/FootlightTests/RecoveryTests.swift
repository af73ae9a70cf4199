import FileHandles
import Footlight
import FootlightPlatform
import TestSupport
import Testing

@Suite struct RecoveryTests {
  private func built() throws -> TestWorkspace {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", (1...300).map { ($0, "name \($0)") })
    try work.library().sync()
    return work
  }

  private func overwrite(_ path: String, every step: Int) throws {
    var bytes = try File.readWhole(path)
    for start in stride(from: 0, to: bytes.count, by: step) {
      for offset in start..<min(start + 64, bytes.count) { bytes[offset] = bytes[offset] ^ 0xA5 }
    }
    let file = try FileOperations.system.create(path)
    try file.write(bytes, bytes.all)
  }

  @Test func `what a killed indexer left is cleared away, and files of others stay`() throws {
    let work = try built()
    let live = try work.generations("names")
    for name in ["names.77.sqlite", "old.3.sqlite"] { try work.leave(name) }
    for name in ["x", "made-by-footlight"] {
      try work.folder.write(".footlight/names.78.sqlite.scratch/\(name)", "left")
    }
    try work.folder.write(".footlight/notes.txt", "mine")
    try work.folder.write(".footlight/names.sqlite", "mine, too")
    #expect(try work.library().decision("names") == SyncDecision.none)
    let left = try work.files().filter { !$0.hasPrefix("catalog") && $0 != "lock" }
    #expect(left == (live + ["names.sqlite", "notes.txt"]).sorted())
  }

  @Test func `a damaged header is noticed and rebuilt, and says why`() throws {
    let work = try built()
    let name = try work.generations("names")[0]
    try overwrite(work.folder.path(".footlight/\(name)"), every: 512)
    let library = try work.library()
    let query = failure { _ = try library.search("name 42") }
    #expect(query == nil || query?.exitCode == 3)
    let row = try #require(try library.sync().rows.first)
    #expect(row.decision == .rebuild && !row.reason.isEmpty)
    #expect(try library.ids("name 42").first == "42")
    #expect(try work.generations("names").count == 1)
  }

  @Test func `a damaged index whose version is ahead stays as it is until a version catches up`()
    throws
  {
    let work = try TestWorkspace()
    try work.declare("names", version: 5)
    work.put("names", (1...300).map { ($0, "name \($0)") })
    try work.library().sync()
    try work.declare("names", version: 4)
    work.put("names", [(1, "another")])
    let path = work.folder.path(".footlight/\(try work.generations("names")[0])")
    try overwrite(path, every: 512)
    let before = try File.readWhole(path)
    for strict in [false, true] {
      var options = SyncOptions(collectsFailures: true)
      options.isStrict = strict
      let report = try work.library().sync(options: options)
      #expect(report.exitCode == (strict ? 2 : 0))
      if !strict { #expect(report.rows.first?.decision == .ahead) }
      let after = try File.readWhole(path)
      #expect(after.bytes(after.all) == before.bytes(before.all))
    }
    try work.declare("names", version: 6)
    #expect(try work.library().decision("names") == .rebuild)
    #expect(try work.library().ids("another") == ["1"])
  }

  @Test func `a missing or shortened generation is noted, the rest searched, and rebuilt`() throws {
    let work = try built()
    try work.declare("others")
    work.put("others", [(1, "name of another")])
    try work.library().sync()
    let path = work.folder.path(".footlight/\(try work.generations("names")[0])")
    try FileOperations.system.remove(path)
    let library = try work.library()
    let answer = try library.search("name")
    #expect(answer.hits.map(\.domain) == ["others"])
    #expect(answer.notes.map(\.domain) == ["names"])
    #expect(answer.notes.first?.code.rawValue == "index.generation-missing")
    #expect(try library.decision("names") == .rebuild)
    #expect(try library.search("name").notes.isEmpty)
    let again = work.folder.path(".footlight/\(try work.generations("names")[0])")
    let bytes = try File.readWhole(again)
    let file = try FileOperations.system.create(again)
    try file.write(bytes, ByteRange(start: 0, count: bytes.count / 2))
    #expect(try library.decision("names") == .rebuild)
  }

  @Test func `damage met by a search leaves a marker and a note, and the rest is searched`() throws
  {
    let work = try built()
    try work.declare("others")
    work.put("others", [(1, "name of another")])
    try work.library().sync()
    let name = try work.generations("names")[0]
    let path = work.folder.path(".footlight/\(name)")
    var apart = try TakenApart(path)
    apart.damage()
    try apart.write(apart.bytes, to: path)

    let library = try work.library()
    let answer = try library.search("name", options: SearchOptions(limit: 400))
    #expect(answer.hits.map(\.domain) == ["others"])
    #expect(answer.notes.map(\.domain) == ["names"])
    #expect(answer.total == 1)
    #expect(try work.files().contains("\(name).damaged"))
    let alone = SearchOptions(domains: ["names"])
    #expect(failure { _ = try library.search("name", options: alone) }?.exitCode == 3)
    let row = try #require(try work.library().sync().rows.first { $0.domain == "names" })
    #expect(row.decision == .rebuild && row.reason.contains("damage"))
    #expect(try library.search("name").total == 301)
    #expect(try !work.files().contains { $0.hasSuffix(".damaged") })
  }

  @Test func `a marker that a search left makes the next sync rebuild`() throws {
    let work = try built()
    let name = try work.generations("names")[0]
    try work.folder.write(
      ".footlight/\(name).damaged", "Footlight has met damage in the index of this name.\n")
    let library = try work.library()
    #expect(try library.decision("names") == .rebuild)
    #expect(try work.generations("names").count == 1)
    #expect(try library.decision("names") == SyncDecision.none)
  }

  @Test func `a damaged catalog is rebuilt by a sync, and a search says so`() throws {
    let work = try built()
    try overwrite(work.folder.path(".footlight/catalog.sqlite"), every: 100)
    let library = try work.library()
    let query = failure { _ = try work.library().search("name") }
    #expect(query?.exitCode == 3)
    #expect(query?.description.contains("footlight sync") ?? false)
    #expect(try library.decision("names") == .build)
    #expect(try library.ids("name 42").first == "42")
    #expect(try work.generations("names").count == 1)
  }

  @Test func `an index of a newer program is left alone`() throws {
    let work = try built()
    let path = work.folder.path(".footlight/catalog.sqlite")
    do {
      let catalog = try Connection(path: path, mode: .readWrite)
      // Which seals its rows in a way of its own.
      try catalog.execute(
        "PRAGMA user_version = 99; UPDATE counter SET value = 7 WHERE name = 'seal'")
    }
    let library = try work.library()
    #expect(failure { _ = try library.search("name") }?.exitCode == 3)
    #expect(failure { _ = try library.sync() }?.exitCode == 3)
    #expect(try work.generations("names").count == 1)
  }

  @Test func `wiping first needs no room for two, and ends with the same index`() throws {
    let work = try built()
    let library = try work.library()
    let generations = try work.generations("names")
    work.records.whenRead("names") { _ in }
    try library.rebuild(["names"], options: SyncOptions(wipesFirst: true))
    #expect(try work.generations("names") != generations)
    #expect(try library.ids("name 42").first == "42")
  }

  @Test func `a full disk fails the build and keeps the old index`() throws {
    let work = try built()
    try work.declare("names", version: 2)
    let count = Faults()
    work.system.files = count.files
    _ = failure { _ = try work.library().sync(options: SyncOptions(isDryRun: true)) }
    for chosen in 1...6 {
      let faults = Faults(at: chosen, .diskStaysFull)
      work.system.files = faults.files
      let library = try work.library()
      let failure = failure { _ = try library.sync() }
      #expect(failure?.exitCode == 3, "step \(chosen): \(faults.steps)")
      #expect(try library.search("name").total == 300)
    }
    work.system.files = .system
    #expect(try work.library().decision("names") == .rebuild)
    #expect(try work.generations("names").count == 1)
  }

  @Test func `after a sync the catalog is one file`() throws {
    let work = try built()
    #expect(try work.files() == ["catalog.sqlite", "catalog.state", "lock", "names.1.sqlite"])
  }
}
