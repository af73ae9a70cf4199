import DeclaredRecords
import FootlightPlatform
import SearchEngine

extension ItemBuffer {
  /// Takes an item that was read back, as if it had just been mapped.
  mutating func set(_ item: StoredItem) {
    removeAll()
    id = add(item.id)
    title = add(item.title)
    description = add(item.description)
    url = add(item.url)
    for keyword in item.keywords { keywords.append(add(keyword)) }
    for alias in item.aliases { aliases.append(add(alias)) }
    for attribute in item.attributes {
      attributes.append(
        Attribute(
          ordinal: UInt16(truncatingIfNeeded: attribute.ordinal), kind: attribute.kind,
          text: add(attribute.text), worth: attribute.worth))
    }
    rank = UInt16(truncatingIfNeeded: item.rank)
    expires = item.expires ?? .max
    body = add(item.body)
  }

  private mutating func add(_ text: String) -> ByteRange {
    let start = bytes.count
    bytes.append(text)
    return ByteRange(start: start, count: bytes.count - start)
  }
}
