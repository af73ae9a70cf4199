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
  /// The attributes.
  public var attributes: [NaiveAttribute] = []

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

/// An attribute of an item, with the ordinal of its name in the settings.
public struct NaiveAttribute: Sendable, Hashable {
  /// A value.
  public enum Value: Sendable, Hashable {
    case text(String)
    case number(Double)
    case boolean(Bool)
    /// Seconds since 1970.
    case date(Int64)
    case list([String])
  }

  /// The ordinal.
  public var ordinal: Int
  /// The name.
  public var name: String
  /// The value.
  public var value: Value

  /// Makes an attribute.
  public init(_ ordinal: Int, _ name: String, _ value: Value) {
    self.ordinal = ordinal
    self.name = name
    self.value = value
  }
}
