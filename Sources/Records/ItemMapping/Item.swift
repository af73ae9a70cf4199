import FootlightPlatform
public import TextAnalysis

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

/// A named value of an item.
public struct ItemAttribute: Sendable, Hashable {
  /// The name in the declaration.
  public var name: String
  /// The value.
  public var value: AttributeValue

  /// Names a value.
  public init(_ name: String, _ value: AttributeValue) {
    self.name = name
    self.value = value
  }
}

extension Sequence<ItemAttribute> {
  /// The picture of an item, an address or a path below its declaration's folder; empty without one.
  public var image: String {
    for attribute in self where attribute.name == "image" {
      if case .text(let text) = attribute.value { return text }
    }
    return ""
  }
}

/// The value of an attribute, typed as the declaration says.
public enum AttributeValue: Sendable, Hashable {
  case text(String)
  /// A number, and the text that the source held.
  case number(Double, written: String)
  case boolean(Bool)
  /// A date as ISO 8601 text, and its start in seconds since 1970.
  case date(String, seconds: Int64)
  case list([String])
  /// A point on the globe.
  case place(Place)
}

/// Reads the text of a value as an attribute of a type: for whoever compares with attributes.
package enum AttributeText {
  /// The number that a text says; nil when it says none.
  package static func number(_ text: String) -> Double? {
    Array(text.utf8).span.withNumber
  }

  /// Whether a text says true or false; nil when it says neither.
  package static func boolean(_ text: String) -> Bool? {
    let bytes = Array(text.utf8)
    return readBoolean(bytes.span)
  }

  /// The seconds since 1970 at which a date, month, year or instant (UTC) begins and is over.
  ///
  /// An instant lasts a second. Nil when the text is none.
  package static func interval(_ text: String) -> Range<Int64>? {
    guard let moment = Moment.read(text, zone: 0) else { return nil }
    return moment.start..<max(moment.end, moment.start + 1)
  }

  /// A date as ISO 8601 text in UTC: without a time when it is the beginning of a day.
  package static func date(seconds: Int64) -> String {
    let moment = Moment(start: seconds, precision: seconds % 86_400 == 0 ? .day : .second)
    var bytes = ByteArena(capacity: 64)
    moment.appendISO(to: &bytes)
    return bytes.text(bytes.all)
  }
}

extension Span<UInt8> {
  fileprivate var withNumber: Double? { NumberText.worth(self) }
}
