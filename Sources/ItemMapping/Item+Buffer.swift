public import DomainDeclarations
import FootlightPlatform

extension Item {
  /// The item that a buffer holds; `attributes` names its attributes by their ordinals.
  public init(_ buffer: borrowing ItemBuffer, attributes: [AttributeDefinition]) {
    self.init(
      id: buffer.bytes.text(buffer.id), title: buffer.bytes.text(buffer.title),
      description: buffer.bytes.text(buffer.description), body: buffer.bytes.text(buffer.body),
      url: buffer.bytes.text(buffer.url), rank: Int(buffer.rank),
      expires: buffer.expires == .max ? nil : buffer.expires)
    for range in buffer.keywords { keywords.append(buffer.bytes.text(range)) }
    for range in buffer.aliases { aliases.append(buffer.bytes.text(range)) }
    var elements: [String] = []
    for (place, value) in buffer.attributes.enumerated() {
      let ordinal = Int(value.ordinal)
      let text = buffer.bytes.text(value.text)
      let typed: AttributeValue
      switch value.kind {
      case .text: typed = .text(text)
      case .number: typed = .number(value.worth, written: text)
      case .boolean: typed = .boolean(value.worth != 0)
      case .date: typed = .date(text, seconds: Int64(exactly: value.worth) ?? 0)
      case .listElement:
        elements.append(text)
        let next = place + 1
        if next < buffer.attributes.count, buffer.attributes[next].ordinal == value.ordinal {
          continue
        }
        typed = .list(elements)
        elements = []
      }
      if ordinal < attributes.count {
        self.attributes.append(ItemAttribute(attributes[ordinal].name, typed))
      }
    }
  }
}
