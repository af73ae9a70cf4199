/// One hit, in its place.
package struct RankedHit: Sendable {
  /// The place of its segment in the request; in the answer of a store, of its domain.
  package var place: Int
  /// Its document number within the segment.
  package var document: UInt32
  /// 1 … 6, as `docs/command-line.md` numbers them.
  package var tier: Int
  /// The score; nil in tiers 1 and 2, and in 5 where the corrected words would be in one of these.
  package var score: Int?
  /// The item.
  package var item: StoredItem
  /// Whether the item has its body, if there is any.
  package var hasBody: Bool
  /// The field that made the hit, and its text.
  package var matched: HitMatch
  /// For words of the query that have stems, the words of the segment that count as them.
  package var families: [[UInt8]: [[UInt8]]] = [:]
  /// Where hits are put together: the group, whose best hit it is, and how many items that holds.
  package var group: (key: GroupKey, items: Int)?

  /// Makes a hit.
  package init(
    place: Int, document: UInt32, tier: Int, score: Int?, item: StoredItem, hasBody: Bool = false,
    matched: HitMatch
  ) {
    self.place = place
    self.document = document
    self.tier = tier
    self.score = score
    self.item = item
    self.hasBody = hasBody
    self.matched = matched
  }
}

/// The part of an item that matched.
public struct HitMatch: Sendable, Hashable {
  /// Where it matched.
  public var field: Field
  /// The name that matched, or the piece of the field around the words.
  public var text: String
  /// Whether this name stands in the query as a whole, among other words: the item is named in the question.
  public var isNamed: Bool

  /// Makes a match.
  public init(field: Field, text: String, isNamed: Bool = false) {
    self.field = field
    self.text = text
    self.isNamed = isNamed
  }
}

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

/// A word of a query and the words of the index that it may be a misspelling of.
package struct Correction: Sendable, Hashable {
  /// The word as it was looked up: folded.
  package var word: String
  /// The words that it was taken for, the likeliest first; where it was taken for the beginning of a
  /// word, those that are more than two letters longer are left out.
  package var expansions: [String]
  /// Whether some searched item holds the word as it is.
  package var isHeld: Bool
}
