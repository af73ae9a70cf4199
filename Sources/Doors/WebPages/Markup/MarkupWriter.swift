import Footlight
import FootlightPlatform

/// Writes HTML and XML in which a text cannot become markup.
///
/// Names of elements and attributes stand in the source of the program (``Tag``, ``Attribute``); every other
/// text is escaped on its way, and there is no way around that: the bytes belong to the writer.
struct MarkupWriter {
  /// The syntax of elements without contents.
  enum Syntax: Sendable { case html, xml }

  /// The bytes that were written.
  private(set) var bytes: [UInt8] = []
  /// The query whose words are marked; other forms of them are marked more faintly.
  var query = "" { didSet { asked = Asked(query) } }
  private var asked = Asked("")
  private let syntax: Syntax

  init(_ syntax: Syntax, capacity: Int = 1 << 14) {
    self.syntax = syntax
    bytes.reserveCapacity(capacity)
  }

  /// Writes an element; the closure writes what is in it.
  mutating func element(
    _ tag: Tag, _ attributes: [Attribute] = [], _ content: (inout MarkupWriter) -> Void
  ) {
    open(tag, attributes)
    put(">")
    content(&self)
    put("</")
    put(tag.name)
    put(">")
  }

  /// Writes an element that holds a text.
  mutating func element(_ tag: Tag, _ attributes: [Attribute] = [], text: String) {
    element(tag, attributes) { $0.text(text) }
  }

  /// Writes an element of a list: a link, and the name of what it is from.
  mutating func link(_ text: String, to target: Link, from place: String) {
    element(.item) { item in
      item.element(.anchor, [.href(target), .ownDirection], text: text)
      item.text(" ")
      item.element(.span, [.classes("where")]) { $0.element(.isolated, text: place) }
    }
  }

  /// The bytes of a file of XML with this element.
  static func xml(
    _ tag: Tag, _ names: StaticString, _ content: (inout MarkupWriter) -> Void
  ) -> [UInt8] {
    var writer = MarkupWriter(.xml)
    writer.prologue()
    writer.element(tag, [Attribute("xmlns", names)], content)
    return writer.bytes
  }

  /// Writes an element that never holds anything, such as a `meta`.
  mutating func empty(_ tag: Tag, _ attributes: [Attribute] = []) {
    open(tag, attributes)
    put(syntax == .html ? ">" : "/>")
  }

  /// Writes a text, escaped.
  mutating func text(_ text: String) {
    bytes.append(escaped: text)
  }

  /// Writes a text with the pieces marked that matched.
  mutating func text(_ text: String, marking highlights: Highlights?) {
    self.text(text, marking: highlights?.ranges(in: text) ?? [])
  }

  /// Writes a text with some of its ranges marked, which are in order and apart.
  mutating func text(_ text: String, marking ranges: [Range<String.Index>]) {
    var index = text.startIndex
    for range in MarkupWriter.joined(ranges, in: text) where !range.isEmpty {
      self.text(String(text[index..<range.lowerBound]))
      mark(String(text[range]))
      index = range.upperBound
    }
    self.text(String(text[index...]))
  }

  /// Writes what matched: fainter where the query does not hold it as it stands, nor a beginning of it at its end.
  mutating func mark(_ text: String) {
    element(.mark, asked.holds(text) ? [] : [.classes("form")], text: text)
  }

  /// A query as marks are compared with it, folded once.
  private struct Asked {
    private let whole: [UInt8]
    /// Its last word, where it may be the beginning of one.
    private let last: [UInt8]?

    init(_ query: String) {
      whole = Asked.folded(query)
      last = query.last == " " ? nil : Asked.folded(query.split(separator: " ").last ?? "")
    }

    func holds(_ text: String) -> Bool {
      let found = Asked.folded(text)
      return whole.contains(found)
        || last.map { found.starts(with: $0) || found.starts(with: whole) } ?? false
    }

    private static func folded(_ text: some StringProtocol) -> [UInt8] {
      Facet.folded(String(text)).filter { $0.isLetterOrDigit || $0 >= 0x80 }
    }
  }

  /// The ranges with those made one that only a blank or a hyphen parts: one mark reads better than two.
  static func joined(_ ranges: [Range<String.Index>], in text: String) -> [Range<String.Index>] {
    var joined: [Range<String.Index>] = []
    for range in ranges {
      if let last = joined.last, last.upperBound <= range.lowerBound {
        let between = text[last.upperBound..<range.lowerBound]
        if between.count <= 1, between.allSatisfy({ $0 == " " || $0 == "-" }) {
          joined[joined.count - 1] = last.lowerBound..<range.upperBound
          continue
        }
      }
      joined.append(range)
    }
    return joined
  }

  /// Writes data for programs that read the page; it cannot end its element early.
  mutating func data(_ data: RecordValue) {
    element(.script, [.type("application/ld+json")]) { $0.bytes += data.pageJSON }
  }

  /// Writes what stands before the first element.
  mutating func prologue() {
    put(syntax == .html ? "<!doctype html>\n" : "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n")
  }

  /// Ends a line, so that the page can be read by people who look at its source.
  mutating func line() { put("\n") }

  private mutating func open(_ tag: Tag, _ attributes: [Attribute]) {
    put("<")
    put(tag.name)
    for attribute in attributes {
      put(" ")
      put(attribute.name)
      guard let value = attribute.value else {
        // XML knows no attribute without a value.
        if syntax == .xml { put("=\"\"") }
        continue
      }
      put("=\"")
      bytes.append(escaped: value)
      put("\"")
    }
  }

  /// Only for what stands in this file and for names.
  private mutating func put(_ text: String) { bytes.append(contentsOf: text.utf8) }
}

/// An attribute of an element.
///
/// Its name always stands in the source of the program. Addresses are ``Link`` values, so that no text of an item becomes
/// one by accident; there is none for inline styles or handlers.
struct Attribute: Sendable {
  let name: String
  let value: String?

  private init(_ name: StaticString, _ value: String?) {
    self.name = name.description
    self.value = value
  }

  /// An attribute whose value stands in the source too.
  init(_ name: StaticString, _ value: StaticString) { self.init(name, value.description) }

  /// An attribute without a value.
  static func flag(_ name: StaticString) -> Attribute { Attribute(name, nil) }
  /// An attribute for the page's own script.
  static func data(_ name: StaticString, _ value: String) -> Attribute { Attribute(name, value) }

  static func href(_ link: Link) -> Attribute { Attribute("href", link.text) }
  static func source(_ link: Link) -> Attribute { Attribute("src", link.text) }
  static func template(_ link: Link) -> Attribute { Attribute("template", link.text) }
  static func action(_ link: Link) -> Attribute { Attribute("action", link.text) }

  static func type(_ value: StaticString) -> Attribute { Attribute("type", value) }
  static func rel(_ value: StaticString) -> Attribute { Attribute("rel", value) }
  static func id(_ value: StaticString) -> Attribute { Attribute("id", value) }
  /// An id that is made of letters and digits of a text.
  static func anchor(_ text: String) -> Attribute { Attribute("id", text) }
  static func classes(_ value: StaticString) -> Attribute { Attribute("class", value) }
  static func role(_ value: StaticString) -> Attribute { Attribute("role", value) }
  static func refers(_ id: String) -> Attribute { Attribute("for", id) }
  static func named(_ text: String) -> Attribute { Attribute("name", text) }
  static func name(_ value: StaticString) -> Attribute { Attribute("name", value) }

  static func value(_ text: String) -> Attribute { Attribute("value", text) }
  static func content(_ text: String) -> Attribute { Attribute("content", text) }
  static func label(_ text: String) -> Attribute { Attribute("aria-label", text) }
  static func start(_ number: Int) -> Attribute { Attribute("start", String(number)) }
  static func dateTime(_ text: String) -> Attribute { Attribute("datetime", text) }
  static func placeholder(_ text: String) -> Attribute { Attribute("placeholder", text) }

  /// The text says which way it runs, and turns nothing around it.
  static let ownDirection = Attribute("dir", "auto")
}
