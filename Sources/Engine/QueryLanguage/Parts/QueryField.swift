/// A field of an item that a query can name.
public enum QueryField: String, Sendable, Hashable, CaseIterable {
  case title
  case alias
  case keyword
  case description
  case body
  /// The identifier, byte for byte.
  case id
}
