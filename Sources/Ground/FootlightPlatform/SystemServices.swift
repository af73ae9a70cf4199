/// All that a program asks of the machine it runs on; tests hand in another one.
public struct SystemServices: Sendable {
  /// The seconds since 1970.
  public var now: @Sendable () -> Int64
  /// A clock in nanoseconds that is never set back.
  public var monotonic: @Sendable () -> Int64
  /// A variable of the environment; nil when it is not set.
  public var environment: @Sendable (String) -> String?
  /// The operations that change files.
  public var files: FileOperations
  /// Describes the terminal.
  public var terminal: @Sendable () -> Terminal
  /// Lets the thread sleep for so many nanoseconds, or a little less.
  public var sleep: @Sendable (Int64) -> Void
  /// Whether the machine runs on a battery.
  public var isOnBattery: @Sendable () -> Bool = { PowerSupply.isBattery() }

  /// The machine itself.
  public static var system: SystemServices {
    SystemServices(
      now: { seconds(CLOCK_REALTIME) }, monotonic: { nanoseconds(CLOCK_MONOTONIC) },
      environment: { name in variable(name) }, files: .system, terminal: { .system })
  }

  /// Puts a system together.
  public init(
    now: @escaping @Sendable () -> Int64, monotonic: @escaping @Sendable () -> Int64,
    environment: @escaping @Sendable (String) -> String?, files: FileOperations,
    terminal: @escaping @Sendable () -> Terminal,
    sleep: @escaping @Sendable (Int64) -> Void = { nap(nanoseconds: $0) }
  ) {
    self.now = now
    self.monotonic = monotonic
    self.environment = environment
    self.files = files
    self.terminal = terminal
    self.sleep = sleep
  }
}

/// C: usleep, which sleeps for less than a second.
@usableFromInline
func nap(nanoseconds: Int64) {
  usleep(UInt32(min(999_999, max(0, nanoseconds / 1_000))))
}

/// C: clock_gettime.
private func seconds(_ clock: clockid_t) -> Int64 {
  var time = timespec()
  unsafe clock_gettime(clock, &time)
  return Int64(time.tv_sec)
}

private func nanoseconds(_ clock: clockid_t) -> Int64 {
  var time = timespec()
  unsafe clock_gettime(clock, &time)
  return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
}

/// C: getenv.
private func variable(_ name: String) -> String? {
  guard let value = unsafe getenv(name) else { return nil }
  return unsafe String(cString: value)
}

extension Cancellation {
  /// A flag that raises itself when the clock of `system` shows `deadline`, in nanoseconds, and follows another one.
  package convenience init(
    following other: Cancellation? = nil, deadline: Int64, in system: SystemServices
  ) {
    self.init(following: other) { system.monotonic() >= deadline }
  }
}
