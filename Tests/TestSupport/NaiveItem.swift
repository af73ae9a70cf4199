/// An item of the naive index: what a search looks at, as Strings.
public struct NaiveItem: Sendable, Hashable {
  /// The id within its domain.
  public var id: String
  /// The title.
  public var title: String
  /// The description, or empty.
  public var description: String
  /// The body, or empty.
  public var body: String
  /// The keywords.
  public var keywords: [String]
  /// The aliases.
  public var aliases: [String]
  /// 0 … 1000.
  public var rank: Int
  /// Seconds since 1970 from which on it is not found; nil for never.
  public var expires: Int64?

  /// Makes an item.
  public init(
    id: String, title: String, description: String = "", body: String = "",
    keywords: [String] = [], aliases: [String] = [], rank: Int = 500, expires: Int64? = nil
  ) {
    self.id = id
    self.title = title
    self.description = description
    self.body = body
    self.keywords = keywords
    self.aliases = aliases
    self.rank = rank
    self.expires = expires
  }
}
