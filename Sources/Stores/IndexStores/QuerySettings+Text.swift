import DeclaredRecords

/// As the catalog keeps it.
extension QuerySettings {
  /// As a text: for each value that is not the usual one its name, its size in bytes and itself.
  var text: String {
    var text = ""
    func add(_ name: String, _ value: String) { NamedValues.append(name, value, to: &text) }
    if !recordsActivity { add("activity", "no") }
    if !showsOnDesktop { add("desktop", "no") }
    add("schema", schemaType ?? "")
    for name in shown { add("show", name) }
    add("distinct", distinct ?? "")
    for (name, label) in labels.sorted(by: { $0.key < $1.key }) { add("label", name + ":" + label) }
    for pattern in links?.accept ?? [] { add("accept", pattern) }
    add("id", links?.id ?? "")
    add("unknown", links?.unknown ?? "")
    for word in opener { add("open", word.isEmpty ? "\u{0}" : word) }
    for rule in pins { add("pin", rule.text) }
    for rule in hidden { add("hide", rule.text) }
    return text
  }

  /// Reads what ``text`` wrote; what it does not know it passes over.
  init(text: String) {
    self.init()
    var found = LinkDefinition(accept: [], id: "")
    for (name, value) in NamedValues.read(text) {
      switch name {
      case "activity": recordsActivity = value != "no"
      case "desktop": showsOnDesktop = value != "no"
      case "schema": schemaType = value
      case "show": shown.append(value)
      case "distinct": distinct = value
      case "label":
        // A name holds no colon.
        guard let colon = value.firstIndex(of: ":") else { break }
        labels[String(value[..<colon])] = String(value[value.index(after: colon)...])
      case "accept": found.accept.append(value)
      case "id": found.id = value
      case "unknown": found.unknown = value
      case "open": opener.append(value == "\u{0}" ? "" : value)
      case "pin": pins.append(CurationRule(text: value))
      case "hide": hidden.append(CurationRule(text: value))
      default: break
      }
    }
    if !found.id.isEmpty, !found.accept.isEmpty { links = found }
  }
}

/// As the catalog keeps it.
extension CurationRule {
  /// As a text of named values.
  var text: String {
    var text = ""
    for query in queries { NamedValues.append("query", query, to: &text) }
    for id in ids { NamedValues.append("id", id, to: &text) }
    if let from { NamedValues.append("from", String(from), to: &text) }
    if let to { NamedValues.append("to", String(to), to: &text) }
    for filter in filters { NamedValues.append("when", filter, to: &text) }
    return text
  }

  /// Reads what ``text`` wrote; what it does not know it passes over.
  init(text: String) {
    self.init(queries: [], ids: [])
    for (name, value) in NamedValues.read(text) {
      switch name {
      case "query": queries.append(value)
      case "id": ids.append(value)
      case "from": from = Int64(value)
      case "to": to = Int64(value)
      case "when": filters.append(value)
      default: break
      }
    }
  }
}

/// Values in one text: each has its name, its size in bytes and itself, so that it may hold any character.
enum NamedValues {
  /// Appends a value; an empty one is left out.
  static func append(_ name: String, _ value: String, to text: inout String) {
    if !value.isEmpty { text += "\(name) \(value.utf8.count) \(value)\n" }
  }

  /// The values in their order, up to the first that is damaged.
  static func read(_ text: String) -> [(name: String, value: String)] {
    var found: [(String, String)] = []
    var rest = Array(text.utf8)[...]
    func word() -> String? {
      guard let end = rest.firstIndex(of: 0x20) else { return nil }
      let word = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      return word
    }
    while let name = word(), let size = word().flatMap({ Int($0) }), size >= 0, size < rest.count {
      found.append((name, String(decoding: rest.prefix(size), as: UTF8.self)))
      rest = rest.dropFirst(size + 1)
    }
    return found
  }
}
