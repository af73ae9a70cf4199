package import FootlightPlatform
import Synchronization

/// Waiting that ends: long enough for a loaded machine, and never for ever.
package enum Waiting {
  /// After so many seconds of waiting a test has failed: what awaits something has its turn after all tests that
  /// are ready, which takes minutes on two cores.
  package static let seconds: Int64 = 1_200

  /// Waits until something holds; returns whether it did.
  package static func until(within seconds: Int64 = seconds, _ condition: () -> Bool) -> Bool {
    let began = SystemServices.system.monotonic()
    while !condition() {
      guard SystemServices.system.monotonic() - began < seconds * 1_000_000_000 else {
        return condition()
      }
      Workers.pause()
    }
    return true
  }

  /// Waits until something holds, and leaves the thread to others meanwhile.
  package static func until(_ condition: () -> Bool) async -> Bool {
    let began = SystemServices.system.monotonic()
    while !condition() {
      guard SystemServices.system.monotonic() - began < seconds * 1_000_000_000 else {
        return condition()
      }
      await Task.yield()
    }
    return true
  }

  /// Runs what may never end on a thread of its own, which is left behind if it does not.
  ///
  /// - Throws: what `body` throws; `cancelled` when it has not ended in time.
  package static func ends<Value: Sendable>(
    within seconds: Int64 = seconds, _ body: @escaping @Sendable () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let outcome = Ending<Value>()
    Workers.detach { outcome.set(Result(catching: body)) }
    guard until(within: seconds, { outcome.result != nil }), let result = outcome.result else {
      throw Failure(.cancelled, "it has not ended within \(seconds) seconds")
    }
    return try result.get()
  }

  private final class Ending<Value: Sendable>: Sendable {
    private let kept = Mutex<Result<Value, Failure>?>(nil)
    var result: Result<Value, Failure>? { kept.withLock { $0 } }
    func set(_ result: Result<Value, Failure>) { kept.withLock { $0 = result } }
  }
}
