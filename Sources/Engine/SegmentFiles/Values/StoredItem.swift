package import DeclaredRecords

/// An item as an index holds it, read back.
public struct StoredItem: Sendable, Hashable {
  /// One value of one attribute.
  package struct Attribute: Sendable, Hashable {
    /// The attribute's place in ``IndexSettings/attributes``.
    package var ordinal: Int
    /// Its type.
    package var kind: ItemBuffer.AttributeKind
    /// The value for people.
    package var text: String
    /// The worth of a number, date or boolean.
    package var worth: Double

    /// Makes a value.
    package init(ordinal: Int, kind: ItemBuffer.AttributeKind, text: String, worth: Double) {
      self.ordinal = ordinal
      self.kind = kind
      self.text = text
      self.worth = worth
    }
  }

  /// The identifier within the domain.
  package var id: String
  /// The title.
  package var title: String
  /// The description, or empty.
  package var description: String
  /// The UTF-8 of the body, or empty: most who read an item do not ask for its text, which may be long.
  package var bodyBytes: [UInt8]
  /// The address, or empty.
  package var url: String
  /// The keywords.
  package var keywords: TextList
  /// The aliases.
  package var aliases: TextList
  /// The attributes that have a value; the elements of a list follow each other.
  package var attributes: [Attribute]
  /// 0 … 1000.
  package var rank: Int
  /// Seconds since 1970 from which on it is not found; nil for never.
  package var expires: Int64?
}

extension StoredItem {
  /// Makes an item.
  package init(
    id: String, title: String, description: String, body: String, url: String,
    keywords: [String], aliases: [String], attributes: [Attribute], rank: Int, expires: Int64?
  ) {
    self.init(
      id: id, title: title, description: description, bodyBytes: Array(body.utf8), url: url,
      keywords: TextList(keywords), aliases: TextList(aliases), attributes: attributes, rank: rank,
      expires: expires)
  }

  /// The body, or empty; bytes that are no UTF-8 are replaced by U+FFFD.
  package var body: String {
    get { String(decoding: bodyBytes, as: UTF8.self) }
    set { bodyBytes = Array(newValue.utf8) }
  }
}
