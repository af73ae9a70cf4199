package import SegmentFiles

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
