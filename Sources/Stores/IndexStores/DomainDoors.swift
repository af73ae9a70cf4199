/// How the items of a domain are recorded, shown and opened, as its declaration says.
package struct DomainDoors: Sendable, Hashable {
  /// Whether visits and stars are recorded.
  package var recordsActivity = true
  /// Whether the desktop's own search shows its items.
  package var showsOnDesktop = true
  /// The type of an item in the words of schema.org, or nothing.
  package var schemaType = ""
  /// The attributes that a result shows, in this order; empty for the usual ones.
  package var shown: [String] = []
  /// The labels of attributes, by name, as far as they are declared.
  package var labels: [String: String] = [:]
  /// Which links mean items: patterns, a template of the id, and an expression for ids that no item has.
  package var accept: [String] = []
  /// The template of the id; empty without links.
  package var linkID = ""
  /// Which ids may be opened though no item has them; empty for none.
  package var unknown = ""
  /// The program that opens an url, and its arguments; empty for the desktop's.
  package var opener: [String] = []

  /// The values that hold when nothing is declared.
  package init() {}
}

extension DomainDoors {
  /// As a text: for each value that is not the usual one its name, its size in bytes and itself.
  var text: String {
    var text = ""
    func add(_ name: String, _ value: String) {
      if !value.isEmpty { text += "\(name) \(value.utf8.count) \(value)\n" }
    }
    if !recordsActivity { add("activity", "no") }
    if !showsOnDesktop { add("desktop", "no") }
    add("schema", schemaType)
    for name in shown { add("show", name) }
    for (name, label) in labels.sorted(by: { $0.key < $1.key }) { add("label", name + ":" + label) }
    for pattern in accept { add("accept", pattern) }
    add("id", linkID)
    add("unknown", unknown)
    for word in opener { add("open", word.isEmpty ? "\u{0}" : word) }
    return text
  }

  /// Reads what ``text`` wrote; what it does not know it passes over.
  init(text: String) {
    var rest = Array(text.utf8)[...]
    func word() -> String? {
      guard let end = rest.firstIndex(of: 0x20) else { return nil }
      let word = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      return word
    }
    while let name = word(), let size = word().flatMap({ Int($0) }), size >= 0,
      size < rest.count
    {
      let value = String(decoding: rest.prefix(size), as: UTF8.self)
      rest = rest.dropFirst(size + 1)
      switch name {
      case "activity": recordsActivity = value != "no"
      case "desktop": showsOnDesktop = value != "no"
      case "schema": schemaType = value
      case "show": shown.append(value)
      case "label":
        // A name holds no colon.
        guard let colon = value.firstIndex(of: ":") else { break }
        labels[String(value[..<colon])] = String(value[value.index(after: colon)...])
      case "accept": accept.append(value)
      case "id": linkID = value
      case "unknown": unknown = value
      case "open": opener.append(value == "\u{0}" ? "" : value)
      default: break
      }
    }
  }
}
