import Synchronization

/// The signals that a command handles: an interruption is remembered, a closed pipe is an error
/// code of the write instead.
package enum Signals {
  static let number = Atomic<Int32>(0)

  /// The signal that was caught, if any.
  package static var caught: Int32? {
    let number = number.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Catches SIGINT, SIGTERM and SIGHUP once – the second one ends the process – and has failed
  /// writes fail.
  ///
  /// A SIGHUP that is ignored (`nohup`) stays so.
  ///
  /// C: sigaction, signal.
  package static func install() {
    // Touched here so that the handler finds it initialised.
    number.store(0, ordering: .relaxed)
    var action = sigaction()
    let handler: @convention(c) (Int32) -> Void = { signal in
      Signals.number.store(signal, ordering: .relaxed)
    }
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = handler
    #else
      unsafe action.__sigaction_handler.sa_handler = handler
    #endif
    // A waiting read or write must come back: no SA_RESTART.
    action.sa_flags = Int32(bitPattern: UInt32(truncatingIfNeeded: SA_RESETHAND))
    for signal in [SIGINT, SIGTERM] { unsafe sigaction(signal, &action, nil) }
    if !isIgnored(SIGHUP) { unsafe sigaction(SIGHUP, &action, nil) }
    ignoreFailedWrites()
  }

  /// C: sigaction.
  private static func isIgnored(_ signal: Int32) -> Bool {
    var present = sigaction()
    guard unsafe sigaction(signal, nil, &present) == 0 else { return false }
    #if canImport(Darwin)
      let handler = unsafe present.__sigaction_u.__sa_handler
    #else
      let handler = unsafe present.__sigaction_handler.sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Makes a write to a closed pipe, or beyond the largest file that is allowed (`ulimit -f`), an
  /// error instead of the end of the process.
  ///
  /// C: signal.
  package static func ignoreFailedWrites() {
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
  }
}
