import FootlightPlatform

/// The records of a body: JSON lines, or one JSON array of which each element becomes a line.
enum ListedRecords {
  /// The lines of a body.
  ///
  /// Elements are found by brackets and quotation marks alone; whatever reads the lines judges
  /// what stands in them.
  static func lines(_ body: [UInt8]) throws(Failure) -> [UInt8] {
    let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    guard let first = body.firstIndex(where: { !blanks.contains($0) }),
      body[first] == UInt8(ascii: "[")
    else { return body }
    var lines: [UInt8] = []
    lines.reserveCapacity(body.count)
    var depth = 1
    var isText = false
    // Between two commas is one element, and after the last one none is awaited.
    var (isFirst, isAwaited, isEnded) = (true, true, false)
    var index = first + 1
    while index < body.count, depth > 0 {
      let byte = body[index]
      index += 1
      let isBlank = blanks.contains(byte) && !isText
      if depth == 1, !isText, !isBlank {
        switch byte {
        case UInt8(ascii: ","):
          guard !isAwaited else { throw broken }
          (isFirst, isAwaited, isEnded) = (false, true, false)
          lines.append(0x0A)
          continue
        case UInt8(ascii: "]"): guard !isAwaited || isFirst else { throw broken }
        case UInt8(ascii: "}"): throw broken
        default:
          guard !isEnded else { throw broken }
          isAwaited = false
        }
      }
      switch byte {
      case UInt8(ascii: "\""): isText.toggle()
      case UInt8(ascii: "\\") where isText && index < body.count:
        lines.append(byte)
        lines.append(body[index])
        index += 1
        continue
      case _ where isText: break
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        isEnded = depth == 1
      default: break
      }
      // A line end within an element is a blank like any other; within a text it stays wrong.
      if depth > 0 { lines.append(isBlank ? 0x20 : byte) }
    }
    guard depth == 0, body[index...].allSatisfy(blanks.contains) else { throw broken }
    return lines
  }

  private static var broken: Failure {
    Failure(
      .requestBody, "the body begins as a JSON array of records and is none",
      remedy: "send JSON lines, or one array of objects with a comma between two of them")
  }
}
