package import FootlightPlatform
import Synchronization

/// Passes progress on, at most ten times a second.
package final class ProgressMeter: Sendable {
  private let domain: String
  private let system: SystemServices
  private let report: (@Sendable (ProgressUpdate) -> Void)?
  private let totalBytes: Int?
  private let last = Mutex<ProgressUpdate?>(nil)
  private let due = Atomic<Int64>(.min)

  package init(
    domain: String, system: SystemServices, totalBytes: Int? = nil,
    report: (@Sendable (ProgressUpdate) -> Void)?
  ) {
    self.domain = domain
    self.system = system
    self.totalBytes = totalBytes
    self.report = report
  }

  /// Another batch was read.
  package func read(records: Int, bytes: Int) {
    guard let report else { return }
    let update = ProgressUpdate(
      domain: domain, phase: .reading, records: records, bytes: bytes, totalBytes: totalBytes)
    last.withLock { $0 = update }
    let now = system.monotonic()
    guard now >= due.load(ordering: .relaxed) else { return }
    due.store(now + 100_000_000, ordering: .relaxed)
    report(update)
  }

  /// Another phase begins.
  package func enter(_ phase: ProgressUpdate.Phase) {
    guard let report else { return }
    var update = last.withLock { $0 } ?? ProgressUpdate(domain: domain, phase: phase)
    update.phase = phase
    report(update)
  }
}
