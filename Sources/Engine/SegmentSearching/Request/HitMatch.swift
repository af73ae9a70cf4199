public import QueryLanguage

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
