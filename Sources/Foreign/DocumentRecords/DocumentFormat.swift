package import FootlightPlatform

/// Reads documents: a file is a record, or each page, slide and chapter of it.
package struct DocumentFormat: ForeignFormat {
  private let readsParts: Bool

  /// How large a document may be.
  private static let limit = 256 << 20

  package init(_ options: ForeignOptions) {
    readsParts = options["parts"] == "true"
  }

  package mutating func read(
    _ file: inout ForeignFile, _ printer: inout RecordPrinter
  ) throws(Failure) {
    if try DocumentArchive.isArchive(file) {
      return try DocumentArchive(readsParts: readsParts).read(&file, &printer)
    }
    var bytes = ByteArena()
    guard try file.readAll(into: &bytes, limit: DocumentFormat.limit) else {
      try printer.bad(
        line: 1, "the document is larger than \(DocumentFormat.limit >> 20) MB",
        remedy: "leave it out of the glob")
      return try printer.end()
    }
    do throws(DocumentMistake) {
      let document = try DocumentFormat.document(of: bytes, path: file.path)
      try document.print(asParts: readsParts, &printer)
    } catch {
      try error.tell(line: 1, &printer)
    }
    try printer.end()
  }

  /// The contents of a document, with a title; a document without one is called as its file is.
  static func document(
    of bytes: borrowing ByteArena, path: String
  ) throws(DocumentMistake) -> DocumentContent {
    var document = try content(of: bytes, path: path)
    if document.title.isEmpty { document.title = document.parts.first?.title ?? "" }
    if document.title.isEmpty { document.title = Path.stem(of: path) }
    return document
  }

  /// The contents of a document, by its first bytes, and by its name where they do not tell.
  private static func content(
    of bytes: borrowing ByteArena, path: String
  ) throws(DocumentMistake) -> DocumentContent {
    let first = bytes.bytes(ByteRange(start: 0, count: min(bytes.count, 8)))
    if first.isEmpty { return DocumentContent() }
    if first.starts(with: Array("%PDF".utf8)) { return try pdf(bytes) }
    if first.starts(with: Array("{\\rtf".utf8)) {
      return RTFText.content(bytes.bytes(bytes.all))
    }
    if first.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      #if Complete
        return try PackedDocument.content(bytes.bytes(bytes.all))
      #else
        throw .lacking
      #endif
    }
    if first.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
      throw .unreadable(
        "the file is in the old format of Word, PowerPoint or Excel",
        "convert it, for example with `convert: [catdoc, \"{path}\"]` and `kind: text`")
    }
    let text = plainText(bytes)
    guard !text.utf8.contains(0) else {
      throw .unreadable("the file is no document that is known", "leave it out of the glob")
    }
    let ending = Path.fileExtension(of: path).lowercased()
    let beginning = text.prefix(1024).lowercased()
    if ["html", "htm", "xhtml"].contains(ending) || beginning.contains("<!doctype html")
      || beginning.contains("<html")
    {
      guard let page = HTMLText.content(of: ByteArena(text)) else { throw .lacking }
      return DocumentContent(
        title: page.title, format: "html", parts: [.init(text: page.text)])
    }
    return PlainDocument.content(text, isMarkdown: ["md", "markdown", "mdown"].contains(ending))
  }

  /// How much text a PDF may become.
  private static let textLimit = 64 << 20

  /// Reads a PDF in a process of its own, whose time grows with the size of the file.
  ///
  /// In a few hundred bytes streams may become what no memory holds, and forms call each other without end.
  private static func pdf(
    _ bytes: borrowing ByteArena
  ) throws(DocumentMistake) -> DocumentContent {
    #if Complete
      let seconds = 6 + bytes.count / 100_000
      let texts: [String]?
      do throws(Failure) {
        texts = try ForkedWork.texts(seconds: seconds, limit: textLimit) { hand in
          PDFDocument.tell(bytes, hand)
        }
      } catch {
        let reason = error.diagnostics.first
        throw .tooMuch(
          reason?.message ?? "the PDF cannot be read", reason?.remedy ?? "run the command again")
      }
      guard let texts else {
        throw .tooMuch(
          "the PDF becomes too much for its reader: it takes more than \(seconds) seconds, \(textLimit >> 20) MB of text or the memory, or ends it",
          "leave it out of the glob, or save it anew with a viewer")
      }
      guard texts.count >= PDFDocument.headTexts else {
        throw .unreadable(
          "the PDF is damaged, or locked with a password", "open it once with a viewer")
      }
      var content = DocumentContent(
        title: texts[0].inOneLine, subject: texts[2], created: texts[4], modified: texts[5],
        format: "pdf")
      if !texts[1].isEmpty { content.authors = [texts[1].inOneLine] }
      content.keywords = texts[3].listed
      content.parts = texts.dropFirst(PDFDocument.headTexts).enumerated().map { number, text in
        .init(text: text, anchor: "page=\(number + 1)")
      }
      return content
    #else
      throw .lacking
    #endif
  }

  /// The text of a file in UTF-8, by its mark or as Windows-1252.
  private static func plainText(_ bytes: borrowing ByteArena) -> String {
    let all = bytes.bytes(bytes.all)
    let marked = TextEncoding(mark: Array(all.prefix(4)))
    if marked == nil, let text = String(validating: all, as: UTF8.self) {
      return text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
    }
    guard var decoder = TextDecoder(marked ?? .windows1252, replaces: true) else { return "" }
    var decoded = ByteArena(capacity: all.count)
    // With replacements nothing is damaged.
    try? decoder.decode(all, isLast: true, into: &decoded)
    return decoded.text(decoded.all)
  }
}

/// Why a document cannot be read.
enum DocumentMistake: Error {
  case unreadable(String, String)
  /// The same, by a limit that another time, or more memory, may not reach.
  case tooMuch(String, String)
  /// The record could not be printed.
  case output(Failure)

  static let lacking = DocumentMistake.unreadable(
    "this build of footlight-read does not read such documents",
    "build it with the package trait Complete")

  /// Prints it as what is wrong with a file, or with a member of an archive.
  func tell(
    line: Int, of member: String = "", _ printer: inout RecordPrinter
  ) throws(Failure) {
    let prefix = member.isEmpty ? "" : "`\(member)`: "
    switch self {
    case .unreadable(let message, let remedy):
      try printer.bad(line: line, prefix + message, remedy: remedy)
    case .tooMuch(let message, let remedy):
      try printer.bad(line: line, prefix + message, remedy: remedy, mayPass: true)
    case .output(let failure): throw failure
    }
  }
}

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
