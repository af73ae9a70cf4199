public import FootlightPlatform

/// What to do while somebody else has the right to change a store.
public struct Patience: Sendable {
  /// Whether to wait at all; otherwise the call fails at once.
  public var waits: Bool
  /// Ends the waiting.
  public var cancellation: Cancellation?
  /// Is told once, with the process id of the other one, before the waiting begins.
  public var whenWaiting: @Sendable (Int32?) -> Void

  /// Waits until it is told not to.
  public init(
    waits: Bool = true, cancellation: Cancellation? = nil,
    whenWaiting: @escaping @Sendable (Int32?) -> Void = { _ in }
  ) {
    self.waits = waits
    self.cancellation = cancellation
    self.whenWaiting = whenWaiting
  }

  /// Fails at once.
  public static let none = Patience(waits: false)
}
