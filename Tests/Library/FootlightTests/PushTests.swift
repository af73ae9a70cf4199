import DeclaredRecords
import FileHandles
import FootlightPlatform
import IndexStores
import SearchEngine
import Synchronization
import TestSupport
import Testing

@testable import Footlight

@Suite struct PushTests {
  /// Lives as long as the test.
  private let work: TestWorkspace

  init() throws {
    work = try TestWorkspace()
  }

  func workspace(
    version: Int = 1, item: String = ", body: \"{body}\"", _ domain: String = "pushed"
  ) throws -> TestWorkspace {
    try declare(work, domain, version: version, item: item)
    return work
  }

  func declare(
    _ work: TestWorkspace, _ domain: String, version: Int = 1, item: String = ", body: \"{body}\""
  ) throws {
    try work.folder.write(
      "domains/\(domain).yaml",
      """
      domain: \(domain)
      version: \(version)
      source: { kind: external }
      item: { id: "{id}", title: "{title}"\(item) }

      """)
  }

  func things(_ range: Range<Int>, _ word: String = "thing") -> [Record] {
    range.map { ["id": .text("\($0)"), "title": .text("\(word) \($0)"), "body": "words"] }
  }

  @Test func `a record takes the place of the one with its id, whole (CS-1)`() throws {
    let library = try workspace().library()
    let report = try library.records(of: "pushed").index(things(0..<300))
    #expect(report.changes == ChangeCounts(inserted: 300))
    #expect(report.items == 300)
    #expect(try library.ids("words").count == 100)
    let second = try library.records(of: "pushed").index([["id": "7", "title": "seven"]])
    #expect(second.changes == ChangeCounts(updated: 1))
    #expect(try library.ids("seven") == ["7"])
    #expect(try library.item("pushed:7")?.item.body == "")
    #expect(
      try library.records(of: "pushed").index([["id": "7", "title": "seven"]]).changes == .init())
  }

  @Test func `a partial record changes what it names, null removes, no unknown ids (CS-2)`()
    throws
  {
    let library = try workspace().library()
    try library.records(of: "pushed").index(things(0..<3))
    let report = try library.records(of: "pushed").merge(partialRecords: [
      ["id": "1", "title": "one"], ["id": "nobody", "title": "x"], ["id": "2", "body": nil],
      ["id": "1", "body": "again"],
    ])
    #expect(report.ignored == 1)
    #expect(report.changes == ChangeCounts(updated: 2))
    let one = try library.item("pushed:1")?.item
    #expect(one?.title == "one")
    #expect(one?.body == "again")
    #expect(try library.item("pushed:2")?.item.body == "")
    #expect(try library.item("pushed:2")?.item.title == "thing 2")
    #expect(try library.ids("nobody").isEmpty)
    let failure = #expect(throws: Failure.self) {
      try library.records(of: "pushed").merge(partialRecords: [["id": "1", "title": nil]])
    }
    #expect(failure?.diagnostics.map(\.code) == [.pushRefused, .missingTitle])
    #expect(try library.item("pushed:1")?.item.title == "one")
  }

  @Test func `deleting a group takes the domains below it, and no namesake (CS-3, TU-3)`() throws {
    let work = try workspace("a.b")
    for domain in ["a.bc", "a.b.c"] { try declare(work, domain) }
    let library = try work.library()
    for domain in ["a.b", "a.bc", "a.b.c"] { try library.records(of: domain).index(things(0..<2)) }
    #expect(try library.deleteRecords(at: ["a.b:0", "a.b:unknown"]).changes.deleted == 1)
    #expect(try library.deleteRecords(at: []).changes == ChangeCounts())
    #expect(try library.deleteRecords(ofDomains: ["a.b"]).changes.deleted == 3)
    #expect(
      try library.search("thing", options: SearchOptions(limit: 9)).hits.map(\.domain)
        == ["a.bc", "a.bc"])
    #expect(try library.deleteRecords(ofDomains: ["a.b"]).changes == ChangeCounts())
  }

  @Test func `an item ends when its declaration says so (CS-4)`() throws {
    let clock = Mutex<Int64>(1_700_000_000)
    let day: Int64 = 86_400
    let work = try workspace(item: ", expires: P30D")
    work.system.now = { clock.withLock { $0 } }
    try declare(work, "kept")
    let library = try work.library()
    try library.records(of: "pushed").index([["id": "1", "title": "thing"]])
    try library.records(of: "kept").index([["id": "1", "title": "thing"]])
    clock.withLock { $0 += 29 * day }
    #expect(try library.search("thing").hits.map(\.domain) == ["kept", "pushed"])
    clock.withLock { $0 += 3 * day }
    #expect(try library.search("thing").hits.map(\.domain) == ["kept"])
  }

  @Test func `a state of 250 bytes is stored with the records or not at all (CS-5, CS-8)`()
    throws
  {
    let library = try workspace().library()
    func push(_ word: String, _ state: String, expected: String? = nil) throws(Failure) {
      let batch = try library.records(of: "pushed").beginBatch("crawl")
      try batch.index(things(0..<3, word))
      try batch.endBatch(clientState: state, expected: expected)
    }
    let longest = String(repeating: "é", count: 125)
    #expect(try library.records(of: "pushed").lastClientState(of: "crawl") == nil)
    try push("alpha", longest)
    #expect(try library.records(of: "pushed").lastClientState(of: "crawl") == longest)
    #expect(throws: Failure.self) { try push("beta", longest + "x") }
    let failure = #expect(throws: Failure.self) { try push("beta", "page", expected: "other") }
    #expect(failure?.diagnostics.first?.code == .clientStateConflict)
    #expect(try library.records(of: "pushed").lastClientState(of: "crawl") == longest)
    #expect(try library.ids("beta").isEmpty)
    try push("gamma", "page 3", expected: longest)
    #expect(try library.records(of: "pushed").lastClientState(of: "crawl") == "page 3")
    #expect(try library.records(of: "pushed").lastClientState(of: "other") == nil)
    #expect(try library.ids("gamma").count == 3)
    try library.deleteAllRecords()
    // CS-9
    #expect(try library.records(of: "pushed").lastClientState(of: "crawl") == nil)
    #expect(try library.ids("gamma").isEmpty)
  }

  @Test func `a batch that is not ended leaves nothing (CS-6), and one at a time is open (CS-7)`()
    throws
  {
    let library = try workspace().library()
    do {
      let batch = try library.records(of: "pushed").beginBatch("crawl")
      try batch.index(things(0..<3))
      let failure = #expect(throws: Failure.self) {
        _ = try library.records(of: "pushed").beginBatch("crawl")
      }
      #expect(failure?.diagnostics.first?.code == .batchOpen)
      batch.abandon()
      #expect(throws: Failure.self) { try batch.index(things(0..<3)) }
    }
    let unnamed = #expect(throws: Failure.self) {
      _ = try library.records(of: "pushed").beginBatch("")
    }
    #expect(unnamed?.diagnostics.first?.code == .batchName)
    let batch = try library.records(of: "pushed").beginBatch("crawl")
    try batch.index(things(0..<3))
    try batch.delete(ids: ["1"])
    try batch.merge(partialRecords: [["id": "2", "title": "two"]])
    try batch.endBatch(clientState: "done")
    #expect(try library.ids("thing") == ["0"])
    #expect(try library.ids("two") == ["2"])
  }

  @Test func `a part of a record is judged with what follows it in its batch`() throws {
    let library = try workspace().library()
    try library.records(of: "pushed").index(things(0..<3))
    let batch = try library.records(of: "pushed").beginBatch("crawl")
    for id in ["0", "1", "2"] {
      try batch.merge(partialRecords: [["id": .text(id), "title": nil]])
    }
    try batch.merge(partialRecords: [["id": "0", "title": "zero"]])
    try batch.index([["id": "1", "title": "one"]])
    try batch.delete(ids: ["2"])
    try batch.endBatch(clientState: "done")
    #expect(try library.ids("zero") == ["0"] && library.ids("one") == ["1"])
    #expect(try library.ids("thing").isEmpty)
    let bad = try library.records(of: "pushed").beginBatch("crawl")
    try bad.merge(partialRecords: [["id": "0", "title": "null"], ["id": "0", "title": nil]])
    let failure = failure { try bad.endBatch(clientState: "bad") }
    #expect(failure?.diagnostics.first?.code == .pushRefused)
    #expect(try library.ids("zero") == ["0"])
  }

  @Test func `deltas of pushes are merged when they are large together`() throws {
    let library = try workspace().library()
    try library.records(of: "pushed").index(things(0..<1_000))
    let first = try #require(try library.status().domains.first)
    for (start, segments) in [(0, 2), (400, 1), (800, 2)] {
      let report = try library.records(of: "pushed").index(things(start..<start + 400, "other"))
      #expect(report.warnings.isEmpty && report.items == 1_000 + max(0, start - 600))
      let status = try #require(try library.status().domains.first)
      #expect(status.segments == segments, "after \(start)")
      #expect((status.generation == first.generation) == (start == 0))
    }
    #expect(try library.ids("1199") == ["1199"])
    #expect(try library.verify().domains.first?.differences == 0)
  }

  @Test func `a record without an id gets one, which is told (CS-12)`() throws {
    let library = try workspace().library()
    let report = try library.records(of: "pushed").index([
      ["title": "first"], ["id": "x", "title": "second"],
    ])
    #expect(report.ids.count == 2)
    #expect(report.ids.first?.count == 36)
    #expect(report.ids.last == "x")
    #expect(try library.ids("first") == [report.ids[0]])
  }

  @Test func `bad records refuse the whole push, all of them by line`() throws {
    let library = try workspace().library()
    let file =
      "{\"id\":\"1\",\"title\":\"ok\"}\n\nnot json\n{\"id\":\"2\"}\n{\"title\":\"no id\"}\n"
    try work.folder.write("lines", file)
    let failure = #expect(throws: Failure.self) {
      try library.records(of: "pushed").index(LineInput(ByteInput.open(work.folder.path("lines"))))
    }
    #expect(failure?.diagnostics.map(\.location?.line) == [nil, 3, 4, 5])
    #expect(failure?.exitCode == 2)
    #expect(try library.ids("ok").isEmpty)
    #expect(try library.sync().rows.first?.items == 0)
  }

  @Test func `only external domains take pushes`() throws {
    let work = try workspace()
    try work.declare("own")
    let library = try work.library()
    try library.sync()
    let attempts: [() throws -> PushReport] = [
      { try library.records(of: "own").index([["id": 1, "title": "x"]]) },
      { try library.deleteRecords(at: ["own:1", "pushed:1"]) },
      { try library.deleteRecords(ofDomains: ["own"]) },
    ]
    for attempt in attempts {
      let failure = #expect(throws: Failure.self) { _ = try attempt() }
      #expect(failure?.diagnostics.map(\.code) == [.notExternal])
    }
    let unknown = #expect(throws: Failure.self) { try library.deleteRecords(ofDomains: ["nobody"]) }
    #expect(unknown?.diagnostics.first?.code == .unknownDomain)
  }

  @Test func `a left out record leaves the index and can come back`() throws {
    let library = try workspace(item: ", skip_when: \"{draft}\"").library()
    try library.records(of: "pushed").index(things(0..<2))
    try library.records(of: "pushed").merge(partialRecords: [["id": "1", "draft": true]])
    #expect(try library.ids("thing") == ["0"])
    try library.records(of: "pushed").merge(partialRecords: [["id": "1", "draft": false]])
    #expect(try library.ids("thing") == ["0", "1"])
  }

  @Test func `hooks are asked before and told behind (RK-24, RK-25)`() throws {
    let library = try workspace().library()
    let told = Mutex<[String]>([])
    let failed = Mutex(0)
    let hooks = PushHooks(
      shouldIndex: { $0["title"] != "secret" },
      didIndex: { id in told.withLock { $0.append(id) } },
      didFail: { _ in failed.withLock { $0 += 1 } })
    try library.records(of: "pushed", options: PushOptions(hooks: hooks)).index([
      ["id": "1", "title": "open"], ["id": "2", "title": "secret"],
    ])
    #expect(told.withLock { $0 } == ["1"])
    #expect(try library.ids("secret").isEmpty)
    #expect(throws: Failure.self) {
      try library.records(of: "pushed", options: PushOptions(hooks: hooks)).index([["id": "1"]])
    }
    #expect(failed.withLock { $0 } == 1)
  }

  @Test func `a push that was cancelled has not happened (RK-20)`() throws {
    let library = try workspace().library()
    try library.sync()
    let cancellation = Cancellation()
    let options = PushOptions(
      cancellation: cancellation,
      hooks: PushHooks(shouldIndex: { record in
        if record["id"] == "1500" { cancellation.cancel() }
        return true
      }))
    #expect(throws: Failure.self) {
      try library.records(of: "pushed", options: options).index(things(0..<100_000))
    }
    #expect(try library.ids("thing").isEmpty)
    #expect(try library.sync().rows.first?.items == 0)
  }

  @Test(arguments: [3, 17, 91])
  func `any history of pushes ends as its records say`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let library = try workspace().library()
    var truth: [String: String] = [:]
    for turn in 0..<12 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1:
        var records: [Record] = []
        for _ in 0..<Int.random(in: 1..<40, using: &random) {
          let id = "\(Int.random(in: 0..<60, using: &random))"
          truth[id] = "turn \(turn)"
          records.append(["id": .text(id), "title": .text("turn \(turn)")])
        }
        try library.records(of: "pushed").index(records)
      case 2:
        let id = "\(Int.random(in: 0..<60, using: &random))"
        if truth[id] != nil { truth[id] = "merged" }
        try library.records(of: "pushed").merge(partialRecords: [
          ["id": .text(id), "title": "merged"]
        ])
      default:
        let ids = (0..<5).map { _ in "\(Int.random(in: 0..<60, using: &random))" }
        for id in ids { truth[id] = nil }
        try library.deleteRecords(at: ids.map { "pushed:\($0)" })
      }
      var found: [String: String] = [:]
      try library.dump(["pushed"]) { found[$0.item.id] = $0.item.title }
      #expect(found == truth, "seed \(seed), turn \(turn)")
    }
    #expect(try library.verify().exitCode == 0)
  }

  @Test func `a part cannot change the id of the whole`() throws {
    try work.folder.write(
      "domains/pushed.yaml",
      """
      domain: pushed
      version: 1
      source: { kind: external }
      item: { id: "{a | default: 'x'}{b | default: 'y'}", title: "{title}" }

      """)
    let library = try work.library()
    try library.records(of: "pushed").index([["a": "xy", "title": "one"]])
    #expect(try library.ids("one") == ["xyy"])
    let failure = #expect(throws: Failure.self) {
      try library.records(of: "pushed").merge(partialRecords: [["b": "yy", "title": "two"]])
    }
    #expect(failure?.diagnostics.map(\.code) == [.pushRefused, .pushChangesID])
    #expect(failure?.diagnostics.last?.location?.line == 1)
    #expect(try library.ids("one") == ["xyy"])
  }

  @Test func `an item that an index refuses is refused before it is stored`() throws {
    let library = try workspace(item: ", aliases: [\"{names[]}\"]").library()
    let names = (0..<5_000).map { RecordValue.text("name \($0)") }
    let failure = #expect(throws: Failure.self) {
      try library.records(of: "pushed").index([
        ["id": "1", "title": "ok"], ["id": "2", "title": "many", "names": .list(names)],
      ])
    }
    #expect(failure?.diagnostics.map(\.code) == [.pushRefused, .itemTooManyNames])
    #expect(throws: Failure.self) {
      try library.records(of: "pushed").index([["id": "2", "title": "many"]])
      try library.records(of: "pushed").merge(partialRecords: [["id": "2", "names": .list(names)]])
    }
    #expect(try library.ids("many") == ["2"])
    #expect(try library.sync().exitCode == 0)
  }

  @Test func `of several steps about a record the last one is told`() throws {
    let library = try workspace().library()
    let told = Mutex<[String]>([])
    let hooks = PushHooks(didIndex: { id in told.withLock { $0.append(id) } })
    try library.records(of: "pushed", options: PushOptions(hooks: hooks)).index([
      ["id": "1", "title": "one"], ["id": "2", "title": "two"], ["id": "1", "title": "again"],
    ])
    #expect(told.withLock { $0 } == ["2", "1"])
  }

  @Test func `the latest pushes are the latest, large ones and repeated ones too`() throws {
    let library = try workspace().library()
    let pushed = library.records(of: "pushed")
    let large = String(repeating: "word ", count: 40_000)
    for id in 0..<9 {
      try pushed.index([["id": .text("\(id)"), "title": "t", "body": .text(large)]])
    }
    for _ in 0..<9 { try pushed.index([["id": "3", "title": "again"]]) }
    try pushed.delete(ids: ["8"])
    #expect(try library.latestPushes(to: "pushed", atMost: 4) == ["3", "7", "6", "5"])
  }

  @Test func `a spool that is full is useless, and says why whatever is asked of it`() throws {
    let connection = try Connection.temporary()
    try connection.execute("PRAGMA max_page_count = 40")
    var spool = try PushSpool(connection)
    var failure: Failure?
    for number in 0..<10_000 where failure == nil {
      let entry = PushSpool.Entry(
        domain: "pushed", action: .put, id: "\(number)", json: "{\"id\":\"\(number)\"}", line: 1)
      do throws(Failure) { try spool.add(entry) } catch { failure = error }
    }
    #expect(failure?.diagnostics.map(\.code.name) == ["sqlite.full"])
    for work in 0..<3 {
      do throws(Failure) {
        switch work {
        case 0: try spool.truncate(to: 0)
        case 1: try spool.forEach { _ in }
        default: try spool.add(PushSpool.Entry(domain: "d", action: .delete, id: "1", line: 1))
        }
        Issue.record("it was not refused")
      } catch {
        #expect(error == failure)
      }
    }
  }

  @Test func `who merges is told of the records that were there`() throws {
    let library = try workspace().library()
    try library.records(of: "pushed").index(things(0..<3))
    let told = Mutex<[String]>([])
    let hooks = PushHooks(didIndex: { id in told.withLock { $0.append(id) } })
    try library.records(of: "pushed", options: PushOptions(hooks: hooks)).merge(partialRecords: [
      ["id": "x", "title": "x"], ["id": "1", "title": "one"],
    ])
    #expect(told.withLock { $0 } == ["1"])
  }

  @Test func `a part cannot make an id of other bytes that is written the same`() throws {
    let library = try workspace().library()
    let declared = try library.open.external("pushed")
    for (id, isRight) in [("e\u{301}", true), ("\u{E9}", false)] {
      var merged = try MergedRecords(declared, .system, named: "lines")
      try merged.add(
        "{\"id\":\"\(id)\",\"title\":\"t\"}",
        PushSpool.Entry(domain: "pushed", action: .merge, id: "e\u{301}", line: 7))
      let found = failure { try merged.finish() }
      #expect(
        found?.diagnostics.map(\.code) == (isRight ? nil : [.pushRefused, .pushChangesID]))
    }
  }

  @Test func `many ids of domains that cannot be deleted from are refused in one go`() throws {
    let work = try workspace()
    try work.declare("own")
    let looks = Mutex(0)
    work.system.files = FileOperations { step in
      if case .list = step { looks.withLock { $0 += 1 } }
    }
    let library = try work.library()
    let ids = (0..<500).map { "own:\($0)" } + (0..<500).map { "nobody:\($0)" }
    let failure = failure { _ = try library.deleteRecords(at: ids) }
    #expect(failure?.diagnostics.map(\.code) == [.notExternal, .unknownDomain])
    // The declarations are read once or twice, and not for each id.
    #expect(looks.withLock { $0 } < 10)
  }
}
