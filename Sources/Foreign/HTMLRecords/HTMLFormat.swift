package import FootlightDiagnostics
import FootlightPlatform
package import ForeignRecords

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
    #if HTMLRecords
      var parser = HTMLParser()
      var piece = ByteArena(capacity: HTMLFormat.piece)
      var size = 0
      while true {
        piece.removeAll()
        let got = try file.read(into: &piece, upTo: HTMLFormat.piece)
        size += got
        guard size <= HTMLFormat.limit else {
          return try printer.failed(
            line: 1, "the page is larger than \(HTMLFormat.limit >> 20) MB",
            remedy: "leave it out of the glob")
        }
        if size == got, piece.firstIndex(of: 0, from: 0, to: min(got, 512)) != nil,
          !piece.bytes(ByteRange(start: 0, count: 2)).starts(with: [0xFF, 0xFE]),
          !piece.bytes(ByteRange(start: 0, count: 2)).starts(with: [0xFE, 0xFF])
        {
          return try printer.failed(
            line: 1, "the file holds zero bytes, so it is no page",
            remedy: "leave it out of the glob")
        }
        let isLast = got < HTMLFormat.piece
        if size == got { parser.isUTF8 = HTMLFormat.isUTF8(piece) }
        guard parser.parse(piece, isLast: isLast) else {
          return try printer.failed(
            line: 1,
            "elements stand more than \(PageCollector.depthLimit) deep in one another",
            remedy: "do not trust the page; leave it out of the glob")
        }
        guard !parser.isMisencoded else {
          return try printer.failed(
            line: 1, "the page holds bytes that the encoding it names does not have",
            remedy: "convert it to UTF-8, for example: iconv -c -f ENCODING -t UTF-8 FILE > OTHER")
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
      throw SisterProgram.read.lacks("HTMLRecords")
    #endif
  }

  /// Whether a page is most likely in UTF-8: its beginning is, and either holds more than ASCII or names
  /// no encoding.
  private static func isUTF8(_ beginning: borrowing ByteArena) -> Bool {
    var end = beginning.count
    // A character may be cut in two at the end of the piece.
    while end > max(0, beginning.count - 3), beginning[end - 1] & 0xC0 == 0x80 { end -= 1 }
    if end > 0, beginning[end - 1] >= 0xC0 { end -= 1 }
    let bytes = beginning.bytes(ByteRange(start: 0, count: end))
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    guard bytes.allSatisfy({ $0 < 0x80 }) else { return true }
    return !text.prefix(4096).lowercased().contains("charset=")
  }

  private static var piece: Int { 1 << 16 }
  private static var limit: Int { 64 << 20 }
}
