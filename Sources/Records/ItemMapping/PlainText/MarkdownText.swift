import FootlightPlatform

/// Appends HTML as Markdown: headings, lists, tables, quotations, code and links stay, everything else is its text.
///
/// Text outside of all elements is Markdown already, and stays as it is.
func appendMarkdown(_ text: borrowing ByteArena, _ range: ByteRange, to out: inout ByteArena) {
  var visible = ByteArena(capacity: Int(range.count) + 1)
  appendVisible(text, range, to: &visible)
  guard visible.firstIndex(of: UInt8(ascii: "<"), from: 0, to: visible.count) != nil else {
    out.append(visible, visible.all)
    return
  }
  let start = out.count
  var converter = MarkdownConverter(start)
  converter.convert(visible, to: &out)
  guard converter.marks.needEscapes else { return }
  out.truncate(to: start)
  var careful = MarkdownConverter(start, escapes: true)
  careful.convert(visible, to: &out)
}

/// Walks the tags of a text.
///
/// Each byte is looked at a bounded number of times.
struct MarkdownConverter: ~Copyable {
  /// A list that is open: the number of its next item, or 0 for dots.
  private var lists: [Int] = []
  private var links: [String] = []
  private var writer: MarkdownWriter
  /// How many block elements are open, and tables among them.
  private var depth = 0
  private var tables = 0
  /// Whether what stands here is Markdown, and no text of an element.
  private var isOutside: Bool { depth == 0 && tables == 0 }
  /// The cells of the row at hand, and whether the head of the table is written.
  private var cells = 0
  private var hasHead = false
  private var isLines = false
  private var isCode: Bool { writer.isWithin("`") }
  /// Whether text that reads as a mark is hidden from that.
  private let escapes: Bool
  private(set) var marks = MarkdownMarks()

  init(_ start: Int, escapes: Bool = false) {
    writer = MarkdownWriter(start: start)
    self.escapes = escapes
  }

  mutating func convert(_ text: borrowing ByteArena, to out: inout ByteArena) {
    var offset = 0
    while offset < text.count {
      if text[offset] == UInt8(ascii: "<"), let tag = HTMLTag(text, offset) {
        if let href = tag.href { address(text, href) }
        apply(tag, &out)
        offset = tag.end
      } else if text[offset] == UInt8(ascii: "&"), let entity = HTMLEntity(text, offset) {
        character(entity.scalar, MarkdownMarks.Next(text, entity.end), &out)
        offset = entity.end
      } else {
        offset = plain(text, offset, &out)
      }
    }
    if isLines { writer.write("\n```", &out) }
    writer.endMarks(&out)
  }

  /// Writes what begins here up to the next byte that may mean something.
  private mutating func plain(
    _ text: borrowing ByteArena, _ start: Int, _ out: inout ByteArena
  ) -> Int {
    let byte = text[start]
    if byte <= 0x20, !isLines {
      var end = start
      var lines = 0
      while end < text.count, text[end] <= 0x20 {
        if text[end] == 0x0A { lines += 1 }
        end += 1
      }
      if !isOutside || lines == 0 {
        writer.space()
      } else if lines == 1 {
        writer.endLine()
      } else {
        writer.endParagraph(&out)
      }
      return end
    }
    guard isOutside || isLines || !MarkdownMarks.mayBegin(byte) else {
      character(UInt32(byte), MarkdownMarks.Next(text, start + 1), &out)
      return start + 1
    }
    var end = start + 1
    while end < text.count, text[end] != UInt8(ascii: "<"), text[end] != UInt8(ascii: "&"),
      isLines || text[end] > 0x20 && (isOutside || !MarkdownMarks.mayBegin(text[end]))
    {
      end += 1
    }
    writer.write(text, ByteRange(start: start, count: end - start), &out)
    return end
  }

  /// Writes a character that is text, whatever it means in Markdown.
  private mutating func character(
    _ scalar: UInt32, _ next: MarkdownMarks.Next, _ out: inout ByteArena
  ) {
    if scalar <= 0x20 || scalar == 0xA0, !isLines { return writer.space() }
    if scalar < 0x80, !isLines, !isCode {
      let byte = UInt8(scalar)
      let before: UInt8 = writer.followsSpace(out) ? 0x20 : out[out.count - 1]
      let isMark = marks.takes(byte, before, next, beginsLine: writer.beginsLine(out))
      let isBar = byte == UInt8(ascii: "|") && tables > 0
      if isBar || escapes && (isMark || byte == UInt8(ascii: "\\")) { writer.write("\\", &out) }
    }
    writer.write(scalar: scalar, &out)
  }

  // MARK: Tags

  private mutating func apply(_ tag: HTMLTag, _ out: inout ByteArena) {
    if isLines, tag.name != "pre" { return }
    switch tag.name {
    case "h1", "h2", "h3", "h4", "h5", "h6":
      block(tag, &out)
      marks.isStructured = true
      let level = Int(tag.name.utf8.last ?? 0x31) - 0x30
      writer.begin(tag.isClosing ? "" : String(repeating: "#", count: level) + " ")
    case "ul", "ol": list(tag, &out)
    case "li": item(tag, &out)
    case "blockquote":
      block(tag, &out)
      marks.isStructured = true
      writer.quote(tag.isClosing ? -1 : 1)
    case "pre": lines(tag, &out)
    case "table", "tr", "td", "th": table(tag, &out)
    case "code", "tt", "kbd", "samp": emphasis("`", tag, &out)
    case "b", "strong": emphasis("**", tag, &out)
    case "i", "em", "cite": emphasis("*", tag, &out)
    case "a": if tag.isClosing { endLink(&out) }
    case "br": breakLine()
    case "hr":
      writer.endParagraph(&out)
      writer.write("---", &out)
      writer.endParagraph(&out)
    case "dt", "dd", "caption", "figcaption", "option", "summary": breakLine()
    case "address", "article", "aside", "details", "div", "dl", "fieldset", "figure", "footer",
      "form", "header", "main", "nav", "p", "section":
      // Within a cell or an item there are no paragraphs.
      if tables > 0 || !lists.isEmpty { breakLine() } else { block(tag, &out) }
    default: break
    }
  }

  private mutating func block(_ tag: HTMLTag, _ out: inout ByteArena) {
    depth = max(0, depth + (tag.isClosing ? -1 : 1))
    if tables > 0 { writer.space() } else { writer.endParagraph(&out) }
  }

  private mutating func breakLine() {
    if tables > 0 || !lists.isEmpty { writer.space() } else { writer.endLine() }
  }

  private mutating func list(_ tag: HTMLTag, _ out: inout ByteArena) {
    depth = max(0, depth + (tag.isClosing ? -1 : 1))
    if tables > 0 { writer.space() } else if lists.isEmpty { writer.endParagraph(&out) }
    if tag.isClosing {
      _ = lists.popLast()
      if lists.isEmpty, tables == 0 { writer.endParagraph(&out) }
    } else if lists.count < 16 {
      lists.append(tag.name == "ol" ? 1 : 0)
    }
  }

  private mutating func item(_ tag: HTMLTag, _ out: inout ByteArena) {
    guard tables == 0 else { return writer.space() }
    writer.endMarks(&out)
    writer.endLine()
    guard !tag.isClosing, let number = lists.last else { return }
    let indent = String(repeating: "  ", count: lists.count - 1)
    writer.begin(indent + (number > 0 ? "\(number). " : "- "))
    if number > 0 { lists[lists.count - 1] = number + 1 }
  }

  private mutating func lines(_ tag: HTMLTag, _ out: inout ByteArena) {
    guard tables == 0, tag.isClosing == isLines else { return }
    if tag.isClosing {
      writer.write("\n```", &out)
      isLines = false
      writer.endParagraph(&out)
    } else {
      writer.endParagraph(&out)
      marks.isStructured = true
      writer.write("```\n", &out)
      isLines = true
    }
  }

  /// Rows of the outermost table; within a cell another one is its text.
  private mutating func table(_ tag: HTMLTag, _ out: inout ByteArena) {
    switch (tag.name, tag.isClosing) {
    case ("table", false):
      if tables == 0 { writer.endParagraph(&out) }
      marks.isStructured = true
      (tables, hasHead, cells) = (
        tables + 1, tables == 0 ? false : hasHead, tables == 0 ? 0 : cells
      )
    case ("table", true):
      if tables == 1 { endRow(&out) }
      tables = max(0, tables - 1)
      if tables == 0 { writer.endParagraph(&out) }
    case ("tr", _) where tables == 1: endRow(&out)
    case (_, false) where tables == 1:
      writer.endMarks(&out)
      if cells == 0 { writer.endLine() }
      writer.space()
      writer.write("|", &out)
      writer.space()
      cells += 1
    default: writer.space()
    }
  }

  private mutating func endRow(_ out: inout ByteArena) {
    guard cells > 0 else { return }
    writer.endMarks(&out)
    writer.space()
    writer.write("|", &out)
    if !hasHead {
      writer.endLine()
      writer.write(String(repeating: "|---", count: cells) + "|", &out)
      hasHead = true
    }
    writer.endLine()
    cells = 0
  }

  private mutating func emphasis(_ mark: String, _ tag: HTMLTag, _ out: inout ByteArena) {
    if tag.isClosing { return writer.close(mark, &out) }
    // Within code every mark is text.
    guard !isCode else { return }
    marks.isStructured = true
    marks.emphases += 1
    writer.open(mark, with: mark)
  }

  // MARK: Links

  /// Begins a link; only addresses of the web are kept.
  private mutating func address(_ text: borrowing ByteArena, _ href: ByteRange) {
    let address = text.text(href)
    let isWeb = ["https://", "http://"].contains { address.lowercased().hasPrefix($0) }
    let isPlain = address.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    guard isWeb, isPlain, address.utf8.count <= 2_000, links.count < 16 else {
      if links.count < 16 { links.append("") }
      return
    }
    var written = ""
    for letter in address {
      switch letter {
      case "(": written += "%28"
      case ")": written += "%29"
      default: written.append(letter)
      }
    }
    links.append(written)
    marks.isStructured = true
    if !isCode { writer.open("[", with: "](\(written))") }
  }

  private mutating func endLink(_ out: inout ByteArena) {
    guard let address = links.popLast(), !address.isEmpty else { return }
    writer.close("[", &out)
  }
}
