import IndexStores
import Testing

@testable import Footlight
@testable import FootlightCommands

/// The report of a sync that was repeated because another machine was faster.
struct RepeatedSyncTests {
  private func row(_ domain: String, _ decision: SyncDecision, isDone: Bool = true) -> SyncRow {
    var row = SyncRow(domain: domain, decision: decision, reason: "", items: isDone ? 7 : 0)
    row.isDone = isDone
    return row
  }

  @Test func `a domain that another machine had is reported as it is at last`() {
    let first = SyncReport(rows: [row("claimed", .build, isDone: false), row("built", .build)])
    let second = SyncReport(rows: [row("claimed", .none), row("built", .none)])
    let report = second.keepingWork(of: first)
    #expect(report.done.map(\.domain) == ["claimed", "built"])
    #expect(report.rows.map(\.decision) == [.none, .build])
    #expect(report.rows.map(\.items) == [7, 7])
  }

  @Test func `a domain that failed or was built in the second run is reported so`() {
    let first = SyncReport(rows: [row("failed", .build), row("built", .none)])
    let second = SyncReport(rows: [row("failed", .none, isDone: false), row("built", .apply)])
    #expect(second.keepingWork(of: first) == second)
  }
}
