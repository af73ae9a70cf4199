/// Which items match a query.
public enum MatchMode: String, Sendable, Hashable, CaseIterable {
  /// All words, in tiers; the tiers 5 and 6 open when the others hold little.
  case tiers
  /// Every word, each also as a prefix; no typos, no parts.
  case all
  /// At least one word.
  case any
  /// None of the words.
  case none
}
