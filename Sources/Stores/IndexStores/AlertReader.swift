/// Who is told of alerts, each of them once.
package enum AlertReader: String, Sendable, CaseIterable {
  /// The person who asks for them.
  case person
  /// The program of `on_match`.
  case program

  /// The file of the lock that is held while the program is told.
  package static let programLockName = "alerts.lock"
}
