import DeclaredRecords
import FootlightPlatform

extension ItemRecord {
  /// Fills a buffer with the record at an offset, as it was when it was written; false when the
  /// bytes make no sense.
  ///
  /// The digest of the source's record is kept elsewhere.
  static func read(
    _ bytes: borrowing ByteArena, at offset: Int, into item: inout ItemBuffer
  ) -> Bool {
    item.removeAll()
    var at = offset
    func copy(_ bytes: borrowing ByteArena, _ at: inout Int, _ item: inout ItemBuffer)
      -> ByteRange?
    {
      guard let range = range(bytes, &at) else { return nil }
      let start = item.bytes.count
      item.bytes.append(bytes, range)
      return ByteRange(start: start, count: Int(range.count))
    }
    guard let id = copy(bytes, &at, &item), let title = copy(bytes, &at, &item),
      let description = copy(bytes, &at, &item), let url = copy(bytes, &at, &item),
      let keywords = bytes.varint(&at), keywords <= UInt64(bytes.count)
    else { return false }
    item.id = id
    item.title = title
    item.description = description
    item.url = url
    for _ in 0..<keywords {
      guard let keyword = copy(bytes, &at, &item) else { return false }
      item.keywords.append(keyword)
    }
    guard let aliases = bytes.varint(&at), aliases <= UInt64(bytes.count) else { return false }
    for _ in 0..<aliases {
      guard let alias = copy(bytes, &at, &item) else { return false }
      item.aliases.append(alias)
    }
    guard let rank = bytes.varint(&at), let expiry = bytes.varint(&at),
      let attributes = bytes.varint(&at), attributes <= UInt64(bytes.count)
    else { return false }
    item.rank = UInt16(truncatingIfNeeded: rank)
    item.expires = expiry == 0 ? .max : unzigzag(expiry &- 1)
    for _ in 0..<attributes {
      guard let ordinal = bytes.varint(&at), at < bytes.count,
        let kind = ItemBuffer.AttributeKind(rawValue: bytes[at])
      else { return false }
      at += 1
      guard let text = copy(bytes, &at, &item) else { return false }
      var worth = 0.0
      if kind != .text, kind != .listElement {
        guard at + 8 <= bytes.count else { return false }
        worth = Double(bitPattern: bytes.load(at))
        at += 8
      }
      item.attributes.append(
        ItemBuffer.Attribute(
          ordinal: UInt16(truncatingIfNeeded: ordinal), kind: kind, text: text, worth: worth))
    }
    guard let body = copy(bytes, &at, &item), let key = copy(bytes, &at, &item) else {
      return false
    }
    item.body = body
    item.sourceKey = key
    return true
  }
}
