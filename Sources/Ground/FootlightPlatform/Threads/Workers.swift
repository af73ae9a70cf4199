import Synchronization

/// Runs blocking work on threads of its own, never on the cooperative pool.
package enum Workers {
  /// The number of processors that this process may use.
  package static var processors: Int {
    max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  /// Calls `body` with 0, 1, … `count` − 1, each on its own thread, and returns when all are done.
  ///
  /// The calling thread runs number 0 itself.
  package static func run(_ count: Int, _ body: @Sendable (Int) -> Void) {
    // The compiler writes into the program where this stands, so that it could say so. Without a
    // name of its own that is the path of the checkout, and no two builds would be the same.
    #sourceLocation(file:"Workers",line:22)
    withoutActuallyEscaping(body) { body in
      var threads: [pthread_t] = []
      for number in 1..<max(1, count) {
        if let thread = start({ body(number) }) { threads.append(thread) }
      }
      if count > 0 { body(0) }
      for thread in threads { pthread_join(thread, nil) }
    }
    #sourceLocation()
  }

  /// Runs a job on a thread of its own; here, when there is no thread to be had, and then nil.
  static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    if let thread = begin(body) { return thread }
    body()
    return nil
  }

  /// Runs a job on a thread of its own; nil, and it is not run, when there is no thread to be had.
  ///
  /// C: pthread_create.
  package static func begin(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(Job(run: body))
    let code = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Job>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    if code == 0 { return thread }
    unsafe context.release()
    return nil
  }
}

/// The closure that a new thread runs.
private final class Job: Sendable {
  let run: @Sendable () -> Void

  init(run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

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
}
