/// A token as an own value: what tests and explanations look at.
package struct AnalyzedToken: Sendable, Hashable {
  /// The folded text.
  package var text: String
  /// The place in the sequence, from 0; derived tokens share a place.
  package var position: Int
  /// Its traits.
  package var traits: TokenTraits

  /// Makes a token.
  package init(text: String, position: Int, traits: TokenTraits = []) {
    self.text = text
    self.position = position
    self.traits = traits
  }
}
