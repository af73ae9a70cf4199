import Footlight
import FootlightPlatform
import Synchronization
import TestSupport
import Testing

/// Items that expire leave the index although nothing else changes (CS-4, TU-5).
@Suite struct PurgeTests {
  private static let start: Int64 = 1_700_000_000

  /// A workspace with an item that never expires and two that do, after one and two hours, and a clock
  /// that stands still.
  private func workspace(_ clock: Clock) throws -> TestWorkspace {
    let work = try TestWorkspace()
    work.system.now = { clock.now.withLock { $0 } }
    try work.declare("names", item: #", expires: "{until}""#)
    work.records.put(
      "names",
      [
        ["id": "1", "title": "lasting"],
        ["id": "2", "title": "soon", "until": "2023-11-14T23:13:20Z"],
        ["id": "3", "title": "later", "until": "2023-11-15T00:13:20Z"],
      ])
    return work
  }

  private final class Clock: Sendable {
    let now = Mutex(PurgeTests.start)

    func pass(_ seconds: Int64) {
      now.withLock { $0 += seconds }
    }
  }

  private func sync(_ library: Library) throws -> SyncRow {
    try #require(try library.sync().rows.first)
  }

  @Test func `a sync deletes what has expired, each time something is due, and reads no source`()
    throws
  {
    let clock = Clock()
    let work = try workspace(clock)
    let library = try work.library()
    #expect(try sync(library).items == 3)
    let reads = work.records.reads("names")
    #expect(try sync(library).decision == .none)
    clock.pass(3_600)
    #expect(try library.sync(options: SyncOptions(isDryRun: true)).rows.map(\.decision) == [.apply])
    let first = try sync(library)
    #expect(first.decision == .apply && first.reason == "items have expired" && first.items == 2)
    #expect(first.changes == ChangeCounts(deleted: 1))
    #expect(try sync(library).decision == .none)
    clock.pass(3_600)
    #expect(try sync(library).items == 1)
    clock.pass(3_600_000)
    #expect(try sync(library).decision == .none)
    #expect(work.records.reads("names") == reads)
    #expect(try library.verify().exitCode == 0)
  }

  @Test func `what changes sets other moments`() throws {
    let clock = Clock()
    let work = try workspace(clock)
    let library = try work.library()
    try library.sync()
    work.records.put(
      "names",
      [
        ["id": "1", "title": "lasting", "until": "2023-11-14T22:23:20Z"],
        ["id": "2", "title": "soon"], ["id": "3", "title": "later"],
      ])
    #expect(try sync(library).changes == ChangeCounts(updated: 3))
    clock.pass(600)
    #expect(try sync(library).changes == ChangeCounts(deleted: 1))
    clock.pass(3_600_000)
    #expect(try sync(library).decision == .none)
    // A merge and a rebuild know the moments, too.
    try library.rebuild(["names"])
    #expect(try library.ids("later") == ["3"])
  }

  @Test func `a watch deletes what expires`() throws {
    let clock = Clock()
    let work = try workspace(clock)
    let library = try work.library()
    let stop = Cancellation()
    let deleted = Mutex(0)
    let options = WatchOptions(cancellation: stop) { report in
      let count = report.rows.reduce(0) { $0 + $1.changes.deleted }
      let all = deleted.withLock { sum in
        sum += count
        return sum
      }
      if all == 0 { clock.pass(7_200) }
      if all == 2 { stop.cancel() }
    }
    try library.watch(options: options)
    #expect(try library.status().domains.map(\.items) == [1])
  }
}
