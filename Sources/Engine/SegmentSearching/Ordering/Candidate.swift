/// A document that matched: its tier, its score (where names decide, what orders them) and its number.
///
/// This is the order of hits, as far as it is the same in all segments: what is equal here is ordered by rank, title,
/// domain and id (``MergedHits``).
package struct Candidate: Sendable, Hashable, Ranked {
  package var tier: Int
  package var score: Int
  package var document: UInt32
  /// Orders the hits of a tier before their scores, the lower first.
  ///
  /// In tier 5: four times the ``TypoLevel``, and less one the tier that the words would have if they were written
  /// right. Below 0, in tiers 4 and 6: what a name tells that stands in the query, negated (``QuestionedNames``).
  package var key = 0
  /// How strongly it was picked for the query: it leads its tier.
  var picked = 0
  /// Whether it is within its window: it leads its equals.
  var isInWindow = false
  /// The rung that has found it; it orders nothing.
  package var rung = 0

  package init(tier: Int, score: Int, document: UInt32, key: Int = 0, rung: Int = 0) {
    self.tier = tier
    self.score = score
    self.document = document
    self.key = key
    self.rung = rung
  }

  /// Whether its name stands in the query, among other words.
  package var isNamed: Bool { key < 0 }
  /// The tier that the corrected words would have, in tier 5; otherwise the tier itself.
  package var correctedTier: Int { tier == 5 ? key & 3 + 1 : tier }
  /// Whether it has a score: where names decide there is none.
  package var hasScore: Bool { correctedTier > 2 }

  /// Whether it stands before another one: by its tier, what was picked, key, score, and whether it matters now;
  /// nil where all of these are equal.
  @inline(__always)
  func outranks(_ other: Candidate) -> Bool? {
    if tier != other.tier { return tier < other.tier }
    if picked != other.picked { return picked > other.picked }
    if key != other.key { return key < other.key }
    if score != other.score { return score > other.score }
    if isInWindow != other.isInWindow { return isInWindow }
    return nil
  }

  /// Whether it stands before another one of the same segment, whose documents are numbered in their order.
  func precedes(_ other: Candidate) -> Bool { outranks(other) ?? (document < other.document) }
}
