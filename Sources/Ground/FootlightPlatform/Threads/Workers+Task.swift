package import FootlightDiagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Workers {
  /// Runs work on a thread of its own, for which nobody waits.
  package static func detach(_ body: @escaping @Sendable () -> Void) {
    if let thread = start(body) { pthread_detach(thread) }
  }

  /// Lets the thread sleep for two milliseconds.
  ///
  /// C: usleep.
  package static func pause() {
    usleep(2_000)
  }

  /// Runs blocking work on a thread of its own while the calling task is suspended.
  ///
  /// The cooperative pool has as many threads as processors: none of them may wait for a disk.
  package static func detached<Value: Sendable>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      let thread = start {
        let result: Result<Value, Failure>
        do throws(Failure) {
          result = .success(try body())
        } catch {
          result = .failure(error)
        }
        continuation.resume(returning: result)
      }
      if let thread { pthread_detach(thread) }
    }
    return try result.get()
  }

  /// Runs blocking work that can be stopped: by its flag, and by the cancelling of the calling task.
  ///
  /// - Parameter cancellation: a flag that stops it as well.
  package static func detached<Value: Sendable>(
    following cancellation: Cancellation?,
    _ body: @escaping @Sendable (Cancellation) throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let own = Cancellation(following: cancellation)
    // The handler's function throws what it likes; a result keeps the type.
    let result = await withTaskCancellationHandler { () async -> Result<Value, Failure> in
      do throws(Failure) {
        return .success(try await detached { () throws(Failure) in try body(own) })
      } catch {
        return .failure(error)
      }
    } onCancel: {
      own.cancel()
    }
    return try result.get()
  }
}
