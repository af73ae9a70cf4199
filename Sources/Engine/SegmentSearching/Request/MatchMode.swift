/// Which items match a query, by its words.
public enum MatchMode: String, Sendable, Hashable, CaseIterable {
  /// All words, in tiers; the tiers 5 and 6 open when the others hold little.
  case tiers
  /// Every word, each also as a prefix; no typos, no tier for some of the words.
  case all
  /// At least one word; only the last one is also a prefix.
  case any
  /// None of the words, each also as a prefix.
  case none
}
