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
  }

  /// The identifier within the domain.
  public var id: String
  /// The title.
  public var title: String
  /// The description, or empty.
  public var description: String
  /// The body, or empty.
  public var body: String
  /// The address, or empty.
  public var url: String
  /// The keywords.
  public var keywords: [String]
  /// The aliases.
  public var aliases: [String]
  /// The attributes that have a value; the elements of a list follow each other.
  public var attributes: [Attribute]
  /// 0 … 1000.
  public var rank: Int
  /// Seconds since 1970 from which on it is not found; nil for never.
  public var expires: Int64?
}
