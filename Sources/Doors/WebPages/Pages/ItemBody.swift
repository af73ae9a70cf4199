import Footlight

extension Pages {
  /// The long text of an item: its blocks as Markdown tells them, its enumerations indented, each with an anchor, and
  /// the words of the query marked.
  func body(_ outline: TextOutline, query: String, _ article: inout MarkupWriter) {
    let highlighter = query.isEmpty ? nil : Highlighter(query)
    article.element(.division, [.classes("body")]) { body in
      var block = BodyBlock(outline.isMarkdown, highlighter)
      var rest = outline.paragraphs[...]
      while let first = rest.first {
        if case .listed = first.form {
          // Neighbouring items are one list.
          let items = rest.prefix { if case .listed = $0.form { true } else { false } }
          body.element(.list) { list in
            for item in items { block.write(item, &list) }
          }
          rest = rest.dropFirst(items.count)
        } else {
          block.write(first, &body)
          rest = rest.dropFirst()
        }
      }
    }
    // The script shows it where there are marks.
    guard highlighter != nil else { return }
    article.element(
      .division, [.classes("matches"), .role("group"), .label("Matches"), .flag("hidden")]
    ) { matches in
      matches.element(.button, [.type("button"), .label("Previous match")], text: "‹")
      matches.element(.span, text: "")
      matches.element(.button, [.type("button"), .label("Next match")], text: "›")
    }
  }

  /// The outermost parts with the beginnings of their texts, or the headings, where there are several.
  func contents(_ outline: TextOutline, _ article: inout MarkupWriter) {
    var parts = outline.paragraphs.filter { $0.isBeginning && $0.path.count == 1 }
    if parts.count <= 2 {
      parts = outline.paragraphs.filter { if case .heading = $0.form { true } else { false } }
    }
    guard parts.count > 2, outline.paragraphs.count > 8 else { return }
    article.element(.details, [.classes("contents")]) { details in
      details.element(.summary, text: "Contents")
      details.element(.list) { list in
        for part in parts.prefix(100) {
          list.element(.item) { item in
            let shown = InlineMarkdown(part.text, hasMarks: outline.isMarkdown).text
            item.element(
              .anchor, [.href(Link(own: "#" + BodyBlock.anchor(of: part))), .ownDirection],
              text: Pages.cut(Pages.heading(shown), to: 80))
          }
        }
      }
    }
  }

  /// The first sentence of a part, which is its heading where it has one.
  private static func heading(_ text: String) -> String {
    let line = text.prefix { !$0.isNewline }
    guard let stop = line.firstRange(of: ". ") ?? line.firstRange(of: ".—") else {
      return String(line)
    }
    return String(line[..<stop.lowerBound])
  }
}

/// Writes the paragraphs of a long text.
private struct BodyBlock {
  private let isMarkdown: Bool
  private let highlighter: Highlighter?
  private var anchors: Set<String> = []

  init(_ isMarkdown: Bool, _ highlighter: Highlighter?) {
    self.isMarkdown = isMarkdown
    self.highlighter = highlighter
  }

  mutating func write(_ paragraph: TextOutline.Paragraph, _ body: inout MarkupWriter) {
    var attributes: [Attribute] = [.ownDirection]
    var depth = paragraph.path.count - 1
    if case .listed(let level) = paragraph.form { depth = max(depth, level) }
    if depth > 0 { attributes.append(.classes(BodyBlock.indents[min(depth, 4) - 1])) }
    if paragraph.isBeginning || isHeading(paragraph) {
      let anchor = BodyBlock.anchor(of: paragraph)
      // Of several headings of one name the first is led to.
      if anchors.insert(anchor).inserted { attributes.append(.anchor(anchor)) }
    }
    func text(_ written: inout MarkupWriter) { self.text(paragraph.text, &written) }
    switch paragraph.form {
    case .paragraph: body.element(.paragraph, attributes, text)
    case .heading(let level): body.element(level < 3 ? .heading2 : .heading3, attributes, text)
    case .quoted: body.element(.quotation, attributes, text)
    case .listed: body.element(.item, attributes, text)
    case .rule: body.empty(.rule)
    case .code:
      body.element(.lines) { lines in
        lines.element(.code) { $0.text(paragraph.text, marking: marks(paragraph.text)) }
      }
    case .table: table(paragraph.text, &body)
    }
  }

  private func text(_ text: String, _ written: inout MarkupWriter) {
    let inline = InlineMarkdown(text, hasMarks: isMarkdown)
    written.text(inline, marking: marks(inline.text))
  }

  private func marks(_ text: String) -> [Range<String.Index>] {
    highlighter?.ranges(in: text) ?? []
  }

  /// A table, which may be wider than the column and is scrolled by itself then.
  private func table(_ text: String, _ body: inout MarkupWriter) {
    let rows = TextOutline.cells(text)
    body.element(
      .division, [.classes("wide"), Attribute("tabindex", "0"), .role("region"), .label("Table")]
    ) {
      wide in
      wide.element(.table) { table in
        table.element(.tableHead) { row(rows.first ?? [], .columnName, &$0) }
        table.element(.tableBody) { body in
          for cells in rows.dropFirst() where !cells.isEmpty { row(cells, .cell, &body) }
        }
      }
    }
  }

  private func row(_ cells: [String], _ tag: Tag, _ table: inout MarkupWriter) {
    table.element(.row) { row in
      for cell in cells { row.element(tag, [.ownDirection]) { self.text(cell, &$0) } }
    }
  }

  private func isHeading(_ paragraph: TextOutline.Paragraph) -> Bool {
    if case .heading = paragraph.form { true } else { false }
  }

  private static let indents: [StaticString] = ["in1", "in2", "in3", "in4"]

  /// The name of a part within the page: `(a)(1)` is `p-a-1`, and of a heading its letters.
  static func anchor(of paragraph: TextOutline.Paragraph) -> String {
    guard !paragraph.isBeginning else { return "p-" + paragraph.path.joined(separator: "-") }
    let words = paragraph.text.lowercased().prefix(80).split { !$0.isLetter && !$0.isNumber }
    return "h-" + words.joined(separator: "-")
  }
}
