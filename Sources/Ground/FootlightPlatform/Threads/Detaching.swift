/// A value whose calls block: an `async` function makes them on a thread of their own.
public protocol Detaching: Sendable {}

extension Detaching {
  /// Makes calls on a thread of its own while the task is suspended, so that nothing blocks Swift's pool.
  ///
  /// ```swift
  /// let hits = try await library.detached { try $0.search("rule 12", cancellation: $1).hits }
  /// ```
  ///
  /// - Parameter calls: makes the calls. It is handed the value, and a flag that is raised when the task is
  ///   cancelled: a call that is given it, by itself or in its options, ends then.
  public func detached<Value: Sendable>(
    _ calls: @escaping @Sendable (Self, Cancellation) throws -> Value
  ) async throws -> Value {
    let cancellation = Cancellation()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Workers.detach {
          continuation.resume(returning: Result { try calls(self, cancellation) })
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
    return try result.get()
  }
}
