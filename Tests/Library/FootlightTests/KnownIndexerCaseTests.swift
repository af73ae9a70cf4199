import DeclaredRecords
import Footlight
import FootlightPlatform
import Synchronization
import TestSupport
import Testing

/// Known cases of an indexer of an events app, whose entities of several types change: told in domains.
@Suite struct KnownIndexerCaseTests {
  private let work: TestWorkspace

  init() throws { work = try TestWorkspace() }

  /// Watches until `body` is done; returns what was reported.
  private func watching(_ body: () throws -> Void) throws -> [SyncReport] {
    let stop = Cancellation()
    let reports = Mutex<[SyncReport]>([])
    let isDone = Mutex(false)
    let library = try work.library()
    Workers.detach {
      try? library.watch(
        options: WatchOptions(cancellation: stop) { report in
          reports.withLock { $0.append(report) }
        })
      isDone.withLock { $0 = true }
    }
    do {
      defer { stop.cancel() }
      try body()
    }
    try wait { isDone.withLock { $0 } }
    return reports.withLock { $0 }
  }

  /// What never came.
  private struct Late: Error {}

  private func wait(until isSo: () throws -> Bool) throws {
    let end = SystemServices.system.monotonic() + 120_000_000_000
    while try !isSo() {
      guard SystemServices.system.monotonic() < end else { throw Late() }
      Workers.pause()
    }
  }

  private func csv(_ domain: String, _ rows: String) throws {
    try work.folder.replace("domains/data/\(domain).csv", "id,title\n\(rows)")
    try work.folder.replace(
      "domains/\(domain).yaml",
      """
      domain: \(domain)
      version: 1
      source: { kind: csv, path: data/\(domain).csv }
      item: { id: "{id}", title: "{title}" }

      """)
  }

  @Test func `a start builds what was never built, and a stop ends it (RA-1 … RA-4)`() throws {
    try csv("events", "1,alpha\n2,beta\n")
    let library = try work.library()
    #expect(try library.status().domains.first?.items ?? 0 == 0)
    let first = try watching { try wait { try library.ids("alpha") == ["1"] } }
    #expect(first.first?.rows.first?.items == 2)
    // What is built is left alone by the next start; then a change is found all the same.
    let second = try watching {
      try csv("events", "1,alpha\n2,gamma\n")
      try wait { try library.ids("gamma") == ["2"] }
    }
    #expect(second.allSatisfy { $0.failures.isEmpty })
  }

  @Test func `a change is one item of its type, many are one batch (RA-5 … RA-9, RA-27)`() throws {
    let types = (0..<10).map { "type\($0)" }
    for type in types { try csv(type, (0..<5).map { "\($0),\(type) \($0)\n" }.joined()) }
    let library = try work.library()
    #expect(try library.sync().rows.map(\.items) == Array(repeating: 5, count: 10))
    for type in types { try csv(type, (0..<5).map { "\($0),\(type) changed \($0)\n" }.joined()) }
    let report = try library.sync()
    #expect(report.rows.allSatisfy { $0.changes.updated == 5 })
    #expect(try library.ids("changed").count == 50)
    try csv("type3", (0..<15).map { "\($0),type3 changed \($0)\n" }.joined())
    let inserted = try library.sync().rows.filter { $0.changes.inserted > 0 }
    #expect(inserted.map(\.domain) == ["type3"] && inserted.first?.changes.inserted == 10)
  }

  @Test func `what is applied waits no longer, and what is built stays (RA-10 … RA-13)`()
    throws
  {
    try csv("events", "1,alpha\n")
    let library = try work.library()
    #expect(try library.sync(options: SyncOptions(isDryRun: true)).rows.first?.decision != nil)
    try library.sync()
    let status = try #require(try library.status().domains.first)
    #expect(status.items == 1 && status.pending == 0)
    #expect(try library.sync().rows.first?.changes == ChangeCounts())
  }

  @Test func `an operation indexes what is there and deletes what is told (RA-14, RA-15)`() throws {
    try work.folder.write(
      "domains/events.yaml",
      """
      domain: events
      version: 1
      source: { kind: external }
      item: { id: "{id}", title: "{title}" }

      """)
    let library = try work.library()
    try library.records(of: "events").index([["id": "1234", "title": "Opening"]])
    #expect(try library.ids("opening") == ["1234"])
    try library.deleteRecords(at: ["events:1234"])
    #expect(try library.ids("opening").isEmpty)
  }

  @Test(arguments: ["event", "lecture", "speaker"])
  func `an address holds type and id, and nothing else is one (RA-16)`(type: String) throws {
    let address = ItemAddress(domain: type, id: "1234")
    #expect("\(address)" == "\(type):1234")
    #expect(ItemAddress("\(type):1234") == address)
    #expect(ItemAddress("1234") == nil)
  }

  @Test func `an index that fails keeps what waits, and the rest proceeds (RA-24, RA-28)`() throws {
    try csv("events", "1,alpha\n")
    try csv("lectures", "1,beta\n")
    let library = try work.library()
    try library.sync()
    // A title that is empty is no item: it waits and is tried again.
    try csv("events", "1,\n2,gamma\n")
    try csv("lectures", "1,delta\n")
    let report = try library.sync(options: SyncOptions(collectsFailures: true))
    #expect(try library.ids("delta") == ["1"] && library.ids("gamma") == ["2"])
    #expect(report.failures.map(\.code.name) == ["record.missing-title"])
    #expect(try library.status().domains.first { $0.domain == "events" }?.pending == 1)
    try csv("events", "1,epsilon\n2,gamma\n")
    try library.sync()
    #expect(try library.ids("epsilon") == ["1"])
    #expect(try library.status().domains.first { $0.domain == "events" }?.pending == 0)
  }
}
