package import FootlightPlatform

/// Reads contacts: the cards of vCard files (RFC 6350, and versions 2.1 and 3.0 before it).
package struct ContactFormat: ForeignFormat {
  package init() {}

  package mutating func read(
    _ file: inout ForeignFile, _ printer: inout RecordPrinter
  ) throws(Failure) {
    var bytes = ByteArena()
    guard try file.readWhole(into: &bytes, &printer) else { return }
    var card: Card?
    var hasBegun = false
    for line in ContentLine.lines(bytes.bytes(bytes.all)) {
      switch (line.name, line.text.uppercased()) {
      case ("BEGIN", "VCARD"):
        if let card { try ContactFormat.printUnclosed(card, &printer) }
        card = Card(line: line.number)
        hasBegun = true
      case ("END", "VCARD"):
        guard let whole = card else { continue }
        whole.append(to: &printer.json)
        try printer.record(line: whole.line)
        card = nil
      default: card?.take(line)
      }
    }
    guard hasBegun else {
      return try printer.failed(
        line: 1, "the file holds no cards", remedy: "name files of vCard (.vcf)")
    }
    if let card { try ContactFormat.printUnclosed(card, &printer) }
    try printer.end()
  }

  private static func printUnclosed(
    _ card: Card, _ printer: inout RecordPrinter
  ) throws(Failure) {
    try printer.bad(
      line: card.line, "the card is never closed", remedy: "write a line END:VCARD after it")
  }
}

/// One contact.
private struct Card {
  let line: Int
  var name = ""
  var given = ""
  var family = ""
  var organization = ""
  var lists: [String: [String]] = [:]
  var single: [String: String] = [:]

  /// The fields of which a card has one, as records call them.
  static let fields = [
    "URL": "url", "TITLE": "title_of_work", "ROLE": "role", "BDAY": "birthday", "NOTE": "note",
    "UID": "id", "REV": "modified",
  ]

  mutating func take(_ line: ContentLine) {
    let text = line.text
    guard !text.isEmpty else { return }
    switch line.name {
    case "FN": name = text
    case "N":
      family = line.parts.first ?? ""
      given = line.parts.count > 1 ? line.parts[1] : ""
    case "ORG": organization = line.parts.filter { !$0.isEmpty }.joined(separator: ", ")
    case "EMAIL": lists["emails", default: []].append(text)
    case "TEL":
      lists["phones", default: []].append(text.hasPrefix("tel:") ? String(text.dropFirst(4)) : text)
    case "ADR":
      lists["addresses", default: []].append(
        line.parts.filter { !$0.isEmpty }.joined(separator: ", "))
    case "NICKNAME": lists["nicknames", default: []] += text.listed
    case "CATEGORIES": lists["categories", default: []] += text.listed
    default: if let field = Card.fields[line.name] { single[field] = text }
    }
  }

  func append(to json: inout ByteArena) {
    var object = Record()
    let both = [given, family].filter { !$0.isEmpty }.joined(separator: " ")
    let shown =
      [name, both, organization, lists["emails"]?.first ?? ""].first { !$0.isEmpty } ?? ""
    object.put("title", shown)
    object.put("given", given)
    object.put("family", family)
    object.put("organization", organization)
    for key in lists.keys.sorted() { object.put(key, lists[key] ?? []) }
    for key in single.keys.sorted() { object.put(key, single[key]) }
    json.append(json: object)
  }
}
