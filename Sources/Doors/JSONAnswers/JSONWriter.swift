package import Footlight
package import FootlightPlatform
import TextAnalysis

/// Writes JSON, one object a line, straight into bytes.
///
/// Whatever it is given, what comes out is valid: numbers that JSON cannot hold are `null`, and
/// characters that a terminal would obey are escaped, so that the output is safe to look at too.
package struct JSONWriter: ~Copyable {
  package private(set) var bytes: ByteArena
  /// Whether the next value or name follows another one.
  private var follows = false

  package init(capacity: Int = 1 << 12) {
    bytes = ByteArena(capacity: capacity)
  }

  /// All that was written.
  package var written: [UInt8] { bytes.bytes(bytes.all) }

  /// Ends the line; the next object stands alone.
  package mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    follows = false
  }

  /// Forgets what was written; the memory stays for the next use.
  package mutating func removeAll() {
    bytes.removeAll()
    follows = false
  }

  // MARK: Structure

  /// Writes `{ … }`; the closure writes the members.
  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "{"))
    members(&self)
    close(UInt8(ascii: "}"))
  }

  /// Writes `[ … ]`; the closure writes the elements.
  package mutating func array(_ elements: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "["))
    elements(&self)
    close(UInt8(ascii: "]"))
  }

  /// Writes a member with an object.
  package mutating func object(_ name: String, _ members: (inout JSONWriter) -> Void) {
    self.name(name)
    object(members)
  }

  /// Writes a member with a list.
  package mutating func array(_ name: String, _ elements: (inout JSONWriter) -> Void) {
    self.name(name)
    array(elements)
  }

  /// Writes the name of a member; its value must follow.
  package mutating func name(_ name: String) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    follows = false
  }

  // MARK: Values

  /// Writes a value that is JSON already and holds no line feed outside of texts.
  package mutating func value(json text: String) {
    separate()
    for byte in text.utf8 where byte != 0x0A && byte != 0x0D { bytes.append(byte) }
  }

  package mutating func null() {
    separate()
    bytes.append("null")
  }

  package mutating func value(_ flag: Bool) {
    separate()
    bytes.append(flag ? "true" : "false")
  }

  package mutating func value(_ number: some BinaryInteger) {
    separate()
    bytes.append(String(number))
  }

  package mutating func value(_ text: String) {
    separate()
    quote(text)
  }

  /// Writes the shortest text that reads back as the same number; a whole number has no point.
  package mutating func value(_ number: Double) {
    guard number.isFinite else { return null() }
    separate()
    bytes.append(Quantity.plain(number))
  }

  /// Writes a value with all that is in it.
  package mutating func write(_ value: RecordValue) {
    switch value {
    case .null: null()
    case .boolean(let flag): self.value(flag)
    case .number(let digits): self.value(json: digits)
    case .text(let text): self.value(text)
    case .list(let elements):
      array { list in
        for element in elements { list.write(element) }
      }
    case .object(let record):
      object { json in
        for field in record.fields {
          json.name(field.name)
          json.write(field.value)
        }
      }
    }
  }

  /// Writes members of an object in this order; nil leaves one out.
  package mutating func members(_ members: KeyValuePairs<String, RecordValue?>) {
    for case (let name, let value?) in members {
      self.name(name)
      write(value)
    }
  }

  /// A value alone on its line.
  package static func line(_ value: RecordValue) -> [UInt8] {
    var json = JSONWriter()
    json.write(value)
    json.endLine()
    return json.written
  }

  // MARK: Parts

  private mutating func open(_ byte: UInt8) {
    separate()
    bytes.append(byte)
    follows = false
  }

  private mutating func close(_ byte: UInt8) {
    bytes.append(byte)
    follows = true
  }

  private mutating func separate() {
    if follows { bytes.append(UInt8(ascii: ",")) }
    follows = true
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    bytes.append(escapingJSON: text, alsoEscaping: \.commandsTerminal)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a member with a text.
  package mutating func member(_ name: String, _ text: String) {
    self.name(name)
    value(text)
  }

  /// Writes a member that is true or false.
  package mutating func member(_ name: String, _ flag: Bool) {
    self.name(name)
    value(flag)
  }

  /// Writes a member with a whole number.
  package mutating func member(_ name: String, _ number: some BinaryInteger) {
    self.name(name)
    value(number)
  }

  /// Writes a member with a number, or `null`.
  package mutating func member(_ name: String, _ number: (some BinaryInteger)?) {
    self.name(name)
    if let number { value(number) } else { null() }
  }

  /// Writes a member with a text, or `null`.
  package mutating func member(_ name: String, _ text: String?) {
    self.name(name)
    if let text { value(text) } else { null() }
  }

  /// Writes a member with a list of texts.
  package mutating func member(_ name: String, _ texts: [String]) {
    array(name) { list in
      for text in texts { list.value(text) }
    }
  }

  /// The member with the values of attributes and how many items have each.
  package mutating func facets(_ facets: [Facet]) {
    object("facets") { json in
      for facet in facets {
        json.array(facet.name) { list in
          for value in facet.values {
            list.object { json in
              json.name("value")
              switch value.value {
              case .text(let text), .date(let text): json.value(text)
              case .number(let number): json.value(number)
              case .boolean(let truth): json.value(truth)
              }
              json.member("count", value.count)
              if facet.isAtLeast { json.member("at_least", true) }
            }
          }
        }
      }
    }
  }

  /// Half-open ranges of Unicode scalars as pairs.
  mutating func highlights(_ highlights: Highlights) {
    array { list in
      for range in highlights.scalars {
        list.array { pair in
          pair.value(range.lowerBound)
          pair.value(range.upperBound)
        }
      }
    }
  }

  /// The member with the attributes of an item.
  package mutating func attributes(_ attributes: [ItemAttribute]) {
    object("attributes") { json in
      for attribute in attributes {
        switch attribute.value {
        case .text(let text): json.member(attribute.name, text)
        case .date(let text, _): json.member(attribute.name, text)
        case .list(let texts): json.member(attribute.name, texts)
        case .place(let place):
          json.object(attribute.name) { json in
            json.name("lat")
            json.value(place.latitude)
            json.name("lon")
            json.value(place.longitude)
          }
        case .number(let number, _):
          json.name(attribute.name)
          json.value(number)
        case .boolean(let flag): json.member(attribute.name, flag)
        }
      }
    }
  }
}

extension FacetValue {
  /// The value as conditions write it.
  package var written: String {
    switch self {
    case .text(let text), .date(let text): text
    case .number(let number): Quantity.plain(number)
    case .boolean(let truth): truth ? "true" : "false"
    }
  }
}

extension RecordValue {
  /// A list of texts.
  package static func texts(_ texts: some Sequence<String>) -> RecordValue {
    .list(texts.map { .text($0) })
  }

  /// An object with its members in this order; nil leaves one out.
  package static func members(_ members: KeyValuePairs<String, RecordValue?>) -> RecordValue {
    .object(Record(members.compactMap { name, value in value.map { Record.Field(name, $0) } }))
  }

  /// An object with a member for each of some things, in their order.
  package static func object<Thing>(
    _ things: some Sequence<Thing>, _ member: (Thing) -> (name: String, value: RecordValue)
  ) -> RecordValue {
    .object(
      Record(
        things.map { thing in
          let (name, value) = member(thing)
          return Record.Field(name, value)
        }))
  }
}
