import Synchronization

/// A flag by which a long call is told to stop; any thread may raise it.
public final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)
  private let followsSignals: Bool
  private let other: Cancellation?
  /// Whether its time is up; nil for a flag without a deadline.
  private let isOver: (@Sendable () -> Bool)?

  /// A flag that is down; with `followsSignals` a caught signal raises it too, and so does another
  /// flag that it follows.
  public init(followsSignals: Bool = false, following other: Cancellation? = nil) {
    self.followsSignals = followsSignals
    self.other = other
    isOver = nil
  }

  /// A flag that raises itself once `isOver` says so, and follows another one.
  init(following other: Cancellation?, isOver: @escaping @Sendable () -> Bool) {
    followsSignals = false
    self.other = other
    self.isOver = isOver
  }

  /// Raises the flag.
  public func cancel() {
    flag.store(true, ordering: .relaxed)
  }

  /// Whether somebody has raised it.
  public var isCancelled: Bool {
    flag.load(ordering: .relaxed) || (followsSignals && Signals.caught != nil)
      || (other?.isCancelled ?? false) || (isOver?() ?? false)
  }

  /// Whether it was raised itself, not one that it follows.
  public var isRaised: Bool { flag.load(ordering: .relaxed) }

  /// Throws `cancelled` when somebody has raised the flag.
  public func check() throws(Failure) {
    if isCancelled { throw Failure(.cancelled, "stopped before it was done") }
  }
}
