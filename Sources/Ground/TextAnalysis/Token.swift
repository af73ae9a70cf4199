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

  /// Makes a token.
  @inlinable
  package init(text: ByteRange, position: UInt32, traits: TokenTraits) {
    self.text = text
    self.position = position
    self.traits = traits
  }
}
