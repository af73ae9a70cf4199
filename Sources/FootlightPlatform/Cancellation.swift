public import FootlightDiagnostics
import Synchronization

/// A flag by which a long call is told to stop; any thread may raise it.
public final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)
  private let followsSignals: Bool

  /// A flag that is down; with `followsSignals` a caught signal raises it too.
  public init(followsSignals: Bool = false) {
    self.followsSignals = followsSignals
  }

  /// Raises the flag.
  public func cancel() {
    flag.store(true, ordering: .relaxed)
  }

  /// Whether somebody has raised it.
  public var isCancelled: Bool {
    flag.load(ordering: .relaxed) || (followsSignals && Signals.caught != nil)
  }

  /// Throws `cancelled` when somebody has raised the flag.
  public func check() throws(Failure) {
    if isCancelled { throw Failure(.cancelled, "stopped before it was done") }
  }
}
