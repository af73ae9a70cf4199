import DeclaredRecords
import FileHandles
import Footlight
import FootlightPlatform
import IndexStores
import TestSupport
import Testing

/// What stays of pushes, whatever happens to the index or the declaration.
extension PushTests {
  @Test func `what was pushed outlives the index, and a raised version forgets it`() throws {
    let work = try workspace()
    let library = try work.library()
    let batch = try library.records(of: "pushed").beginBatch("crawl")
    try batch.index(things(0..<50))
    try batch.endBatch(clientState: "page 1")
    try library.deleteRecords(at: ["pushed:3"])
    _ = try library.remove(["pushed"])
    #expect(try library.sync().rows.first?.items == 49)
    #expect(try library.rebuild(["pushed"]).rows.first?.items == 49)
    #expect(try library.sync().rows.first?.decision == SyncDecision.none)
    #expect(try library.verify().exitCode == 0)
    // Another mapping is built from what was pushed.
    try declare(work, "pushed", item: ", description: \"{body}\"")
    #expect(try library.sync().rows.first?.decision == .rebuild)
    #expect(try library.item("pushed:1")?.item.description == "words")
    try declare(work, "pushed", version: 2)
    #expect(try library.records(of: "pushed").lastClientState(of: "crawl") == nil)
    let row = try library.sync().rows.first
    #expect(row?.items == 0)
    #expect(row?.warnings.map(\.code) == [.pushAgain])
    #expect(try library.records(of: "pushed").lastClientState(of: "crawl") == nil)
    try library.records(of: "pushed").index(things(0..<2))
    #expect(try library.sync().rows.first?.items == 2)
    // Who pushes before the next sync hears of it, too.
    try declare(work, "pushed", version: 3)
    let report = try library.records(of: "pushed").index(things(5..<6))
    #expect(report.warnings.map(\.code) == [.pushAgain])
    #expect(report.items == 1)
  }

  @Test func `a push that was stored and not applied is applied by whoever comes next`() throws {
    let work = try workspace()
    let library = try work.library()
    try library.records(of: "pushed").index(things(0..<20))
    let data = UserDatabase(path: work.folder.path(".footlight/user.sqlite"))
    func leave(_ id: String) throws(Failure) {
      // What a process has done that was killed before it changed the index.
      try data.push { (pushing) throws(Failure) in
        try pushing.put(id, json: #"{"id":"\#(id)","title":"left \#(id)"}"#, in: "pushed")
        try pushing.delete("3", from: "pushed")
      }
    }
    try leave("100")
    #expect(try library.ids("left").isEmpty)
    let row = try library.sync().rows.first
    #expect(row?.decision == .apply)
    #expect(row?.changes == ChangeCounts(inserted: 1, deleted: 1))
    #expect(try library.ids("left") == ["100"])
    #expect(try library.ids("thing").count == 19)
    try leave("101")
    try library.records(of: "pushed").index([["id": "5", "title": "five"]])
    #expect(try library.ids("left") == ["100", "101"])
    #expect(try library.sync().rows.first?.decision == SyncDecision.none)
    // Another file is another history: what is in the index is not taken for its records.
    for name in ["user.sqlite", "user.sqlite-wal", "user.sqlite-shm"] {
      _ = try FileOperations.system.remove(work.folder.path(".footlight/" + name))
    }
    let failure = #expect(throws: Failure.self) {
      try library.records(of: "pushed").index([["id": "1", "title": "one"]])
    }
    #expect(failure?.diagnostics.map(\.code) == [.userDataMissing])
    var forgetting = SyncOptions()
    forgetting.forgetsPushed = true
    #expect(try library.sync(options: forgetting).rows.first?.items == 0)
    try library.records(of: "pushed").index([["id": "1", "title": "one"]])
    #expect(try library.ids("one") == ["1"])
  }

  @Test func `a push that is stored and cannot be applied is no failure, and says so`() throws {
    let work = try workspace()
    let library = try work.library()
    try library.records(of: "pushed").index(things(0..<3))
    func change(_ sql: String) throws {
      let path = work.folder.path(".footlight/catalog.sqlite")
      let connection = try Connection(path: path, mode: .readWrite)
      try connection.execute(sql)
    }
    for step in ["INSERT", "UPDATE"] {
      try change(
        """
        CREATE TRIGGER no_\(step) BEFORE \(step) ON domain
        BEGIN SELECT RAISE(ABORT, 'not now'); END
        """)
    }
    let batch = try library.records(of: "pushed").beginBatch("crawl")
    try batch.index([["id": "9", "title": "nine"]])
    let report = try batch.endBatch(clientState: "page 2")
    #expect(report.warnings.count > 1)
    #expect(report.warnings.first?.code == .pushWaits)
    #expect(report.warnings.allSatisfy { $0.severity == .warning })
    #expect(try library.records(of: "pushed").lastClientState(of: "crawl") == "page 2")
    #expect(try library.ids("nine").isEmpty)
    try change("DROP TRIGGER no_INSERT; DROP TRIGGER no_UPDATE")
    #expect(try library.sync().rows.first?.decision == .apply)
    #expect(try library.ids("nine") == ["9"])
  }

  @Test func `another mapping gives pushed records other ids, and they stay one each (RK-26)`()
    throws
  {
    let work = try workspace()
    let library = try work.library()
    try library.records(of: "pushed").index(things(0..<20))
    func redeclare(_ id: String) throws {
      try work.folder.write(
        "domains/pushed.yaml",
        """
        domain: pushed
        version: 1
        source: { kind: external }
        item: { id: "\(id)", title: "{title}" }

        """)
    }
    try redeclare("x{id}")
    try library.records(of: "pushed").index([["id": "7", "title": "seven"]])
    #expect(try library.rebuild(["pushed"]).rows.first?.items == 20)
    #expect(try library.ids("seven") == ["x7"])
    try library.deleteRecords(at: ["pushed:x7"])
    #expect(try library.rebuild(["pushed"]).rows.first?.items == 19)
    // A mistake that makes all ids the same costs no record.
    try redeclare("same")
    #expect(throws: Failure.self) { try library.sync() }
    try redeclare("{id}")
    #expect(try library.sync().rows.first?.items == 19)
    try library.records(of: "pushed").index([["id": "3", "title": "three"]])
    #expect(try library.rebuild(["pushed"]).rows.first?.items == 19)
    #expect(try library.ids("three") == ["3"])
  }

  @Test func `a mapping that is taken back takes the ids of pushed records back (RK-26)`() throws {
    let work = try workspace()
    let library = try work.library()
    func redeclare(_ id: String, _ title: String) throws {
      try work.folder.write(
        "domains/pushed.yaml",
        """
        domain: pushed
        version: 1
        source: { kind: external }
        item: { id: "\(id)", title: "\(title)" }

        """)
    }
    try redeclare("{id}", "{title}")
    try library.records(of: "pushed").index([
      ["id": "1", "slug": "a", "title": "one"],
      ["id": "2", "slug": "b", "title": "two", "name": "x"],
    ])
    // One record has no title now: the ids are others already when the build fails.
    try redeclare("{slug}", "{name}")
    #expect(throws: Failure.self) { try library.sync() }
    try redeclare("{id}", "{title}")
    #expect(try library.sync().rows.first?.decision == SyncDecision.none)
    #expect(try library.deleteRecords(at: ["pushed:1"]).changes.deleted == 1)
    try library.records(of: "pushed").index([["id": "2", "slug": "b", "title": "second"]])
    #expect(try library.rebuild(["pushed"]).rows.first?.items == 1)
    #expect(try library.ids("second") == ["2"])
  }

  @Test func `a declaration that changes while records are read refuses them`() throws {
    let work = try workspace()
    let library = try work.library()
    func refused(_ change: () throws -> Void) throws -> [DiagnosticCode]? {
      let batch = try library.records(of: "pushed").beginBatch("crawl")
      try batch.index(things(0..<2))
      try change()
      let failure = #expect(throws: Failure.self) { try batch.endBatch(clientState: "1") }
      batch.abandon()
      return failure?.diagnostics.map(\.code)
    }
    #expect(try refused { try declare(work, "pushed", version: 2) } == [.pushRefused])
    #expect(try refused { try declare(work, "pushed", version: 2, item: "") } == [.pushRefused])
    #expect(try library.records(of: "pushed").lastClientState(of: "crawl") == nil)
    #expect(try library.sync().rows.first?.items == 0)
  }

  @Test func `what was stored and not applied is pending`() throws {
    let work = try workspace()
    let library = try work.library()
    try library.records(of: "pushed").index(things(0..<20))
    #expect(try library.status().domains.first?.pending == 0)
    let data = UserDatabase(path: work.folder.path(".footlight/user.sqlite"))
    try data.push { (pushing) throws(Failure) in
      // The same once more: it counts as a change until somebody has looked.
      try pushing.put("3", json: #"{"id":"3","title":"thing 3","body":"words"}"#, in: "pushed")
    }
    #expect(try library.status().domains.first?.pending == 1)
    #expect(try library.sync().rows.first?.decision == SyncDecision.none)
    #expect(try library.status().domains.first?.pending == 0)
  }

  @Test func `deleting all takes what belongs to no declaration any more`() throws {
    let work = try workspace("kept")
    for domain in ["broken", "lost"] { try declare(work, domain) }
    let library = try work.library()
    for domain in ["broken", "kept", "lost"] {
      try library.records(of: domain).index(things(0..<3))
    }
    _ = try FileOperations.system.remove(work.folder.path("domains/lost.yaml"))
    try work.folder.write("domains/broken.yaml", "domain: broken\nversion: x\n")
    #expect(try library.search("thing").hits.count == 9)
    let report = try library.deleteAllRecords()
    #expect(report.records == 9)
    #expect(report.changes.deleted == 9)
    #expect(try library.search("thing").hits.isEmpty)
    for domain in ["broken", "lost"] { try declare(work, domain) }
    #expect(try library.sync().rows.map(\.items) == [0, 0, 0])
    #expect(try library.search("thing").hits.isEmpty)
  }

  @Test func `a rebuild takes all that was pushed, a push touches only its ids (CS-11)`() throws {
    let library = try workspace().library()
    let batch = try library.records(of: "pushed").beginBatch("crawl")
    try batch.index(things(0..<30))
    try batch.endBatch(clientState: "page 1")
    let rebuilt = try library.rebuild(["pushed"]).rows.first
    #expect(rebuilt?.items == 30)
    #expect(rebuilt?.changes == ChangeCounts())
    #expect(try library.records(of: "pushed").lastClientState(of: "crawl") == "page 1")
    #expect(
      try library.records(of: "pushed").index([["id": "4", "title": "four"]]).changes
        == ChangeCounts(updated: 1))
    #expect(try library.deleteRecords(at: ["pushed:5", "pushed:unknown"]).changes.deleted == 1)
    #expect(try library.verify().exitCode == 0)
  }
}
