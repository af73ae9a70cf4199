import Synchronization

extension Signals {
  private static let bell = Atomic<Int32>(-1)

  /// Rings a bell when the terminal has another size or the process goes on after a pause, and when
  /// somebody wants it to end – that is remembered in ``caught``, and the second one ends it.
  ///
  /// The bell must live as long as the process, or until ``forgetTerminal()``.
  ///
  /// C: sigaction.
  package static func watchTerminal(ringing doorbell: Doorbell) {
    number.store(0, ordering: .relaxed)
    bell.store(doorbell.bell, ordering: .relaxed)
    handle([SIGWINCH, SIGCONT], flags: 0) { _ in Signals.ringBell() }
    handle(
      [SIGINT, SIGTERM, SIGHUP], flags: Int32(bitPattern: UInt32(truncatingIfNeeded: SA_RESETHAND))
    ) {
      signal in
      Signals.number.store(signal, ordering: .relaxed)
      Signals.ringBell()
    }
  }

  /// Leaves these signals to what they do by themselves.
  package static func forgetTerminal() {
    for number in [SIGWINCH, SIGCONT, SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
    bell.store(-1, ordering: .relaxed)
  }

  /// Pauses this process and its group, as Ctrl-Z does; returns when it goes on.
  ///
  /// C: kill.
  package static func pause() {
    kill(0, SIGTSTP)
  }

  /// Called by handlers: whatever it does must be allowed there, and leave errno as it was.
  private static func ringBell() {
    let before = errno
    let descriptor = bell.load(ordering: .relaxed)
    if descriptor >= 0 { Doorbell.ring(descriptor) }
    errno = before
  }

  private static func handle(
    _ signals: [Int32], flags: Int32, _ handler: @escaping @convention(c) (Int32) -> Void
  ) {
    var action = sigaction()
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = handler
    #else
      unsafe action.__sigaction_handler.sa_handler = handler
    #endif
    action.sa_flags = flags
    for signal in signals { unsafe sigaction(signal, &action, nil) }
  }
}
