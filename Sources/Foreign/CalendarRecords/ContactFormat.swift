package import FootlightPlatform

/// Reads contacts: the cards of vCard files (RFC 6350, and versions 2.1 and 3.0 before it).
package struct ContactFormat: ForeignFormat {
  private static let limit = 256 << 20

  package init() {}

  package mutating func read(
    _ file: inout ForeignFile, _ printer: inout RecordPrinter
  ) throws(Failure) {
    var bytes = ByteArena()
    guard try file.readAll(into: &bytes, limit: ContactFormat.limit) else {
      return try printer.failed(
        line: 1, "the file is larger than \(ContactFormat.limit >> 20) MB", remedy: "split it")
    }
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
  private var name = ""
  private var given = ""
  private var family = ""
  private var organization = ""
  private var lists: [String: [String]] = [:]
  private var single: [String: String] = [:]

  init(line: Int) {
    self.line = line
  }

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
    case "CATEGORIES":
      lists["categories", default: []] += text.listed
    case "URL": single["url"] = text
    case "TITLE": single["title_of_work"] = text
    case "ROLE": single["role"] = text
    case "BDAY": single["birthday"] = text
    case "NOTE": single["note"] = text
    case "UID": single["id"] = text
    case "REV": single["modified"] = text
    default: break
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
