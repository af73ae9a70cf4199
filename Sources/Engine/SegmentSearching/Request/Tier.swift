/// How well a hit fits its query, the best first: hits are ordered by it before anything else.
public enum Tier: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// The query is a whole title or alias, or the id.
  case exact = 1
  /// A title or an alias begins with the query.
  case starts
  /// Titles and aliases alone hold all words.
  case named
  /// The item holds all words.
  case found
  /// The item holds all words, some of them spelled a little otherwise.
  case close
  /// The item holds some of the words.
  case part

  /// Whether the hits of one tier stand before those of another one.
  public static func < (tier: Tier, other: Tier) -> Bool { tier.rawValue < other.rawValue }
}
