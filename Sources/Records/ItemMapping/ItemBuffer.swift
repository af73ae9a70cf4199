public import FootlightPlatform

/// One prepared item as bytes: what the mapping writes and the index reads; reused from item to
/// item, so that no text becomes a String on the way.
public struct ItemBuffer: ~Copyable, Sendable {
  /// The type of an attribute's value.
  public enum AttributeKind: UInt8, Sendable, Hashable {
    case text = 0
    case number = 1
    case boolean = 2
    case date = 3
    /// One element of a list of text; the elements of one attribute follow each other.
    case listElement = 4
    /// A point on the globe.
    case place = 5
  }

  /// One value of one attribute: UTF-8 for people and, when typed, what it is worth.
  public struct Attribute: Sendable, Hashable {
    /// The attribute's place in the declaration, from 0.
    public var ordinal: UInt16
    /// Its type.
    public var kind: AttributeKind
    /// The UTF-8 of the value: the text itself, the number as written, `true`, an ISO date, `48.14,11.58`.
    public var text: ByteRange
    /// The worth of a number; seconds since 1970 of a date; 1 or 0 of a boolean; of a place the number whose bits are
    /// its place on the curve; otherwise 0.
    public var worth: Double

    /// Makes a value.
    public init(ordinal: UInt16, kind: AttributeKind, text: ByteRange, worth: Double) {
      self.ordinal = ordinal
      self.kind = kind
      self.text = text
      self.worth = worth
    }
  }

  /// The UTF-8 of all fields.
  public var bytes = ByteArena(capacity: 4096)
  /// The identifier; never empty in an item.
  public var id = ByteRange()
  /// The title; never empty in an item.
  public var title = ByteRange()
  /// The description, or an empty range.
  public var description = ByteRange()
  /// The body, or an empty range.
  public var body = ByteRange()
  /// The address, or an empty range.
  public var url = ByteRange()
  /// The keywords, empty ones left out.
  public var keywords: [ByteRange] = []
  /// The aliases, empty ones left out.
  public var aliases: [ByteRange] = []
  /// The attributes that have a value, in the order of the declaration.
  public var attributes: [Attribute] = []
  /// 0 … 1000, higher first among equals.
  public var rank: UInt16 = 500
  /// Seconds since 1970 from which on it is not found; `Int64.max` for never.
  public var expires = Int64.max
  /// The record's number over the whole source, from 1.
  public var record: UInt32 = 0
  /// A digest of the record's raw bytes; 0 where the source has none.
  public var recordDigest: UInt64 = 0
  /// The bytes by which the source finds the record again; empty where the id does.
  public var sourceKey = ByteRange()

  /// An empty item.
  public init() {}

  /// Forgets the item; the memory stays.
  public mutating func removeAll() {
    bytes.removeAll()
    id = ByteRange()
    title = ByteRange()
    description = ByteRange()
    body = ByteRange()
    url = ByteRange()
    keywords.removeAll(keepingCapacity: true)
    aliases.removeAll(keepingCapacity: true)
    attributes.removeAll(keepingCapacity: true)
    rank = 500
    expires = .max
    record = 0
    recordDigest = 0
    sourceKey = ByteRange()
  }
}
