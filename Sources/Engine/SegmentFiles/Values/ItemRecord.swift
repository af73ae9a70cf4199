package import DeclaredRecords
package import FootlightPlatform

/// How an item is written into the `stored` stream: varints and texts in a fixed order.
///
/// Shape: id, title, description, url; keywords, aliases (a count, then texts); rank; expiry (0 for
/// never, else seconds since 1970 plus one, zigzag); attributes (a count, then ordinal, kind, text,
/// worth); body; the key of the source. A text is its length and its UTF-8. The body stands after
/// what is shown of a hit, so that it can be read without.
package enum ItemRecord {
  /// Appends the record of an item.
  package static func write(_ item: borrowing ItemBuffer, into target: inout ByteArena) {
    write(item.bytes, item.id, into: &target)
    write(item.bytes, item.title, into: &target)
    write(item.bytes, item.description, into: &target)
    write(item.bytes, item.url, into: &target)
    target.append(varint: UInt64(item.keywords.count))
    for keyword in item.keywords { write(item.bytes, keyword, into: &target) }
    target.append(varint: UInt64(item.aliases.count))
    for alias in item.aliases { write(item.bytes, alias, into: &target) }
    target.append(varint: UInt64(item.rank))
    if item.expires == .max {
      target.append(0)
    } else {
      target.append(varint: zigzag(item.expires) &+ 1)
    }
    target.append(varint: UInt64(item.attributes.count))
    for attribute in item.attributes {
      target.append(varint: UInt64(attribute.ordinal))
      target.append(attribute.kind.rawValue)
      write(item.bytes, attribute.text, into: &target)
      if attribute.kind != .text, attribute.kind != .listElement {
        target.append(littleEndian: attribute.worth.bitPattern)
      }
    }
    write(item.bytes, item.body, into: &target)
    write(item.bytes, item.storedSourceKey, into: &target)
  }

  private static func write(
    _ bytes: borrowing ByteArena, _ range: ByteRange, into target: inout ByteArena
  ) {
    target.append(varint: UInt64(range.count))
    target.append(bytes, range)
  }

  /// Reads the record at an offset, without its body unless that is wanted; nil when the bytes end
  /// too soon or make no sense.
  static func read(_ bytes: borrowing ByteArena, at offset: Int, withBody: Bool) -> StoredItem? {
    item(bytes, at: offset, withBody ? .needed : .none)?.item
  }

  /// Reads the record at an offset, with its body if the bytes hold it.
  static func readShown(
    _ bytes: borrowing ByteArena, at offset: Int
  ) -> (item: StoredItem, hasBody: Bool)? {
    item(bytes, at: offset, .ifThere)
  }

  /// Who asks for a body.
  private enum BodyWish {
    case none
    case ifThere
    case needed
  }

  private static func item(
    _ bytes: borrowing ByteArena, at offset: Int, _ wish: BodyWish
  ) -> (item: StoredItem, hasBody: Bool)? {
    var at = offset
    guard let id = text(bytes, &at), let title = text(bytes, &at),
      let description = text(bytes, &at), let url = text(bytes, &at),
      let keywords = texts(bytes, &at),
      let aliases = texts(bytes, &at), let rank = bytes.varint(&at),
      let expiry = bytes.varint(&at), let attributes = attributes(bytes, &at)
    else { return nil }
    var body: ByteRange?
    if wish != .none {
      body = range(bytes, &at)
      if body == nil, wish == .needed { return nil }
    }
    // Made once, of all its parts: it is large, and there are ten in every answer.
    let item = StoredItem(
      id: id, title: title, description: description,
      bodyBytes: body.map { bytes.bytes($0) } ?? [], url: url, keywords: keywords,
      aliases: aliases, attributes: attributes, rank: Int(truncatingIfNeeded: rank),
      expires: expiry == 0 ? nil : unzigzag(expiry &- 1))
    return (item, body != nil)
  }

  private static func attributes(
    _ bytes: borrowing ByteArena, _ at: inout Int
  ) -> [StoredItem.Attribute]? {
    guard let count = bytes.varint(&at), count <= UInt64(bytes.count) else { return nil }
    var attributes: [StoredItem.Attribute] = []
    for _ in 0..<count {
      guard let (ordinal, kind, text, worth) = attribute(bytes, &at) else { return nil }
      attributes.append(
        StoredItem.Attribute(
          ordinal: Int(truncatingIfNeeded: ordinal), kind: kind, text: bytes.text(text),
          worth: worth))
    }
    return attributes
  }

  /// The attribute of a record that begins here; nil when it is damaged.
  @inline(__always)
  static func attribute(
    _ bytes: borrowing ByteArena, _ at: inout Int
  ) -> (ordinal: UInt64, kind: ItemBuffer.AttributeKind, text: ByteRange, worth: Double)? {
    guard let ordinal = bytes.varint(&at), at < bytes.count,
      let kind = ItemBuffer.AttributeKind(rawValue: bytes[at])
    else { return nil }
    at += 1
    guard let text = range(bytes, &at) else { return nil }
    guard kind != .text, kind != .listElement else { return (ordinal, kind, text, 0) }
    guard at + 8 <= bytes.count else { return nil }
    defer { at += 8 }
    return (ordinal, kind, text, Double(bitPattern: bytes.load(at)))
  }

  /// The range of the id in the record at an offset; nil when it is damaged.
  static func id(_ bytes: borrowing ByteArena, at offset: Int) -> ByteRange? {
    var at = offset
    return range(bytes, &at)
  }

  /// The ranges of the id and the title in the record at an offset; nil when the bytes end too soon.
  static func idAndTitle(
    _ bytes: borrowing ByteArena, at offset: Int
  ) -> (id: ByteRange, title: ByteRange)? {
    var at = offset
    guard let id = range(bytes, &at), let title = range(bytes, &at) else { return nil }
    return (id, title)
  }

  /// The range of the address in the record at an offset; nil when it is damaged.
  static func url(_ bytes: borrowing ByteArena, at offset: Int) -> ByteRange? {
    var at = offset
    for _ in 0..<3 where range(bytes, &at) == nil { return nil }
    return range(bytes, &at)
  }

  /// The range of the key of the source in the record at an offset; nil when it is damaged.
  static func sourceKey(_ bytes: borrowing ByteArena, at offset: Int) -> ByteRange? {
    var at = offset
    for _ in 0..<4 where range(bytes, &at) == nil { return nil }
    for _ in 0..<2 {
      guard let count = bytes.varint(&at), count <= UInt64(bytes.count) else { return nil }
      for _ in 0..<count where range(bytes, &at) == nil { return nil }
    }
    guard bytes.varint(&at) != nil, bytes.varint(&at) != nil, let count = bytes.varint(&at),
      count <= UInt64(bytes.count)
    else { return nil }
    for _ in 0..<count where attribute(bytes, &at) == nil { return nil }
    guard range(bytes, &at) != nil else { return nil }
    return range(bytes, &at)
  }

  /// The range of a text whose length stands at an offset, which is moved past it.
  static func range(_ bytes: borrowing ByteArena, _ at: inout Int) -> ByteRange? {
    guard let count = bytes.varint(&at), count <= UInt64(bytes.count - at) else { return nil }
    let range = ByteRange(start: at, count: Int(count))
    at += Int(count)
    return range
  }

  private static func text(_ bytes: borrowing ByteArena, _ at: inout Int) -> String? {
    guard let range = range(bytes, &at) else { return nil }
    return range.count == 0 ? "" : bytes.text(range)
  }

  private static func texts(_ bytes: borrowing ByteArena, _ at: inout Int) -> TextList? {
    guard let count = bytes.varint(&at), count <= UInt64(bytes.count) else { return nil }
    guard count > 0 else { return TextList() }
    let start = at
    var places: [ByteRange] = []
    places.reserveCapacity(min(Int(count), 1_024))
    for _ in 0..<count {
      guard let place = range(bytes, &at) else { return nil }
      places.append(ByteRange(start: place.lowerBound - start, count: Int(place.count)))
    }
    return TextList(bytes.bytes(ByteRange(start: start, count: at - start)), places)
  }

  private static func zigzag(_ number: Int64) -> UInt64 {
    UInt64(bitPattern: number << 1 ^ number >> 63)
  }

  static func unzigzag(_ number: UInt64) -> Int64 {
    Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }
}

extension ItemBuffer {
  /// The key of the source, empty where the id is the same.
  package var storedSourceKey: ByteRange {
    bytes.equals(sourceKey, bytes, id) ? ByteRange() : sourceKey
  }
}
