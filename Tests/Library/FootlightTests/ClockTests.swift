import Footlight
import FootlightPlatform
import IndexStores
import Synchronization
import TestSupport
import Testing

/// A clock that was ahead for a while takes nothing away for good.
@Suite struct ClockTests {
  private final class Clock: Sendable {
    let now = Mutex<Int64>(1_700_000_000)

    func pass(_ seconds: Int64) { now.withLock { $0 += seconds } }
  }

  private static let decade: Int64 = 3_650 * 86_400

  private func workspace(_ clock: Clock) throws -> TestWorkspace {
    let work = try TestWorkspace()
    let isolated = work.system.environment
    work.system.environment = { $0 == "FOOTLIGHT_ACTIVITY" ? nil : isolated($0) }
    work.system.now = { clock.now.withLock { $0 } }
    try work.declare("names", item: #", expires: "{until}""#)
    work.records.put(
      "names",
      [
        ["id": "1", "title": "lasting"], ["id": "2", "title": "ends", "until": "2024-11-14"],
      ])
    return work
  }

  @Test(arguments: ["a sync", "a change", "a rebuild"])
  func `what was left out as expired comes back with the clock`(_ way: String) throws {
    let clock = Clock()
    let work = try workspace(clock)
    let library = try work.library()
    try library.sync()
    clock.pass(ClockTests.decade)
    if way == "a change" {
      work.records.put(
        "names",
        [
          ["id": "1", "title": "lasting"],
          ["id": "2", "title": "ends later", "until": "2024-11-14"],
        ])
    }
    if way == "a rebuild" { try library.rebuild(["names"]) }
    try library.sync()
    #expect(try library.ids("ends").isEmpty)
    clock.pass(-ClockTests.decade)
    let status = try #require(try library.status().domains.first)
    #expect(status.reason.contains("the clock went back"))
    let row = try #require(try library.sync().rows.first)
    #expect(row.decision == .rebuild || way == "a rebuild")
    #expect(try library.ids("ends") == ["2"])
    #expect(try library.sync().rows.map(\.decision) == [SyncDecision.none])
    // A clock that goes on takes it as ever, and looks for nothing again.
    clock.pass(ClockTests.decade)
    try library.sync()
    #expect(try library.ids("ends").isEmpty)
    #expect(try library.sync().rows.map(\.decision) == [SyncDecision.none])
  }

  @Test func `what was visited is not forgotten by a clock that was ahead`() throws {
    let clock = Clock()
    let work = try workspace(clock)
    let library = try work.library()
    try library.sync()
    try library.visit("names:1")
    try library.visit("https://example.org/page")
    clock.pass(ClockTests.decade)
    try library.visit("https://example.org/other")
    #expect(try library.history().map(\.url) == ["https://example.org/other"])
    clock.pass(-ClockTests.decade)
    #expect(Set(try library.history().map(\.id)).isSuperset(of: ["1"]))
    #expect(try library.history().contains { $0.url.hasSuffix("/page") })
    try library.visit("names:1")
    // Thirty days after it has faded it goes.
    clock.pass(ClockTests.decade)
    try library.visit("https://example.org/other")
    clock.pass(31 * 86_400)
    try library.visit("https://example.org/other")
    #expect(try library.history().map(\.url) == ["https://example.org/other"])
    let data = UserDatabase(path: work.folder.path(".footlight/user.sqlite"))
    #expect(try data.activity().map(\.url) == ["https://example.org/other"])
  }
}
