/// Text and Markdown as documents: the first heading is the title.
enum PlainDocument {
  static func content(_ text: String, isMarkdown: Bool) -> DocumentContent {
    var content = DocumentContent(format: isMarkdown ? "markdown" : "text")
    var body = text[...]
    if isMarkdown {
      body = withoutFields(body, &content)
      for line in body.split(whereSeparator: \.isNewline).prefix(200) where line.hasPrefix("#") {
        let heading = line.drop { $0 == "#" }
        guard heading.first == " ", content.title.isEmpty else { break }
        content.title = String(heading).inOneLine
      }
    }
    content.parts = [.init(text: String(body))]
    return content
  }

  /// The text after front matter; its title and author are taken.
  private static func withoutFields(
    _ text: Substring, _ content: inout DocumentContent
  ) -> Substring {
    guard
      let rule = ["---", "+++"].first(where: {
        text.hasPrefix($0 + "\n") || text.hasPrefix($0 + "\r\n")
      })
    else { return text }
    let rest = text.dropFirst(rule.count)
    guard let end = rest.firstRange(of: "\n\(rule)") else { return text }
    for line in rest[..<end.lowerBound].split(whereSeparator: \.isNewline) {
      guard let sign = line.firstIndex(where: { $0 == ":" || $0 == "=" }) else { continue }
      let value = line[line.index(after: sign)...].drop { $0 == " " || $0 == "\"" || $0 == "'" }
      var written = String(value)
      while let last = written.last, last.isWhitespace || last == "\"" || last == "'" {
        written.removeLast()
      }
      switch String(line[..<sign]).inOneLine {
      case "title": content.title = written
      case "author": content.authors = [written]
      case "date": content.created = written
      default: break
      }
    }
    return rest[end.upperBound...]
  }
}
