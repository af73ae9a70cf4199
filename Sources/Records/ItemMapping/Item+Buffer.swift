import FootlightPlatform
import TextAnalysis

extension Item {
  /// The item that a buffer holds, with texts.
  package init(_ buffer: borrowing ItemBuffer, attributes names: [String]) {
    var texts: [String] = []
    for range in [buffer.id, buffer.title, buffer.description, buffer.body, buffer.url] {
      texts.append(buffer.bytes.text(range))
    }
    var keywords: [String] = []
    for range in buffer.keywords { keywords.append(buffer.bytes.text(range)) }
    var aliases: [String] = []
    for range in buffer.aliases { aliases.append(buffer.bytes.text(range)) }
    self.init(
      id: texts[0], title: texts[1], description: texts[2], body: texts[3], keywords: keywords,
      aliases: aliases, url: texts[4], rank: Int(buffer.rank),
      expires: buffer.expires == .max ? nil : buffer.expires)
    for attribute in buffer.attributes {
      let ordinal = Int(attribute.ordinal)
      guard ordinal < names.count else { continue }
      let text = buffer.bytes.text(attribute.text)
      if attribute.kind == .listElement, let last = attributes.last,
        last.name == names[ordinal], case .list(let values) = last.value
      {
        attributes[attributes.count - 1].value = .list(values + [text])
        continue
      }
      attributes.append(
        ItemAttribute(names[ordinal], AttributeValue(attribute.kind, text, attribute.worth)))
    }
  }
}

extension AttributeValue {
  /// The value that a kind, its text and its worth stand for.
  package init(_ kind: ItemBuffer.AttributeKind, _ text: String, _ worth: Double) {
    switch kind {
    case .text: self = .text(text)
    case .number: self = .number(worth, written: text)
    case .boolean: self = .boolean(worth != 0)
    case .date: self = .date(text, seconds: Int64(exactly: worth.rounded()) ?? 0)
    case .listElement: self = .list([text])
    case .place: self = CurveCode.place(worth.bitPattern).map { .place($0) } ?? .text(text)
    }
  }
}
