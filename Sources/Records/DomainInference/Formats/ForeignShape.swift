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
        return DataShape(
          kind: "html", settings: [("sections", .boolean(true))], vocabulary: "bookmarks")
      }
      if ["html", "htm", "xhtml"].contains(name) || first.contains("<!doctype html")
        || first.contains("<html")
      {
        return DataShape(kind: "html")
      }
      guard let elements = ElementCounts(text), let root = elements.order.first else { return nil }
      let name = root.dropFirst().lowercased()
      if isFeed(name, first) { return DataShape(kind: "feed") }
      guard name == "opml" else { return xml(elements, from: root) }
      // Outlines within outlines (http://opml.org/spec2.opml).
      return DataShape(
        kind: "xml", settings: [("records", .text("outline")), ("nested", .text("outline"))],
        vocabulary: "opml")
    }
    let opening = text.drop(while: \.isWhitespace).prefix(20).uppercased()
    if opening.hasPrefix("BEGIN:VCALENDAR") { return DataShape(kind: "calendar") }
    if opening.hasPrefix("BEGIN:VCARD") { return DataShape(kind: "contacts") }
    return isMail(text, name) ? DataShape(kind: "mail") : nil
  }

  /// Whether a root is that of a feed; some are called so that their vocabulary has to tell.
  private static func isFeed(_ root: String, _ first: String) -> Bool {
    root == "rss" || root == "rdf:rdf" && first.contains("http://purl.org/rss/1.0/")
      || root.split(separator: ":").last == "feed"
        && ["http://www.w3.org/2005/atom", "http://purl.org/atom/ns#"].contains(
          where: first.contains)
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

  /// The elements of XML that are most likely its records: those that come again and again and hold most of what is
  /// said, or else all of the file.
  private static func xml(_ elements: ElementCounts, from root: String) -> DataShape? {
    var place = root
    while true {
      let inner = elements.order.filter {
        $0.hasPrefix(place + "/") && ElementCounts.depth($0) == ElementCounts.depth(place) + 1
      }
      // Where nothing comes again, the file is one record.
      guard elements.hasRepeated else { break }
      func heaviest(_ paths: [String]) -> String? {
        paths.max { elements.weight($0) < elements.weight($1) }
      }
      let again = heaviest(inner.filter { elements.count($0) > 1 })
      let once = heaviest(inner.filter { elements.count($0) == 1 && elements.holdsElements($0) })
      if let again, elements.weight(again) * 2 >= elements.weight(place) {
        place = again
        break
      }
      if let once, elements.weight(once) * 2 >= elements.weight(place) {
        place = once
        continue
      }
      if let again, elements.holdsElements(again),
        elements.weight(again) * 4 >= elements.weight(place)
      {
        place = again
      }
      break
    }
    guard place.unicodeScalars.allSatisfy({ $0.value > 0x20 }) else { return nil }
    var shape = DataShape(kind: "xml")
    shape.settings.append(("records", .text(place)))
    let name = place.split(separator: "/").last.map(String.init) ?? ""
    // Elements within elements of their name are records like these.
    if elements.order.contains(where: { $0.hasPrefix(place + "/") && $0.hasSuffix("/" + name) }) {
      shape.settings.append(("nested", .text(name)))
    }
    let parent = place.prefix(upTo: place.lastIndex(of: "/") ?? place.startIndex)
    shape.doubts += DataShape.others(
      elements.order.filter { other in
        other != place && elements.count(other) > 1 && other.hasPrefix(parent + "/")
          && ElementCounts.depth(other) == ElementCounts.depth(place)
      }.map { ($0, elements.count($0)) })
    return shape
  }
}

/// How often elements stand under each path of a text of XML, and how much they say.
private struct ElementCounts {
  /// The paths as they were met.
  private(set) var order: [String] = []
  private var counts: [String: Int] = [:]
  /// The bytes of text and attributes in all elements of a path together.
  private var weights: [String: Int] = [:]
  private var parents: Set<String> = []

  var hasRepeated: Bool { counts.values.contains { $0 > 1 } }
  func count(_ path: String) -> Int { counts[path] ?? 0 }
  func weight(_ path: String) -> Int { weights[path] ?? 0 }
  func holdsElements(_ path: String) -> Bool { parents.contains(path) }
  static func depth(_ path: String) -> Int { path.utf8.count { $0 == UInt8(ascii: "/") } }

  /// Looks through a text; nil where elements stand too deep in each other.
  init?(_ text: String) {
    var open: [String] = []
    var rest = text[...]
    func weigh(_ bytes: Int) {
      for path in open { weights[path, default: 0] += bytes }
    }
    while let sign = rest.firstIndex(of: "<") {
      weigh(rest[..<sign].trimmed.utf8.count)
      rest = rest[sign...].dropFirst()
      let isComment = rest.hasPrefix("!--")
      if isComment || rest.hasPrefix("![CDATA[") {
        guard let end = rest.firstRange(of: isComment ? "-->" : "]]>") else { break }
        if !isComment { weigh(rest[..<end.lowerBound].utf8.count) }
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
        let name = tag.prefix { !$0.isWhitespace && $0 != "/" }
        guard open.count < 256 else { return nil }
        // Records stand no deeper than six elements.
        let path = open.count < 6 ? (open.last ?? "") + "/" + name : open.last ?? ""
        if open.count < 6 {
          if counts[path] == nil { order.append(path) }
          if let parent = open.last { parents.insert(parent) }
          counts[path, default: 0] += 1
        }
        open.append(path)
        weigh(tag.utf8.count - name.utf8.count)
        if tag.last == "/" { _ = open.popLast() }
      }
    }
  }
}
