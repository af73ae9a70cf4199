/// What is wrong with a pattern.
public struct LinkPatternError: Error, Sendable, Hashable {
  /// What is wrong, as half a sentence.
  public var message: String
  /// What to write instead.
  public var remedy: String?

  init(_ message: String, remedy: String? = nil) {
    self.message = message
    self.remedy = remedy
  }
}
