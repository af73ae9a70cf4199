import FootlightPlatform

/// Takes what a parser meets, and gathers what a page says of itself, its headings and its text.
@safe
struct PageCollector: ~Copyable {
  /// A heading and where it stands.
  struct Heading {
    var level: Int
    var anchor: String
    var line: Int
    /// Its own text, and where the text after it begins.
    var start: Int
    var end: Int
  }

  /// The most elements within one another.
  static var depthLimit: Int { 4096 }

  private(set) var text = PageText()
  /// The bookmarks of a page that a browser exported; nil where it is not read as one.
  var bookmarks: BookmarkList?
  /// Whether all that is shown counts, as in a mail, and not only what a page is about.
  var keepsSurroundings = false
  private(set) var headings: [Heading] = []
  /// The values of `meta`, each name once, in their order.
  private(set) var meta: [(name: String, value: String)] = []
  private(set) var title = ""
  private(set) var language = ""
  private(set) var canonical = ""
  private(set) var time = ""
  /// The text of JSON-LD on the page.
  private(set) var linkedData: [ByteArenaBox] = []
  private(set) var mainRanges: [Range<Int>] = []
  private(set) var articleRanges: [Range<Int>] = []
  private(set) var isTooDeep = false
  private var metaNames: Set<String> = []

  private var open: [Open] = []
  private var hidden = 0
  private var around = 0
  private var literal = 0
  private var articles = 0
  private var titleDepth = 0
  private var script: ByteArenaBox?
  /// An anchor with no text after it yet.
  private var anchor = ""

  /// An element that is open.
  private struct Open {
    var tag: PageElement
    var start: Int
    var isHidden = false
    var isAround = false
  }

  /// How deep the innermost element is.
  var depth: Int { open.count }

  mutating func begin(_ tag: PageElement, _ attributes: HTMLAttributes, line: Int) {
    guard open.count < PageCollector.depthLimit else {
      isTooDeep = true
      return
    }
    var element = Open(tag: tag, start: text.end)
    switch tag {
    case .root: if language.isEmpty { language = attributes["lang"] ?? "" }
    case .title: titleDepth += 1
    case .meta: note(attributes)
    case .link:
      if attributes["rel"]?.lowercased() == "canonical", canonical.isEmpty {
        canonical = attributes["href"] ?? ""
      }
    case .time: if time.isEmpty { time = attributes["datetime"] ?? "" }
    case .script:
      element.isHidden = true
      if attributes["type"]?.lowercased().hasPrefix("application/ld+json") == true {
        script = ByteArenaBox()
      }
    case .hidden: element.isHidden = true
    case .around: element.isAround = true
    case .header: element.isAround = articles == 0
    case .main, .article: articles += 1
    case .literal: literal += 1
    case .breaks: text.breakLine()
    case .cell: text.space()
    case .heading, .anchor, .definitions, .definition, .block, .inline: break
    }
    if attributes["hidden"] != nil || attributes["aria-hidden"]?.lowercased() == "true" {
      element.isHidden = true
    }
    switch attributes["role"] {
    case "navigation", "banner", "contentinfo", "complementary", "search": element.isAround = true
    default: break
    }
    if element.isHidden { hidden += 1 }
    if element.isAround { around += 1 }
    if tag.isBlock { text.breakLine() }
    element.start = text.end
    bookmarks?.begin(tag, attributes, at: text.end, line: line)
    let own = attributes["id"] ?? (tag == .anchor ? attributes["name"] : nil) ?? ""
    if case .heading(let level) = tag, hidden == 0, around == 0 {
      headings.append(
        Heading(
          level: level, anchor: own.isEmpty ? anchor : own, line: line, start: text.end,
          end: text.end))
    } else if !own.isEmpty {
      anchor = own
      // An anchor within a heading names that.
      if open.contains(where: \.tag.isHeading), let index = headings.indices.last,
        headings[index].anchor.isEmpty
      {
        headings[index].anchor = own
      }
    }
    open.append(element)
  }

  mutating func end() {
    guard let element = open.popLast() else { return }
    bookmarks?.end(element.tag, from: element.start, text)
    switch element.tag {
    case .title: titleDepth -= 1
    case .literal: literal -= 1
    case .main:
      articles -= 1
      mainRanges.append(element.start..<text.end)
    case .article:
      articles -= 1
      if articles == 0 { articleRanges.append(element.start..<text.end) }
    case .script:
      if let script = script.take() { linkedData.append(script) }
    case .heading:
      if element.isHidden == false, hidden == 0, around == 0, let index = headings.indices.last {
        headings[index].end = text.end
      }
    default: break
    }
    if element.isHidden { hidden -= 1 }
    if element.isAround { around -= 1 }
    if element.tag.isBlock { text.breakLine() }
    if element.tag == .cell { text.space() }
  }

  mutating func characters(_ bytes: borrowing Span<UInt8>) {
    if let script, script.bytes.count < 1 << 20 {
      script.bytes.append(bytes)
      return
    }
    if titleDepth > 0, hidden == 0 {
      if title.utf8.count < 1 << 12 {
        var copy = ByteArena()
        copy.append(bytes)
        title += copy.text(copy.all)
      }
      return
    }
    guard hidden == 0, around == 0 || keepsSurroundings else { return }
    if text.append(bytes, isLiteral: literal > 0), !(open.last?.tag.isHeading ?? false) {
      anchor = ""
    }
  }

  private mutating func note(_ attributes: HTMLAttributes) {
    guard let value = attributes["content"], !value.isEmpty, meta.count < 256,
      let name = attributes["name"] ?? attributes["property"] ?? attributes["itemprop"],
      metaNames.insert(name.lowercased()).inserted
    else { return }
    meta.append((name.lowercased(), value))
  }

  /// Where the text is that the page is about.
  var mainRange: Range<Int> {
    let all = 0..<text.end
    let ranges = mainRanges.isEmpty ? articleRanges : mainRanges
    // They stand in the order in which they end; one may lie within another.
    guard let first = ranges.map(\.lowerBound).min(), let last = ranges.last else { return all }
    let range = first..<last.upperBound
    // Some pages call something small main.
    return range.count * 8 >= all.count ? range : all
  }
}

extension PageElement {
  var isHeading: Bool {
    if case .heading = self { true } else { false }
  }
}

/// Bytes that are handed on.
final class ByteArenaBox {
  var bytes = ByteArena()
}
