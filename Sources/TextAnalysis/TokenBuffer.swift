public import FootlightPlatform

/// What an analysis writes into: folded bytes and tokens; reused from text to text.
@frozen
public struct TokenBuffer: ~Copyable, Sendable {
  /// The folded UTF-8 of all tokens.
  public var bytes: ByteArena
  /// The tokens in the order of their positions; derived ones behind the token they are from.
  public var tokens: [Token]
  /// Whether the name form of the analysed text (see ``AnalysisForm/name``) has other tokens than
  /// the sequence; when false, the sequence serves as the name and need not be analysed again.
  public var nameDiffers: Bool

  /// An empty buffer.
  public init() {
    bytes = ByteArena(capacity: 4096)
    tokens = []
    tokens.reserveCapacity(256)
    nameDiffers = false
  }

  /// Forgets the tokens; the memory stays.
  @inlinable
  public mutating func removeAll() {
    bytes.removeAll()
    tokens.removeAll(keepingCapacity: true)
    nameDiffers = false
  }

  /// The text of a token.
  public func text(_ token: Token) -> String {
    bytes.text(token.text)
  }
}
