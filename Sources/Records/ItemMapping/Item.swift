/// One item with texts: what programs give and get; inside, items are bytes (``ItemBuffer``).
public struct Item: Sendable, Hashable {
  /// The identifier within the domain.
  public var id: String
  /// The title.
  public var title: String
  /// The description, or an empty text.
  public var description: String
  /// The body, or an empty text.
  public var body: String
  /// The keywords.
  public var keywords: [String]
  /// Other names.
  public var aliases: [String]
  /// The address, or an empty text.
  public var url: String
  /// The attributes that have a value, in the order of the declaration.
  public var attributes: [ItemAttribute]
  /// 0 … 1000, higher first among equals.
  public var rank: Int
  /// Seconds since 1970 from which on it is not found; nil for never.
  public var expires: Int64?

  /// Makes an item.
  public init(
    id: String, title: String, description: String = "", body: String = "",
    keywords: [String] = [], aliases: [String] = [], url: String = "",
    attributes: [ItemAttribute] = [], rank: Int = 500, expires: Int64? = nil
  ) {
    self.id = id
    self.title = title
    self.description = description
    self.body = body
    self.keywords = keywords
    self.aliases = aliases
    self.url = url
    self.attributes = attributes
    self.rank = rank
    self.expires = expires
  }
}
