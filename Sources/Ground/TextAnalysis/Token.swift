package import FootlightPlatform

/// The traits of a token, beside its text.
///
/// Public, for its set operations are generic, and those of a type that is the package's alone are not specialised in
/// another module.
@frozen
public struct TokenTraits: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt8

  /// Makes traits from bits.
  @inlinable
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Not part of the sequence: a posting only, at the position of the token before it.
  @inlinable public static var derived: TokenTraits { TokenTraits(rawValue: 1) }
  /// A stop word of this analyzer.
  @inlinable public static var stopWord: TokenTraits { TokenTraits(rawValue: 2) }
  /// A symbol such as § or $, not a word.
  @inlinable public static var symbol: TokenTraits { TokenTraits(rawValue: 4) }
  /// One character of a script that writes no spaces (Han, kana, Thai, Lao, Khmer, Burmese).
  @inlinable public static var unspaced: TokenTraits { TokenTraits(rawValue: 8) }
  /// Two neighbouring characters of such a script, or of Hangul; always derived.
  @inlinable public static var bigram: TokenTraits { TokenTraits(rawValue: 16) }
}

/// A folded piece of text: where its UTF-8 lies in the buffer's bytes, where it stood, what it is.
@frozen
package struct Token: Sendable, Hashable {
  /// The folded UTF-8 within ``TokenBuffer/bytes``.
  package var text: ByteRange
  /// The place in the sequence, from 0; derived tokens share the place of the token they are from.
  package var position: UInt32
  /// Its traits.
  package var traits: TokenTraits
}

/// A token as an own value: what tests and explanations look at.
package struct AnalyzedToken: Sendable, Hashable {
  /// The folded text.
  package var text: String
  /// The place in the sequence, from 0; derived tokens share a place.
  package var position: Int
  /// Its traits.
  package var traits: TokenTraits
}

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
