package import FootlightPlatform

/// The output of an analysis: folded bytes and tokens; reused from text to text.
@frozen
package struct TokenBuffer: ~Copyable, Sendable {
  /// The folded UTF-8 of all tokens.
  package var bytes: ByteArena
  /// The tokens in the order of their positions; derived ones after the token they are from.
  package var tokens: [Token]
  /// Whether the name form of the analysed text (see ``AnalysisForm/name``) has other tokens than
  /// the sequence; when false, the sequence serves as the name and need not be analysed again.
  package var nameDiffers: Bool

  /// An empty buffer.
  package init() {
    bytes = ByteArena(capacity: 4096)
    tokens = []
    tokens.reserveCapacity(256)
    nameDiffers = false
  }

  /// Forgets the tokens; the memory stays.
  @inlinable
  package mutating func removeAll() {
    bytes.removeAll()
    tokens.removeAll(keepingCapacity: true)
    nameDiffers = false
  }

  /// The text of a token.
  package func text(_ token: Token) -> String {
    bytes.text(token.text)
  }
}
