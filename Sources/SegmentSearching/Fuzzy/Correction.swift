/// A word of a query and the words of the index that it may be a misspelling of.
public struct Correction: Sendable, Hashable {
  /// The word as it was looked up: folded.
  public var word: String
  /// The words that it was taken for, the likeliest first; where it was taken for the beginning of a
  /// word, those that are more than two letters longer are left out.
  public var expansions: [String]
  /// Whether some searched item holds the word as it is.
  public var isHeld: Bool

  /// Makes a correction.
  public init(word: String, expansions: [String], isHeld: Bool) {
    self.word = word
    self.expansions = expansions
    self.isHeld = isHeld
  }
}
