import Footlight

extension Pages {
  /// The long text of an item: its enumerations indented, each with an anchor, and the words of the query marked.
  func body(_ text: String, query: String, _ article: inout MarkupWriter) {
    guard !text.isEmpty else { return }
    let outline = TextOutline(text)
    contents(outline, &article)
    let highlighter = query.isEmpty ? nil : Highlighter(query)
    article.element(.division, [.classes("body")]) { body in
      for paragraph in outline.paragraphs {
        var attributes: [Attribute] = [.ownDirection]
        if let indent = Pages.indents[min(paragraph.path.count, 5)] {
          attributes.append(.classes(indent))
        }
        if paragraph.isBeginning { attributes.append(.anchor(Pages.anchor(paragraph.path))) }
        func text(_ written: inout MarkupWriter) {
          guard let highlighter else { return written.text(paragraph.text) }
          written.text(paragraph.text, marking: highlighter.ranges(in: paragraph.text))
        }
        switch paragraph.form {
        case .paragraph: body.element(.paragraph, attributes, text)
        case .heading: body.element(.heading2, attributes, text)
        case .quoted: body.element(Tag("blockquote"), attributes, text)
        case .listed: body.element(.list) { $0.element(.item, attributes, text) }
        }
      }
    }
    // The script shows it where there are marks.
    if highlighter != nil {
      article.element(
        .button, [.type("button"), .classes("next-match"), .flag("hidden")], text: "Next match")
    }
  }

  private static let indents: [StaticString?] = [nil, nil, "in1", "in2", "in3", "in4"]

  /// The outermost parts with the beginnings of their texts, where there are several.
  private func contents(_ outline: TextOutline, _ article: inout MarkupWriter) {
    let parts = outline.paragraphs.filter { $0.isBeginning && $0.path.count == 1 }
    guard parts.count > 2, outline.paragraphs.count > 8 else { return }
    article.element(.details, [.classes("contents")]) { details in
      details.element(.summary, text: "Contents")
      details.element(.list) { list in
        for part in parts.prefix(100) {
          list.element(.item) { item in
            item.element(
              .anchor, [.href(Link(own: "#" + Pages.anchor(part.path))), .ownDirection],
              text: Pages.cut(Pages.heading(part.text), to: 80))
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

  /// The name of a part within the page: `(a)(1)` is `p-a-1`.
  private static func anchor(_ path: [String]) -> String { "p-" + path.joined(separator: "-") }
}
