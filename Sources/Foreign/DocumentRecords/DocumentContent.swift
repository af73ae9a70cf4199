import FootlightPlatform

/// The contents of a document, whatever its format.
struct DocumentContent: Sendable {
  /// A page, a slide or a chapter.
  struct Part: Sendable {
    var title = ""
    var text = ""
    /// The fragment that leads to it in an address: `page=3`, `slide=2`, `chapter=ch02.xhtml`.
    var anchor = ""
  }

  var title = ""
  var authors: [String] = []
  var subject = ""
  var keywords: [String] = []
  var language = ""
  var created = ""
  var modified = ""
  var format = ""
  var parts: [Part] = []
  /// The path of the document within the archive that it lies in; empty for a file of its own.
  var member = ""

  /// The text of all parts.
  var body: String {
    parts.map(\.text).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// Prints the document as one record, or each of its parts as one.
  ///
  /// The place of a record is the number of its member in an archive, else that of the part.
  func print(
    asParts: Bool, memberNumber: Int? = nil, _ printer: inout RecordPrinter
  ) throws(DocumentMistake) {
    do throws(Failure) {
      guard asParts, parts.count > 1 else {
        append(to: &printer.json)
        return try printer.record(line: memberNumber ?? 1, of: member)
      }
      for (index, part) in parts.enumerated() where !part.text.isEmpty {
        append(part, number: index + 1, to: &printer.json)
        try printer.record(line: memberNumber ?? index + 1, of: member)
      }
    } catch {
      throw .output(error)
    }
  }

  /// Appends the document as one record.
  func append(to json: inout ByteArena) {
    var object = Record()
    object.put("title", title)
    object.put("anchor", member)
    appendHead(&object)
    object.put("body", body)
    json.append(json: object)
  }

  /// Appends one part as a record of its own.
  func append(_ part: Part, number: Int, to json: inout ByteArena) {
    var object = Record()
    object.put("title", part.title.isEmpty ? title : part.title)
    object.put("document", title)
    object.put("page", number)
    object.put("anchor", member.isEmpty ? part.anchor : "\(member)#\(part.anchor)")
    appendHead(&object)
    object.put("body", part.text)
    json.append(json: object)
  }

  private func appendHead(_ object: inout Record) {
    object.put("member", member)
    object.put("author", authors.joined(separator: ", "))
    object.put("description", subject)
    object.put("keywords", keywords)
    object.put("language", language)
    object.put("created", created)
    object.put("modified", modified)
    object.put("format", format)
    object.put("pages", parts.count)
  }
}
