/// Why an item is where it is in an answer, or why it is in none.
public struct Explanation: Sendable, Hashable {
  /// Something that makes or orders a hit.
  public struct Factor: Sendable, Hashable {
    /// The word as it was typed, or `domain weight`, `typos`, `rank`.
    public var name: String
    /// Its worth.
    public var value: Int
    /// Whether it is a part of the score: those that are sum up to it.
    public var adds: Bool
    /// Where the worth comes from, for people.
    public var detail: String

    /// Makes a factor.
    package init(_ name: String, _ value: Int, adds: Bool, detail: String) {
      self.name = name
      self.value = value
      self.adds = adds
      self.detail = detail
    }
  }

  /// As in the answer; nil when the item is in none.
  public var tier: Tier?
  /// One sentence for people: what puts the item into its tier, or keeps it out of all.
  public var reason: String
  /// The score, as in the answer; nil where names decide, and for an item that is in none.
  public var score: Int?
  /// The parts of the score, then the facts that order equals.
  public var factors: [Factor]
  /// The words that the item lacks, as they were typed, where that matters: it is in no tier, or it
  /// holds only some of the words.
  public var missing: [String]

  /// Makes an explanation; what is left out is nothing.
  package init(
    tier: Tier? = nil, reason: String, score: Int? = nil, factors: [Factor] = [],
    missing: [String] = []
  ) {
    self.tier = tier
    self.reason = reason
    self.score = score
    self.factors = factors
    self.missing = missing
  }
}

/// An item that is to be explained: its segment and its id.
package struct ExplainedItem: Sendable, Hashable {
  /// The place of its segment in the request; for a store, of its domain.
  package var place: Int
  /// Its id.
  package var id: String

  /// Names an item.
  package init(place: Int, id: String) {
    self.place = place
    self.id = id
  }
}
