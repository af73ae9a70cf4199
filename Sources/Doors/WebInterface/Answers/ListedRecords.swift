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
    // One copy holds all: a line is written over what was read already, as its comma or bracket makes room for its end.
    var text: [UInt8] = []
    text.reserveCapacity(body.count + scanPadding)
    text += body
    text += repeatElement(0, count: scanPadding)
    var end = 0
    do throws(ElementCursor.Fault) {
      var elements = ElementCursor(text.span, at: first)
      while let element = try elements.next(text.span, to: body.count) {
        guard !element.isEmpty else { throw .unclosed }
        var at = element.lowerBound
        while at < element.upperBound {
          let isText = text[at] == UInt8(ascii: "\"")
          let isSpace = text[at].isSpace
          let next = isText ? text.span.endOfString(at, element.upperBound) : at + 1
          for place in at..<next {
            text[end] = isSpace ? 0x20 : text[place]
            end += 1
          }
          at = next
        }
        text[end] = 0x0A
        end += 1
      }
      guard text.span.afterSpace(elements.at, body.count) == body.count else { throw .unclosed }
    } catch {
      throw broken
    }
    text.removeSubrange(end...)
    return text
  }

  private static var broken: Failure {
    Failure(
      .requestBody, "the body begins as a JSON array of records and is none",
      remedy: "send JSON lines, or one array of objects with a comma between two of them")
  }
}
