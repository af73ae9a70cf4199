/// A text that a program stores with a batch, in order to know where it has to go on.
///
/// A page, a token, a time: at most 250 bytes of UTF-8.
public struct ClientState: Sendable, Hashable {
  /// The name of the batch; each name has a state of its own.
  public var batch: String
  /// The stored state.
  public var text: String
  /// The state that must be stored now, or nothing happens; nil when that does not matter, empty for none.
  public var expected: String?

  /// Makes a state.
  public init(batch: String, text: String, expected: String? = nil) {
    self.batch = batch
    self.text = text
    self.expected = expected
  }
}
