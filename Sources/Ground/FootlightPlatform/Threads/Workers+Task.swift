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
