import DeclaredRecords
import FootlightPlatform

/// The text of a paragraph as a reader sees it, without the marks of Markdown in it, and how it is set.
struct InlineMarkdown {
  /// The styles of a stretch.
  struct Style: OptionSet, Hashable {
    let rawValue: Int
    static let strong = Style(rawValue: 1)
    static let emphasis = Style(rawValue: 2)
    static let code = Style(rawValue: 4)
    static let deleted = Style(rawValue: 8)
  }

  /// A stretch of the visible text, as bytes of it, that is set in one way.
  struct Span {
    var bytes: Range<Int>
    var style: Style
    var link: Link?
    /// The offset in the source; nil for text that is written there in another way.
    var source: Int?
  }

  private(set) var text = ""
  private(set) var spans: [Span] = []

  /// - Parameter hasMarks: whether the text is Markdown; else nothing but addresses of the web means anything in it.
  init(_ source: String, hasMarks: Bool) {
    let block = ByteArena(source)
    var scanner = InlineScanner(hasMarks ? .page : .addresses)
    scanner.scan(block)
    var visible: [UInt8] = []
    var (strong, emphasis, deleted) = (0, 0, 0)
    var links: [Link?] = []
    func link(_ range: Range<Int>) -> Link? {
      Link(outside: block.text(ByteRange(start: range.lowerBound, count: range.count)))
    }
    func add(_ piece: [UInt8], _ own: Style = [], _ link: Link? = nil, _ place: Int? = nil) {
      guard !piece.isEmpty else { return }
      var style = own
      if strong > 0 { style.insert(.strong) }
      if emphasis > 0 { style.insert(.emphasis) }
      if deleted > 0 { style.insert(.deleted) }
      let start = visible.count
      visible += piece
      let whole = links.last ?? link
      if let last = spans.last, last.style == style, last.link == whole, let source = last.source,
        place == source + last.bytes.count
      {
        spans[spans.count - 1].bytes = last.bytes.lowerBound..<visible.count
      } else {
        spans.append(
          Span(bytes: start..<visible.count, style: style, link: whole, source: place))
      }
    }
    func add(_ range: Range<Int>, _ own: Style = [], _ link: Link? = nil) {
      var bytes = block.bytes(ByteRange(start: range.lowerBound, count: range.count))
      // Where a long line ends its writer's editor broke it; short ones are lines, as of an address.
      for index in bytes.indices where hasMarks && bytes[index] == 0x0A {
        let end = range.lowerBound + index
        let isLong = end >= 60 && !(end - 60..<end).contains { block[$0] == 0x0A }
        if isLong { bytes[index] = 0x20 }
      }
      add(bytes, own, link, range.lowerBound)
    }
    for piece in scanner.pieces {
      let range = piece.start..<piece.end
      switch piece.kind {
      case .text: add(range)
      case .code: add(range, .code)
      case .address: add(range, [], link(range))
      case .bracketed:
        let link = link(range)
        add(link == nil ? piece.start - 1..<piece.end + 1 : range, [], link)
      case .scalar: add(Array(String(Unicode.Scalar(piece.scalar) ?? "\u{FFFD}").utf8))
      case .lineBreak: add([0x0A])
      case .linkStart: links.append(range.isEmpty ? nil : link(range))
      case .linkEnd: links.removeLast()
      case .delimiter:
        strong -= piece.closed.strong
        emphasis -= piece.closed.emphasis
        deleted -= piece.closed.deleted
        add(piece.end - piece.count..<piece.end)
        strong += piece.opened.strong
        emphasis += piece.opened.emphasis
        deleted += piece.opened.deleted
      case .space, .paragraphBreak, .nothing: break
      }
    }
    text = String(decoding: visible, as: UTF8.self)
  }

  /// Whether a text shows by itself that it is Markdown.
  static func stands(in text: String) -> Bool {
    text.contains("](") || text.contains("**") || text.utf8.count { $0 == UInt8(ascii: "`") } > 1
      || hasEmphasis(text)
  }

  /// Whether words stand between two asterisks that touch them.
  private static func hasEmphasis(_ text: String) -> Bool {
    let asterisk = UInt8(ascii: "*")
    var isOpen = false
    var (before, last): (UInt8, UInt8) = (0x20, 0x20)
    for byte in text.utf8 {
      let isWord = byte.isLetterOrDigit || byte >= 0x80
      if last == asterisk {
        if isOpen, before > 0x20, before != asterisk, !isWord { return true }
        if before <= 0x20, isWord || "\"'([".utf8.contains(byte) { isOpen = true }
      }
      (before, last) = (last, byte)
    }
    return isOpen && last == asterisk && before > 0x20
  }

  /// Whether every backslash of a text hides a mark, as those do that the filter `markdown` writes.
  ///
  /// Paths, formulas and patterns have others, and are shown as they stand.
  static func hidesMarks(in text: String) -> Bool {
    var (halves, whole) = (0, 0)
    // A text begins as a word does.
    var before: UInt8 = 0x20
    var isHidden = false
    for byte in text.utf8 {
      guard isHidden || byte == UInt8(ascii: "\\") else {
        before = byte
        continue
      }
      if isHidden {
        switch byte {
        case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "`"): halves += 1
        case UInt8(ascii: "<"), UInt8(ascii: "&"): whole += 1
        case UInt8(ascii: "(") where before == UInt8(ascii: "]"): whole += 1
        case _ where "#>-+~=|".utf8.contains(byte) && before <= 0x20: whole += 1
        case UInt8(ascii: "\\"): break
        default: return false
        }
        before = byte
      }
      isHidden.toggle()
    }
    return !isHidden && (whole > 0 || halves > 1)
  }

  /// The ranges of the visible text that are these bytes of the source.
  func visible(_ sources: [Range<Int>]) -> [Range<String.Index>] {
    var found: [Range<String.Index>] = []
    for span in spans {
      guard let start = span.source else { continue }
      for source in sources {
        let common = source.clamped(to: start..<start + span.bytes.count)
        guard !common.isEmpty else { continue }
        let shift = span.bytes.lowerBound - start
        let first = text.utf8.index(text.startIndex, offsetBy: common.lowerBound + shift)
        found.append(first..<text.utf8.index(first, offsetBy: common.count))
      }
    }
    return found
  }
}

extension MarkupWriter {
  /// Writes a paragraph with its links and styles, and with some ranges of its text marked.
  mutating func text(_ inline: InlineMarkdown, marking ranges: [Range<String.Index>]) {
    let bytes = inline.text.utf8
    func index(_ offset: Int) -> String.Index { bytes.index(bytes.startIndex, offsetBy: offset) }
    var rest = MarkupWriter.joined(ranges, in: inline.text)[...]
    for span in inline.spans {
      let whole = index(span.bytes.lowerBound)..<index(span.bytes.upperBound)
      var marked: [Range<String.Index>] = []
      while let next = rest.first, next.lowerBound < whole.upperBound {
        marked.append(next.clamped(to: whole))
        guard next.upperBound <= whole.upperBound else { break }
        rest = rest.dropFirst()
      }
      write(inline.text, whole, marked, span.style, span.link)
    }
  }

  private mutating func write(
    _ text: String, _ whole: Range<String.Index>, _ marked: [Range<String.Index>],
    _ style: InlineMarkdown.Style, _ link: Link?
  ) {
    if let link {
      let attributes: [Attribute] = [.href(link), .rel("nofollow noopener noreferrer external")]
      return element(.anchor, attributes) { $0.write(text, whole, marked, style, nil) }
    }
    let tags: [(InlineMarkdown.Style, Tag)] = [
      (.strong, .strong), (.emphasis, .emphasis), (.deleted, .deleted), (.code, .code),
    ]
    for (own, tag) in tags where style.contains(own) {
      return element(tag) { $0.write(text, whole, marked, style.subtracting(own), nil) }
    }
    var at = whole.lowerBound
    for range in marked where !range.isEmpty {
      self.text(String(text[at..<range.lowerBound]))
      mark(String(text[range]))
      at = range.upperBound
    }
    self.text(String(text[at..<whole.upperBound]))
  }
}
