public import SegmentSearching
public import QueryLanguage

/// What matched in the texts of a hit, in Unicode scalar offsets: half-open, in order, without
/// overlap.
public struct HitMarks: Sendable, Hashable {
  /// The ranges in each short field that has some: `title`, `description`, and `alias` or `keyword`
  /// when that is what matched.
  public var highlights: [QueryField: [Range<Int>]] = [:]
  /// The surroundings of the densest matches in description or body.
  public var snippet: Snippet?
  /// What matched.
  public var matched: RankedHit.Match

  /// A piece of a longer text on one line.
  public struct Snippet: Sendable, Hashable {
    /// Where it is from.
    public var field: QueryField
    /// The piece; an ellipsis stands where the text goes on.
    public var text: String
    /// The ranges in ``text``.
    public var highlights: [Range<Int>]

    /// Makes a piece.
    public init(field: QueryField, text: String, highlights: [Range<Int>]) {
      self.field = field
      self.text = text
      self.highlights = highlights
    }
  }
}
