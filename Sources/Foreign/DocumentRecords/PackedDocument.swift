#if Complete
  import FootlightPlatform

  /// Documents that are packed as zip: Office Open XML, OpenDocument and EPUB.
  struct PackedDocument {
    private var members: [String: ByteArenaBox] = [:]

    /// The members that are needed, in memory.
    final class ByteArenaBox {
      let bytes: ByteArena
      init(_ bytes: consuming ByteArena) { self.bytes = bytes }
    }

    /// The most bytes of a member.
    private static let limit = 128 << 20

    static func content(_ bytes: [UInt8]) throws(DocumentMistake) -> DocumentContent {
      var document = PackedDocument()
      try document.unpack(bytes)
      if document.members["word/document.xml"] != nil { return try document.word() }
      if document.members.keys.contains(where: { $0.hasPrefix("ppt/slides/slide") }) {
        return try document.slides()
      }
      if document.members["META-INF/container.xml"] != nil { return try document.book() }
      if document.members["content.xml"] != nil { return try document.openDocument() }
      throw .unreadable(
        "the zip file holds no document that is known",
        "unpack it, or leave it out of the glob; spreadsheets are read by `kind: sheet`")
    }

    private mutating func unpack(_ bytes: [UInt8]) throws(DocumentMistake) {
      guard var archive = ArchiveReader(bytes) else {
        throw .unreadable("the zip file is damaged", "fetch it again")
      }
      while archive.next() {
        let name = archive.name
        let isText = [".xml", ".xhtml", ".html", ".htm", ".opf", ".rels"].contains {
          name.lowercased().hasSuffix($0)
        }
        guard isText, members.count < 20_000 else { continue }
        if let all = archive.readAll(limit: PackedDocument.limit) {
          members[name] = ByteArenaBox(all)
        }
      }
      if archive.isTooLarge {
        throw .unreadable(
          "the file becomes too large when it is unpacked",
          "do not trust it; leave it out of the glob")
      }
      if members.isEmpty, archive.isDamaged {
        throw .unreadable("the zip file is damaged", "fetch it again")
      }
    }

    /// Hands a member to a handler; false when it is not there or no XML.
    @discardableResult
    private func parse(_ name: String, _ handler: any MarkupHandler) -> Bool {
      guard let member = members[name], var reader = MarkupReader(handler) else { return false }
      return reader.parse(member.bytes, isLast: true)
    }

    private func head(_ name: String, format: String) -> DocumentContent {
      let head = DocumentHead()
      parse(name, head)
      var content = head.content
      content.format = format
      return content
    }

    private func word() throws(DocumentMistake) -> DocumentContent {
      var content = head("docProps/core.xml", format: "docx")
      let body = ParagraphText(isOpen: false)
      guard parse("word/document.xml", body) else {
        throw .unreadable("the text of the document is no XML", "open and save it again")
      }
      // Notes belong to the text, below it.
      for name in ["word/footnotes.xml", "word/endnotes.xml", "word/comments.xml"] {
        parse(name, body)
      }
      content.parts = [.init(text: body.texts.joined(separator: "\n"))]
      return content
    }

    private func slides() throws(DocumentMistake) -> DocumentContent {
      var content = head("docProps/core.xml", format: "pptx")
      var numbers: [Int] = []
      for name in members.keys where name.hasPrefix("ppt/slides/slide") {
        if let number = Int(name.dropFirst("ppt/slides/slide".count).dropLast(4)) {
          numbers.append(number)
        }
      }
      for (index, number) in numbers.sorted().enumerated() {
        let text = ParagraphText(isOpen: false)
        parse("ppt/slides/slide\(number).xml", text)
        parse("ppt/notesSlides/notesSlide\(number).xml", text)
        let all = text.texts.joined(separator: "\n")
        let first = all.prefix { !$0.isNewline }
        content.parts.append(
          .init(title: String(first).inOneLine, text: all, anchor: "slide=\(index + 1)"))
      }
      return content
    }

    private func openDocument() throws(DocumentMistake) -> DocumentContent {
      var content = head("meta.xml", format: "odf")
      let text = ParagraphText(isOpen: true, part: "page")
      guard parse("content.xml", text) else {
        throw .unreadable("the text of the document is no XML", "open and save it again")
      }
      let texts = text.texts
      for (index, text) in texts.enumerated() {
        let first = texts.count > 1 ? String(text.prefix { !$0.isNewline }).inOneLine : ""
        content.parts.append(
          .init(title: first, text: text, anchor: texts.count > 1 ? "slide=\(index + 1)" : ""))
      }
      return content
    }

    private func book() throws(DocumentMistake) -> DocumentContent {
      let container = BookContainer()
      parse("META-INF/container.xml", container)
      let package = BookPackage()
      guard !container.path.isEmpty, parse(container.path, package) else {
        throw .unreadable("the book does not say what belongs to it", "open it once with a reader")
      }
      var content = head(container.path, format: "epub")
      let folder = Path.parent(of: container.path) ?? ""
      for item in package.chapters.prefix(10_000) {
        let name = Path.normalized(Path.join(folder, item))
        guard let member = members[name] ?? members[BookPackage.plain(name)],
          let chapter = HTMLText.content(of: member.bytes), !chapter.text.isEmpty
        else { continue }
        let first = String(chapter.text.prefix { !$0.isNewline }).inOneLine
        content.parts.append(
          .init(
            title: first.utf8.count <= 120 ? first : chapter.title, text: chapter.text,
            anchor: "chapter=\(item)"))
      }
      return content
    }
  }

  /// Where the package of a book lies (EPUB 3.3, section 4.2.6.3.1).
  private final class BookContainer: MarkupHandler {
    var path = ""

    func begin(_ name: String, _ attributes: MarkupAttributes) {
      if name == "rootfile", path.isEmpty { path = attributes["full-path"] ?? "" }
    }
  }

  /// The chapters of a book in their order.
  private final class BookPackage: MarkupHandler {
    private var items: [String: String] = [:]
    private var spine: [String] = []

    var chapters: [String] { spine.compactMap { items[$0] } }

    func begin(_ name: String, _ attributes: MarkupAttributes) {
      if name == "item", let id = attributes["id"], let link = attributes["href"] {
        items[id] = link
      }
      if name == "itemref", let id = attributes["idref"] { spine.append(id) }
    }

    /// A path without the percent signs of addresses.
    static func plain(_ path: String) -> String {
      String(decoding: PercentEncoding.decoded(path.utf8) ?? [], as: UTF8.self)
    }
  }
#endif
