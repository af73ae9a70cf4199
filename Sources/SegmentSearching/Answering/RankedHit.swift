public import SegmentFiles

/// One hit, in its place.
public struct RankedHit: Sendable {
  /// The field that made the hit, and its text.
  public struct Match: Sendable, Hashable {
    /// `id`, `title`, `alias`, `keyword`, `description` or `body`.
    public var field: String
    /// The title, alias or id itself; empty for longer fields.
    public var text: String

    /// Makes a match.
    public init(field: String, text: String) {
      self.field = field
      self.text = text
    }
  }

  /// The place of its segment in the request; in the answer of a store, of its domain.
  public var place: Int
  /// Its document number within the segment.
  public var document: UInt32
  /// 1 … 6, as the design numbers them.
  public var tier: Int
  /// The score; nil in tiers 1 and 2, and in 5 where the corrected words would be in one of these.
  public var score: Int?
  /// The item.
  public var item: StoredItem
  /// Whether the item has its body, if there is any.
  public var hasBody: Bool
  /// What matched.
  public var matched: Match

  /// Makes a hit.
  public init(
    place: Int, document: UInt32, tier: Int, score: Int?, item: StoredItem, hasBody: Bool = false,
    matched: Match
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
