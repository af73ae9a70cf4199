import FootlightPlatform
import TextAnalysis

/// One item with texts: what programs give and get; inside, items are bytes (``ItemBuffer``).
public struct Item: Sendable, Hashable {
  /// The identifier within the domain.
  public var id: String
  /// The title.
  public var title: String
  /// The description, or an empty text.
  public var description: String
  /// The body, or an empty text.
  public var body: String
  /// The keywords.
  public var keywords: [String]
  /// Other names.
  public var aliases: [String]
  /// The address, or an empty text.
  public var url: String
  /// The attributes that have a value, in the order of the declaration.
  public var attributes: [ItemAttribute]
  /// 0 … 1000, higher first among equals.
  public var rank: Int
  /// Seconds since 1970 from which on it is not found; nil for never.
  public var expires: Int64?

  /// Makes an item.
  public init(
    id: String, title: String, description: String = "", body: String = "",
    keywords: [String] = [], aliases: [String] = [], url: String = "",
    attributes: [ItemAttribute] = [], rank: Int = 500, expires: Int64? = nil
  ) {
    self.id = id
    self.title = title
    self.description = description
    self.body = body
    self.keywords = keywords
    self.aliases = aliases
    self.url = url
    self.attributes = attributes
    self.rank = rank
    self.expires = expires
  }
}

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
