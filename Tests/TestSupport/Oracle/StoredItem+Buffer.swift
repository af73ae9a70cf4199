import DeclaredRecords
import FootlightPlatform
import SearchEngine

extension StoredItem {
  /// The item that a buffer holds.
  init(_ item: borrowing ItemBuffer) {
    var keywords: [String] = []
    for range in item.keywords { keywords.append(item.bytes.text(range)) }
    var aliases: [String] = []
    for range in item.aliases { aliases.append(item.bytes.text(range)) }
    var attributes: [Attribute] = []
    for attribute in item.attributes {
      attributes.append(
        Attribute(
          ordinal: Int(attribute.ordinal), kind: attribute.kind,
          text: item.bytes.text(attribute.text), worth: attribute.worth))
    }
    self.init(
      id: item.bytes.text(item.id), title: item.bytes.text(item.title),
      description: item.bytes.text(item.description), body: item.bytes.text(item.body),
      url: item.bytes.text(item.url), keywords: keywords, aliases: aliases,
      attributes: attributes, rank: Int(item.rank),
      expires: item.expires == .max ? nil : item.expires)
  }
}
