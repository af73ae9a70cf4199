package import QueryLanguage
package import SegmentSearching

/// The matches in the texts of a hit, in Unicode scalar offsets: half-open, in order, without overlap.
package struct HitMarks: Sendable, Hashable {
  /// The ranges in each short field that has some: `title`, `description`, and `alias` or `keyword`
  /// when that is what matched.
  package var highlights: [Field: [Range<Int>]] = [:]
  /// The surroundings of the densest matches in description or body.
  package var snippet: Snippet?
  /// The name or field that matched.
  package var matched: HitMatch

  /// A piece of a longer text on one line.
  package struct Snippet: Sendable, Hashable {
    /// Where it is from.
    package var field: Field
    /// The piece; an ellipsis stands where the text goes on.
    package var text: String
    /// The ranges in ``text``.
    package var highlights: [Range<Int>]

    /// Makes a piece.
    package init(field: Field, text: String, highlights: [Range<Int>]) {
      self.field = field
      self.text = text
      self.highlights = highlights
    }
  }
}
