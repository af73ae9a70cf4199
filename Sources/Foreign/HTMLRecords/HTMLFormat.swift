package import FootlightPlatform

/// Reads web pages: a page is a record, or a part of one below each heading.
package struct HTMLFormat: ForeignFormat {
  private let readsSections: Bool

  /// The settings that this kind has.
  package static let settings = ["sections"]

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
