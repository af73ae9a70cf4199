import DeclaredRecords
import FootlightPlatform

/// Tells XML, web pages and mail by the beginning of a file.
enum ForeignShape {
  /// The shape of a file; nil when the file has none of these formats.
  static func shape(_ beginning: borrowing FileBeginning, name: String) -> DataShape? {
    guard let start = beginning.firstMark else { return nil }
    let text = beginning.text
    if beginning.bytes[start] == UInt8(ascii: "<") {
      let first = text.prefix(1024).lowercased()
      if first.contains("netscape-bookmark-file") {
        var shape = DataShape(kind: "html", settings: [("sections", .boolean(true))])
        shape.vocabulary = "bookmarks"
        return shape
      }
      if ["html", "htm", "xhtml"].contains(name) || first.contains("<!doctype html")
        || first.contains("<html")
      {
        return DataShape(kind: "html")
      }
      if isFeed(first) { return DataShape(kind: "feed") }
      return first.contains("<opml") ? outline() : xml(text)
    }
    let opening = text.drop(while: \.isWhitespace).prefix(20).uppercased()
    if opening.hasPrefix("BEGIN:VCALENDAR") { return DataShape(kind: "calendar") }
    if opening.hasPrefix("BEGIN:VCARD") { return DataShape(kind: "contacts") }
    return isMail(text, name) ? DataShape(kind: "mail") : nil
  }

  /// Whether a text in small letters begins as feeds do: with their root, after what XML begins with.
  private static func isFeed(_ text: String) -> Bool {
    var rest = text[...]
    while let open = rest.firstIndex(of: "<") {
      rest = rest[open...].dropFirst()
      guard let first = rest.first else { return false }
      if first == "!" || first == "?" {
        guard let end = rest.firstRange(of: rest.hasPrefix("!--") ? "-->" : ">") else {
          return false
        }
        rest = rest[end.upperBound...]
        continue
      }
      let name = rest.prefix { !$0.isWhitespace && $0 != ">" }
      let isRSS1 = name == "rdf:rdf" && text.contains("http://purl.org/rss/1.0/")
      return name == "rss" || isRSS1
        || name.split(separator: ":").last == "feed" && text.contains("http://www.w3.org/2005/atom")
    }
    return false
  }

  /// The shape of OPML: outlines within outlines.
  ///
  /// Format: http://opml.org/spec2.opml
  private static func outline() -> DataShape {
    var shape = DataShape(
      kind: "xml", settings: [("records", .text("outline")), ("nested", .text("outline"))])
    shape.vocabulary = "opml"
    return shape
  }

  /// Whether a text begins as a mailbox or as a mail does.
  private static func isMail(_ text: String, _ name: String) -> Bool {
    let lines = text.split(
      maxSplits: 40, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let isMailbox = lines.first?.hasPrefix("From ") ?? false
    let heads = lines.dropFirst(isMailbox ? 1 : 0).prefix { !$0.isEmpty }
    let known: Set<Substring> = [
      "from", "to", "subject", "date", "message-id", "received", "return-path", "mime-version",
      "delivered-to",
    ]
    let found = heads.filter { line in
      line.firstIndex(of: ":").map { known.contains(line[..<$0].lowercased()[...]) } ?? false
    }
    return found.count >= (name == "eml" || isMailbox ? 1 : 3)
  }

  /// The elements of XML that are most likely its records: the outermost ones that come again and again.
  private static func xml(_ text: String) -> DataShape? {
    var open: [Substring] = []
    var counts: [String: Int] = [:]
    var order: [String] = []
    var rest = text[...]
    while let sign = rest.firstIndex(of: "<") {
      rest = rest[sign...].dropFirst()
      if rest.hasPrefix("!--") {
        guard let end = rest.firstRange(of: "-->") else { break }
        rest = rest[end.upperBound...]
        continue
      }
      if rest.hasPrefix("![CDATA[") {
        guard let end = rest.firstRange(of: "]]>") else { break }
        rest = rest[end.upperBound...]
        continue
      }
      guard let close = rest.firstIndex(of: ">") else { break }
      let tag = rest[..<close]
      rest = rest[close...].dropFirst()
      switch tag.first {
      case "?", "!": continue
      case "/": _ = open.popLast()
      default:
        open.append(tag.prefix { !$0.isWhitespace && $0 != "/" })
        guard open.count <= 256 else { return nil }
        if open.count <= 6 {
          let path = "/" + open.joined(separator: "/")
          if counts[path] == nil { order.append(path) }
          counts[path, default: 0] += 1
        }
        if tag.last == "/" { _ = open.popLast() }
      }
    }
    let repeated = order.filter { counts[$0] ?? 0 > 1 }
    func depth(_ path: String) -> Int { path.count { $0 == "/" } }
    let shallowest = repeated.map(depth).min() ?? 0
    let best = repeated.filter { depth($0) == shallowest }.max {
      (counts[$0] ?? 0) < (counts[$1] ?? 0)
    }
    // A file of one record: all of it.
    guard let records = best ?? order.first, records.unicodeScalars.allSatisfy({ $0.value > 0x20 })
    else { return nil }
    var shape = DataShape(kind: "xml")
    shape.settings.append(("records", .text(records)))
    let name = records.split(separator: "/").last.map(String.init) ?? ""
    // Elements within elements of their name are records like these.
    if order.contains(where: { $0.hasPrefix(records + "/") && $0.hasSuffix("/" + name) }) {
      shape.settings.append(("nested", .text(name)))
    }
    if repeated.filter({ depth($0) == shallowest }).count > 1 {
      shape.doubts.append("several elements come again and again; the most frequent is a record")
    }
    return shape
  }
}
