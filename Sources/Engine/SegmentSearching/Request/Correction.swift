/// A word of a query and the words of the index that it may be a misspelling of.
package struct Correction: Sendable, Hashable {
  /// The word as it was looked up: folded.
  package var word: String
  /// The words that it was taken for, the likeliest first; where it was taken for the beginning of a
  /// word, those that are more than two letters longer are left out.
  package var expansions: [String]
  /// Whether some searched item holds the word as it is.
  package var isHeld: Bool

  /// Makes a correction.
  package init(word: String, expansions: [String], isHeld: Bool) {
    self.word = word
    self.expansions = expansions
    self.isHeld = isHeld
  }
}
