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
}
