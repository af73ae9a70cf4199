import FootlightPlatform

/// The head of office documents and books, in Dublin Core and the like.
final class DocumentHead: MarkupHandler {
  private(set) var content = DocumentContent()
  private var name = ""
  private var bytes: [UInt8] = []

  func begin(_ name: String, _ attributes: MarkupAttributes) {
    self.name = name
    bytes = []
  }

  func end(_ name: String) {
    let text = String(decoding: bytes, as: UTF8.self).inOneLine
    bytes = []
    guard name == self.name, !text.isEmpty else { return }
    switch name {
    case "title": if content.title.isEmpty { content.title = text }
    case "creator", "initial-creator":
      if !content.authors.contains(text) { content.authors.append(text) }
    case "subject", "description":
      content.subject += content.subject.isEmpty ? text : "; \(text)"
    case "keywords":
      content.keywords += text.listed
    case "keyword": content.keywords.append(text)
    case "language": content.language = text
    case "created", "creation-date": content.created = text
    case "modified", "date":
      // Of a book the date is that of its publication.
      content.modified = text
    default: break
    }
  }

  func characters(_ text: Span<UInt8>) {
    for index in text.indices { bytes.append(text[index]) }
  }
}
