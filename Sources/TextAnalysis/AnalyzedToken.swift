/// A token as an own value: what tests and explanations look at.
public struct AnalyzedToken: Sendable, Hashable {
  /// The folded text.
  public var text: String
  /// The place in the sequence, from 0; derived tokens share a place.
  public var position: Int
  /// What the token is.
  public var traits: TokenTraits

  /// Makes a token.
  public init(text: String, position: Int, traits: TokenTraits = []) {
    self.text = text
    self.position = position
    self.traits = traits
  }
}
