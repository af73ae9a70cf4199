import FootlightPlatform
import Synchronization

/// The programs that the service has started and that still run.
///
/// As long as one does, the service stays: under some buses it takes with it what it has started.
final class StartedPrograms: Sendable {
  private let count = Atomic<Int>(0)

  /// Whether one runs.
  var areRunning: Bool { count.load(ordering: .acquiring) > 0 }

  /// Starts a program and has a thread wait for its end.
  func start(_ program: Subprocess, ended: @escaping @Sendable (Int32) -> Void) throws(Failure) {
    let process = try program.start()
    count.add(1, ordering: .acquiringAndReleasing)
    Workers.detach {
      let code = (try? process.wait()) ?? -1
      ended(code)
      self.count.subtract(1, ordering: .acquiringAndReleasing)
    }
  }
}
