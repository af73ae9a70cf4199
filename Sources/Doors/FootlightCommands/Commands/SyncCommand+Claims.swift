import Footlight
import FootlightPlatform

extension SyncCommand {
  /// The number of times that a sync begins again because another machine was faster.
  private static let mostTurns = 5
  /// The same with `--wait`: two that get in each other's way do so by chance, and not for ever.
  private static let mostPatientTurns = 1_000

  /// Syncs; domains that another machine is building, or has just built, are looked at again: until they are
  /// there with `--wait`, a few times without.
  static func sync(
    _ library: Library, _ settings: Settings, _ options: SyncOptions
  ) throws(Failure) -> SyncReport {
    var report = try library.sync(settings.operands, options: options)
    var turn = 0
    while !(options.cancellation?.isCancelled ?? false) {
      let codes = Set(report.failures.map(\.code.name))
      turn += 1
      let isMoved = codes.contains("store.moved") || codes.contains("store.fenced")
      let most = settings.waits ? mostPatientTurns : mostTurns
      guard isMoved && turn < most || codes.contains("store.claimed") && settings.waits else {
        break
      }
      World.system.sleep(codes.contains("store.claimed") ? 500_000_000 : 10_000_000)
      report = try library.sync(settings.operands, options: options).keepingWork(of: report)
    }
    return report
  }
}

extension SyncReport {
  /// The report of a run that repeats an earlier one: of a domain that was done before and needed nothing now, the
  /// work of the earlier run is reported; a domain that failed before is reported as it is now.
  func keepingWork(of earlier: SyncReport) -> SyncReport {
    var report = self
    report.rows = rows.map { row in
      guard row.isDone, row.decision == .none else { return row }
      return earlier.rows.first { $0.domain == row.domain && $0.isDone } ?? row
    }
    return report
  }
}
