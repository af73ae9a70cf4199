/// A field of an item in which a query can match.
public enum Field: String, Sendable, Hashable, CaseIterable {
  case title
  case alias
  case id
  case keyword
  case description
  case body
}
