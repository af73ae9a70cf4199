public import FootlightDiagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Workers {
  /// Runs blocking work on a thread of its own while the calling task is suspended.
  ///
  /// The cooperative pool has as many threads as processors: none of them may wait for a disk.
  public static func detached<Value: Sendable>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      start {
        let result: Result<Value, Failure>
        do throws(Failure) {
          result = .success(try body())
        } catch {
          result = .failure(error)
        }
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }

  /// Runs a job on a thread that nobody joins; here, when there is no thread to be had.
  private static func start(_ body: @escaping @Sendable () -> Void) {
    let job = Job(run: body)
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(job)
    let code = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Job>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    if code == 0 {
      pthread_detach(thread)
    } else {
      unsafe context.takeRetainedValue().run()
    }
  }
}
