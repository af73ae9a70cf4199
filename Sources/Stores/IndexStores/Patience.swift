package import FootlightPlatform

/// The patience of a caller while another process has the right to change a store.
package struct Patience: Sendable {
  /// Whether to wait at all; otherwise the call fails at once.
  package var waits: Bool
  /// Ends the waiting.
  package var cancellation: Cancellation?
  /// Is told once, with the process id of the other one, before the waiting begins.
  package var whenWaiting: @Sendable (Int32?) -> Void

  /// Waits until it is told not to.
  package init(
    waits: Bool = true, cancellation: Cancellation? = nil,
    whenWaiting: @escaping @Sendable (Int32?) -> Void = { _ in }
  ) {
    self.waits = waits
    self.cancellation = cancellation
    self.whenWaiting = whenWaiting
  }

  /// Fails at once.
  package static let none = Patience(waits: false)
}
