import FootlightPlatform

/// The records of a body: JSON lines, or one JSON array of which each element becomes a line.
enum ListedRecords {
  /// The lines of a body.
  ///
  /// Elements are found by brackets and quotation marks alone; whatever reads the lines judges
  /// what stands in them.
  static func lines(_ body: [UInt8]) throws(Failure) -> [UInt8] {
    guard let first = body.firstIndex(where: { !$0.isSpace }), body[first] == UInt8(ascii: "[")
    else { return body }
    var text = ByteArena(capacity: body.count + scanPadding)
    text.append(body)
    text.append(zeros: scanPadding)
    var lines = ByteArena(capacity: body.count)
    do throws(ElementCursor.Fault) {
      try text.withSpan(text.all) { (bytes) throws(ElementCursor.Fault) in
        var elements = ElementCursor(bytes, at: first)
        while let element = try elements.next(bytes, to: body.count) {
          guard !element.isEmpty else { throw .unclosed }
          lines.append(lineOfJSON: bytes, element)
          lines.append(0x0A)
        }
        guard bytes.afterSpace(elements.at, body.count) == body.count else { throw .unclosed }
      }
    } catch {
      throw broken
    }
    return lines.bytes(lines.all)
  }

  private static var broken: Failure {
    Failure(
      .requestBody, "the body begins as a JSON array of records and is none",
      remedy: "send JSON lines, or one array of objects with a comma between two of them")
  }
}
