package import FootlightPlatform

/// Reads web pages: a page is a record, or a part of one below each heading.
package struct HTMLFormat: ForeignFormat {
  private let readsSections: Bool

  /// Makes a reader of pages; with `--sections` of their parts.
  package init(_ options: ForeignOptions) {
    readsSections = options["sections"] == "true"
  }

  package mutating func read(
    _ file: inout ForeignFile, _ printer: inout RecordPrinter
  ) throws(Failure) {
    #if Complete
      var parser = HTMLParser()
      parser.isUTF8 = true
      var decoder: TextDecoder?
      var bounds = TagBounds()
      var piece = ByteArena(capacity: HTMLFormat.piece)
      var size = 0
      while true {
        piece.removeAll()
        let got = try file.read(into: &piece, upTo: HTMLFormat.piece)
        let isFirst = size == 0
        size += got
        guard size <= HTMLFormat.limit else {
          return try printer.failed(
            line: 1, "the page is larger than \(HTMLFormat.limit >> 20) MB",
            remedy: "leave it out of the glob")
        }
        if isFirst {
          let encoding = PageEncoding.encoding(of: piece)
          if !(encoding.systemName.hasPrefix("UTF-16") || encoding.systemName.hasPrefix("UTF-32")),
            piece.firstIndex(of: 0, from: 0, to: min(got, 512)) != nil
          {
            return try printer.failed(
              line: 1, "the file holds zero bytes, so it is no page",
              remedy: "leave it out of the glob")
          }
          if !encoding.isUTF8 { decoder = TextDecoder(encoding, replaces: true) }
        }
        if isFirst, readsSections, BookmarkList.isBegun(by: piece) {
          parser.withCollector { $0.bookmarks = BookmarkList() }
        }
        let isLast = got < HTMLFormat.piece
        if decoder != nil {
          let raw = piece.bytes(piece.all)
          piece.removeAll()
          // With replacements nothing is damaged.
          try? decoder?.decode(raw, isLast: isLast, into: &piece)
        }
        guard bounds.accepts(piece) else {
          return try printer.failed(
            line: 1, "a tag has more than \(TagBounds.mostAttributes) attributes",
            remedy: "do not trust the page; leave it out of the glob")
        }
        guard parser.parse(piece, isLast: isLast) else {
          return try printer.failed(
            line: 1,
            "elements stand more than \(PageCollector.depthLimit) deep in one another",
            remedy: "do not trust the page; leave it out of the glob")
        }
        if isLast { break }
      }
      guard size > 0 else {
        return try printer.failed(
          line: 1, "the page is empty", remedy: "leave it out of the glob")
      }
      let readsSections = readsSections
      try parser.withCollector { (page) throws(Failure) in
        if readsSections {
          try page.printSections(&printer)
        } else {
          try page.printPage(&printer)
        }
      }
      try printer.end()
    #else
      throw SisterProgram.read.lacksTrait
    #endif
  }

  private static var piece: Int { 1 << 16 }
  private static var limit: Int { 64 << 20 }
}

/// The encoding of a page, in the order in which browsers ask: a mark, what the page says, and what its
/// bytes look like (https://html.spec.whatwg.org/#determining-the-character-encoding).
enum PageEncoding {
  /// The encoding by the first bytes of a page; Windows-1252 where nothing tells.
  static func encoding(of beginning: borrowing ByteArena) -> TextEncoding {
    let bytes = beginning.bytes(ByteRange(start: 0, count: min(beginning.count, 4096)))
    if let marked = TextEncoding(mark: Array(bytes.prefix(4))) { return marked }
    let said = label(in: bytes).flatMap { TextEncoding($0) }
    // A page that is UTF-8 and more than ASCII is so whatever it says.
    if isUTF8(beginning), said == nil || !bytes.allSatisfy({ $0 < 0x80 }) { return .utf8 }
    if let said, said.systemName != "UTF-16LE", said.systemName != "UTF-16BE",
      TextDecoder(said) != nil
    {
      return said
    }
    // A page that says UTF-16 in ASCII is not in it.
    return said == nil && !isUTF8(beginning) ? .windows1252 : .utf8
  }

  /// The label after the first `charset=`, or `encoding=` of a page that is XML.
  private static func label(in bytes: [UInt8]) -> String? {
    let text = String(
      String.UnicodeScalarView(bytes.map { Unicode.Scalar($0 < 0x80 ? $0 : 0x3F) })
    ).lowercased()
    let names = text.hasPrefix("<?xml") ? ["encoding", "charset"] : ["charset"]
    for name in names {
      guard let place = text.firstRange(of: name) else { continue }
      var rest = text[place.upperBound...].drop(while: \.isWhitespace)
      guard rest.first == "=" else { continue }
      rest = rest.dropFirst().drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
      let label = rest.prefix { !$0.isWhitespace && !"\"'>;/?".contains($0) }
      if !label.isEmpty { return String(label) }
    }
    return nil
  }

  /// Whether the beginning is UTF-8.
  private static func isUTF8(_ beginning: borrowing ByteArena) -> Bool {
    var end = beginning.count
    // A character may be cut in two at the end of the piece.
    while end > max(0, beginning.count - 3), beginning[end - 1] & 0xC0 == 0x80 { end -= 1 }
    if end > 0, beginning[end - 1] >= 0xC0 { end -= 1 }
    let bytes = beginning.bytes(ByteRange(start: 0, count: end))
    return String(validating: bytes, as: UTF8.self) != nil
  }
}
