import FootlightPlatform

/// Reads numbers from bytes; only what a person would call a number, never `inf` or `0x10`.
package enum NumberText {
  /// Whether a text stands where a number is unknown, as statistics, spreadsheets and databases write it.
  package static func isNothing(_ text: String) -> Bool {
    guard text.utf8.count < 64 else { return false }
    var bytes = Array(text.utf8.drop { $0 <= 0x20 })
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    return bytes.count <= 6
      && nothings.contains(String(decoding: bytes, as: UTF8.self).lowercased())
  }

  private static let nothings: Set<String> = [
    "na", "n/a", "n.a.", "#n/a", "nan", "\\n", "null", "nil", "none", "-", "--", "–", "—", "?",
    "??", ".", "..",
    "...",
  ]

  /// The worth of a number such as `12`, `-3.5`, `+1e6`, with white space around it.
  static func worth(_ bytes: borrowing Span<UInt8>) -> Double? {
    var start = 0
    var end = bytes.count
    while start < end, bytes[start] <= 0x20 { start += 1 }
    while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
    var offset = start
    var isNegative = false
    if offset < end, bytes[offset] == UInt8(ascii: "-") || bytes[offset] == UInt8(ascii: "+") {
      isNegative = bytes[offset] == UInt8(ascii: "-")
      offset += 1
    }
    var mantissa: UInt64 = 0
    var digits = 0
    var fraction = 0
    var hasPoint = false
    while offset < end {
      let byte = bytes[offset]
      if byte.isDigit {
        digits += 1
        if hasPoint { fraction += 1 }
        if digits <= 15 { mantissa = mantissa &* 10 &+ UInt64(byte &- 0x30) }
      } else if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        break
      }
      offset += 1
    }
    guard digits > 0 else { return nil }
    if offset == end, digits <= 15 {
      // Both numbers are exact, so the quotient is the nearest one (Clinger's easy case).
      let number = Double(mantissa) / powersOfTen[fraction]
      return isNegative ? -number : number
    }
    return slowWorth(bytes, from: start, to: end)
  }

  /// A number with many digits or an exponent.
  private static func slowWorth(
    _ bytes: borrowing Span<UInt8>, from start: Int, to end: Int
  ) -> Double? {
    guard end - start <= 400 else { return nil }
    var text = ""
    for index in start..<end {
      let byte = bytes[index]
      guard
        byte.isDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: "+") || byte | 0x20 == UInt8(ascii: "e")
      else { return nil }
      text.unicodeScalars.append(Unicode.Scalar(byte))
    }
    guard let number = Double(text), number.isFinite else { return nil }
    return number
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  /// Appends a number without the characters that group its thousands; false when the text is no number.
  ///
  /// Groups are parted by a comma, a space (also one that does not break), an apostrophe or `_`,
  /// have three digits each, and stand before the decimal mark: where that is a point, `1.234,56` is
  /// refused, not misread. Where it is a comma, points group.
  static func appendPlain(
    _ text: borrowing ByteArena, _ range: ByteRange, decimalMark: UInt8 = UInt8(ascii: "."),
    to out: inout ByteArena
  ) -> Bool {
    let start = out.count
    var offset = range.lowerBound
    var end = range.upperBound
    while offset < end, text[offset] <= 0x20 { offset += 1 }
    while end > offset, text[end - 1] <= 0x20 { end -= 1 }
    if offset < end, text[offset] == UInt8(ascii: "-") || text[offset] == UInt8(ascii: "+") {
      if text[offset] == UInt8(ascii: "-") { out.append(text[offset]) }
      offset += 1
    }
    var digits = 0
    var isGrouped = false
    while offset < end {
      let width =
        text[offset] == decimalMark
        ? 0
        : separatorWidth(
          text, offset, end, groupsWithPoints: decimalMark == UInt8(ascii: ","))
      if text[offset].isDigit {
        out.append(text[offset])
        digits += 1
        offset += 1
      } else if width > 0, offset + width < end, text[offset + width].isDigit {
        guard isGrouped ? digits == 3 : (1...3).contains(digits) else { return false }
        isGrouped = true
        digits = 0
        offset += width
      } else {
        break
      }
    }
    if isGrouped, digits != 3 { return false }
    if decimalMark != UInt8(ascii: "."), offset < end {
      // A fraction must follow: a point there would be a second mark.
      guard text[offset] == decimalMark else { return false }
      out.append(UInt8(ascii: "."))
      offset += 1
    }
    out.append(text, ByteRange(start: offset, count: end - offset))
    let written = ByteRange(start: start, count: out.count - start)
    return out.withSpan(written) { bytes in
      bytes.count > 0 && bytes[bytes.count - 1] > 0x20 && worth(bytes) != nil
    }
  }

  /// How many bytes a character takes that may part groups; 0 when it may not.
  private static func separatorWidth(
    _ text: borrowing ByteArena, _ offset: Int, _ end: Int, groupsWithPoints: Bool
  ) -> Int {
    switch text[offset] {
    case UInt8(ascii: ","), UInt8(ascii: " "), UInt8(ascii: "'"), UInt8(ascii: "_"): return 1
    case UInt8(ascii: ".") where groupsWithPoints: return 1
    case 0xC2 where offset + 1 < end && text[offset + 1] == 0xA0: return 2
    case 0xE2 where offset + 2 < end && text[offset + 1] == 0x80:
      let last = text[offset + 2]
      return last == 0xAF || last == 0x89 ? 3 : 0
    default: return 0
    }
  }
}
