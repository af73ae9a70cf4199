package import FootlightPlatform

/// Reads XML: elements of a name are records.
package struct XMLFormat: ForeignFormat {
  private let path: RecordPath
  private let writing: RecordCollector.Writing
  private let nested: [UInt8]
  private let selections: [ElementSelection]

  /// Makes a reader of the records that `--records` names.
  package init(_ options: ForeignOptions) throws(Failure) {
    guard let path = options["records"].flatMap({ RecordPath($0) }) else {
      throw Failure(
        .readUsage, "--records names no elements",
        remedy: "write --records=entry, or --records=/dictionary/entry")
    }
    self.init(
      path, writing: .fields, nested: Array((options["nested"] ?? "").utf8),
      selections: (options["select"] ?? "").split(separator: "\n").prefix(1_000)
        .compactMap { ElementSelection($0) })
  }

  init(
    _ path: RecordPath, writing: RecordCollector.Writing, nested: [UInt8] = [],
    selections: [ElementSelection] = []
  ) {
    self.nested = nested
    self.selections = selections
    self.path = path
    self.writing = writing
  }

  package mutating func read(
    _ file: inout ForeignFile, _ printer: inout RecordPrinter
  ) throws(Failure) {
    #if Complete
      guard var parser = XMLParser(path, writing, nested: nested, selections) else {
        return try printer.failed(
          line: 1, "there is no memory to read the file", remedy: "raise `memory_limit`")
      }
      var piece = ByteArena(capacity: XMLFormat.piece)
      var decoder: TextDecoder?
      var isFirst = true
      while true {
        piece.removeAll()
        let isLast = try file.read(into: &piece, upTo: XMLFormat.piece) < XMLFormat.piece
        if isFirst, let encoding = XMLFormat.encoding(of: piece) {
          decoder = TextDecoder(encoding, replaces: true)
          if decoder != nil { parser.assumeUTF8() }
        }
        isFirst = false
        if decoder != nil {
          let raw = piece.bytes(piece.all)
          piece.removeAll()
          // With replacements nothing is damaged.
          try? decoder?.decode(raw, isLast: isLast, into: &piece)
        }
        let isSound = parser.parse(piece, isLast: isLast)
        let isTooDeep = try parser.withCollector { (collector) throws(Failure) in
          try collector.take { (json, record) throws(Failure) in
            try print(record, json, &printer)
          }
          return collector.isTooDeep
        }
        if isTooDeep {
          return try printer.failed(
            line: parser.line,
            "elements stand more than \(RecordCollector.depthLimit) deep in one another",
            remedy: "do not trust the file; if it is right, write it flatter")
        }
        if !isSound {
          let mistake = parser.mistake
          return try printer.failed(
            line: parser.line, mistake.message, remedy: mistake.remedy)
        }
        if parser.pending > XMLFormat.longest {
          return try printer.failed(
            line: parser.line,
            "a tag or a comment is longer than \(XMLFormat.longest >> 20) MB",
            remedy: "do not trust the file; look for a quote or a comment that is not closed")
        }
        if isLast || printer.isClosed { break }
      }
      try printer.end()
    #else
      throw SisterProgram.read.lacksTrait
    #endif
  }

  /// The encoding that a document names, where it is one that expat does not know by itself.
  ///
  /// The name means what the web takes it for, as in pages and mails.
  private static func encoding(of beginning: borrowing ByteArena) -> TextEncoding? {
    let bytes = beginning.bytes(ByteRange(start: 0, count: min(200, beginning.count)))
    guard bytes.starts(with: Array("<?xml".utf8)) else { return nil }
    let head = String(decoding: bytes, as: UTF8.self).prefix { $0 != ">" }
    guard let name = head.firstRange(of: "encoding") else { return nil }
    let rest = head[name.upperBound...].drop { $0.isWhitespace || $0 == "=" }
    guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
    let encoding = TextEncoding(String(rest.dropFirst().prefix { $0 != quote }))
    return encoding.flatMap { $0.isUTF8 || $0.systemName.hasPrefix("UTF-16") ? nil : $0 }
  }

  private static var piece: Int { 1 << 16 }
  /// The most bytes of a tag, a comment or a declaration.
  private static var longest: Int { 8 << 20 }

  #if Complete
    private func print(
      _ record: RecordCollector.Found, _ json: borrowing ByteArena, _ printer: inout RecordPrinter
    ) throws(Failure) {
      guard !record.isTooLarge else {
        return try printer.bad(
          line: record.line, "the record is larger than \(RecordPrinter.recordLimit >> 20) MB",
          remedy: "name smaller elements as `records`")
      }
      printer.json.append(json, record.json)
      try printer.record(line: record.line)
    }
  #endif
}

/// Reads feeds: entries of Atom (RFC 4287), items of RSS 2.0 and RSS 1.0, all with the same fields.
package struct FeedFormat: ForeignFormat {
  /// Makes a reader of feeds.
  package init() {}

  package mutating func read(
    _ file: inout ForeignFile, _ printer: inout RecordPrinter
  ) throws(Failure) {
    var format = XMLFormat(RecordPath(anyOf: ["entry", "item"]), writing: .feedEntries)
    try format.read(&file, &printer)
  }
}
