/// The meaning of an element for the text of a page.
enum PageElement: Sendable, Hashable {
  case root, title, meta, link, time, breaks, cell
  /// Its text is nobody's to read: scripts, styles, controls.
  case hidden
  case script
  /// Around the text: navigation, asides, footers.
  case around
  /// Around the text, unless it is within an article.
  case header
  case main, article
  case heading(Int)
  case anchor
  /// A list of terms, and what is said of one of them.
  case definitions, definition
  /// Stands on lines of its own.
  case block
  /// Stands on lines of its own, whose white space counts.
  case literal
  case inline

  /// The meaning of a name in lower case.
  init(_ name: String) {
    self = PageElement.known[name] ?? .inline
  }

  private static let known: [String: PageElement] = {
    var known: [String: PageElement] = [
      "html": .root, "title": .title, "meta": .meta, "link": .link, "time": .time, "br": .breaks,
      "td": .cell, "th": .cell, "script": .script, "nav": .around, "aside": .around,
      "footer": .around, "header": .header, "main": .main, "article": .article, "a": .anchor,
      "dl": .definitions, "dd": .definition, "pre": .literal, "textarea": .hidden,
    ]
    for level in 1...6 { known["h\(level)"] = .heading(level) }
    for name in [
      "style", "noscript", "template", "svg", "select", "button", "iframe", "object", "canvas",
      "audio", "video", "datalist", "dialog", "rt", "rp", "rtc",
    ] {
      known[name] = .hidden
    }
    for name in [
      "p", "div", "section", "ul", "ol", "li", "dt", "table", "tr", "caption", "thead",
      "tbody", "tfoot", "blockquote", "figure", "figcaption", "address", "hr", "form", "fieldset",
      "details", "summary", "body", "hgroup", "center", "dir", "menu", "listing", "plaintext",
      "xmp",
      "legend", "optgroup", "option", "search", "frameset", "noframes", "colgroup", "col",
    ] {
      known[name] = .block
    }
    return known
  }()

  /// Whether it begins and ends a line.
  var isBlock: Bool {
    switch self {
    case .block, .definitions, .definition, .literal, .heading, .main, .article, .around, .header:
      true
    default: false
    }
  }
}

/// The attributes of an element, those that mean something here.
struct HTMLAttributes {
  private var values: [(name: String, value: String)] = []

  /// The names that mean something.
  static let known: Set<String> = [
    "add_date", "last_modified", "shortcuturl", "tags", "id", "name", "lang", "rel", "href", "type",
    "content", "property", "itemprop", "datetime",
    "hidden", "aria-hidden", "role",
  ]

  subscript(name: String) -> String? {
    values.first { $0.name == name }?.value
  }

  /// Notes an attribute, if it means something; the first of a name counts.
  mutating func add(_ name: String, _ value: @autoclosure () -> String) {
    guard HTMLAttributes.known.contains(name), self[name] == nil else { return }
    values.append((name, String(value().prefix(4096))))
  }
}
