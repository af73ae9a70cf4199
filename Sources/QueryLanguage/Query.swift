/// What somebody searches for: query text after analysis, before any index is asked.
///
/// Making one never fails: whatever the text holds is words, or nothing.
public struct Query: Sendable, Hashable {
  /// The text as it was typed.
  public let text: String
  /// The words; all must match.
  ///
  /// A word that was typed twice stands here twice.
  public let words: [QueryWord]
  /// The text as names are compared, for tiers 1 and 2; nil when it holds no token.
  public let name: NameQuery?
  /// The text without white space at its ends: what an item's id is compared with, byte for byte.
  public let identifier: String
  /// What was left out or taken otherwise than typed.
  public let notes: [QueryNote]

  /// The largest number of words that are used.
  public static let wordLimit = 64

  /// Whether there is nothing to look for.
  public var isEmpty: Bool { words.isEmpty && identifier.isEmpty }
}
