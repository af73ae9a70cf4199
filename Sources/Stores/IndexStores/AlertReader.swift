/// Who is told of alerts, each of them once.
package enum AlertReader: String, Sendable, CaseIterable {
  /// The person who asks for them.
  case person
  /// The program of `on_match`.
  case program
}
