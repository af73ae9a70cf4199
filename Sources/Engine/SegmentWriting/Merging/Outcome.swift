import FootlightPlatform
import Synchronization

/// The outcome of another thread: a value or a failure.
final class Outcome<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, Failure>?>(nil)

  /// Runs a piece of work and keeps what it gives.
  func run(_ work: () throws(Failure) -> Value) {
    do throws(Failure) {
      let value = try work()
      result.withLock { $0 = .success(value) }
    } catch {
      result.withLock { $0 = .failure(error) }
    }
  }

  /// Takes the outcome of the work, which must have run; it is here no longer afterwards.
  func take() throws(Failure) -> Value {
    switch result.withLock({ $0.take() }) {
    case .success(let value): return value
    case .failure(let failure): throw failure
    case nil: throw Failure(.indexCancelled, "the work did not run")
    }
  }
}
