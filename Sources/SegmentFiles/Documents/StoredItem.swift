public import ItemMapping

/// An item as an index holds it, read back.
public struct StoredItem: Sendable, Hashable {
  /// One value of one attribute.
  public struct Attribute: Sendable, Hashable {
    /// The attribute's place in ``IndexSettings/attributes``.
    public var ordinal: Int
    /// Its type.
    public var kind: ItemBuffer.AttributeKind
    /// The value for people.
    public var text: String
    /// The worth of a number, date or boolean.
    public var worth: Double

    /// Makes a value.
    public init(ordinal: Int, kind: ItemBuffer.AttributeKind, text: String, worth: Double) {
      self.ordinal = ordinal
      self.kind = kind
      self.text = text
      self.worth = worth
    }
  }

  /// The identifier within the domain.
  public var id: String
  /// The title.
  public var title: String
  /// The description, or empty.
  public var description: String
  /// The UTF-8 of the body, or empty: most who read an item do not ask for its text, which may be long.
  public var bodyBytes: [UInt8]
  /// The address, or empty.
  public var url: String
  /// The keywords.
  public var keywords: TextList
  /// The aliases.
  public var aliases: TextList
  /// The attributes that have a value; the elements of a list follow each other.
  public var attributes: [Attribute]
  /// 0 … 1000.
  public var rank: Int
  /// Seconds since 1970 from which on it is not found; nil for never.
  public var expires: Int64?

  /// Makes an item.
  public init(
    id: String, title: String, description: String, body: String, url: String,
    keywords: [String], aliases: [String], attributes: [Attribute], rank: Int, expires: Int64?
  ) {
    self.init(
      id: id, title: title, description: description, bodyBytes: Array(body.utf8), url: url,
      keywords: TextList(keywords), aliases: TextList(aliases), attributes: attributes, rank: rank,
      expires: expires)
  }

  init(
    id: String, title: String, description: String, bodyBytes: [UInt8], url: String,
    keywords: TextList, aliases: TextList, attributes: [Attribute], rank: Int, expires: Int64?
  ) {
    self.id = id
    self.title = title
    self.description = description
    self.bodyBytes = bodyBytes
    self.url = url
    self.keywords = keywords
    self.aliases = aliases
    self.attributes = attributes
    self.rank = rank
    self.expires = expires
  }
  /// The body, or empty; bytes that are no UTF-8 are replaced by U+FFFD.
  public var body: String {
    get { String(decoding: bodyBytes, as: UTF8.self) }
    set { bodyBytes = Array(newValue.utf8) }
  }
}
