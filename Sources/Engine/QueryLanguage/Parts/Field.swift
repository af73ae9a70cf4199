/// A field of an item, which a query can name and in which it can match.
public enum Field: String, Sendable, Hashable, CaseIterable {
  case title
  case alias
  /// The identifier, byte for byte.
  case id
  case keyword
  case description
  case body
}
