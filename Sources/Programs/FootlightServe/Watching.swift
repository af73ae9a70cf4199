import Footlight
import FootlightCommands
import FootlightPlatform
import Synchronization

/// Keeps the index fresh beside the server, on a thread of its own.
final class Watching: Sendable {
  private let isOver = Atomic<Bool>(false)

  init(_ library: Library, _ stopped: Cancellation, _ console: Console) {
    let delivery = AlertDelivery(library, console, stopped)
    Workers.detach { [self] in
      let options = WatchOptions(cancellation: stopped) { report in
        try? console.say(report.rows.flatMap(\.warnings) + report.warnings + report.failures)
        delivery.begin()
      }
      do throws(Failure) {
        try library.watch([], options: options)
      } catch {
        if !stopped.isCancelled { try? console.say(error.diagnostics) }
      }
      delivery.wait()
      isOver.store(true, ordering: .releasing)
    }
  }

  /// Waits a little for its end: a batch that is not published has not happened.
  func wait() {
    for _ in 0..<40 where !isOver.load(ordering: .acquiring) { World.system.sleep(25_000_000) }
  }
}
