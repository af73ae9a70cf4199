import FootlightPlatform

/// Where the front matter of a Markdown file stands: between a first line `---` and the next
/// line `---` or `...`.
struct FrontMatter {
  /// The YAML between the lines; nil when the file begins with something else, or when nothing
  /// closes it: then the first line is a rule drawn across the page.
  var yaml: ByteRange?
  /// The text behind it.
  var text: ByteRange
  /// Whether nothing closes what begins like fields.
  var isUnclosed = false

  /// Looks at the bytes of a file; the span holds the padding behind it.
  init(_ bytes: Span<UInt8>, _ range: ByteRange) {
    let start = range.lowerBound
    let end = range.upperBound
    text = range
    var line = start
    var lineEnd = bytes.first(0x0A, from: line, to: end)
    guard FrontMatter.isRule(bytes, line, lineEnd, UInt8(ascii: "-")) else { return }
    let first = min(lineEnd + 1, end)
    line = first
    while line < end {
      lineEnd = bytes.first(0x0A, from: line, to: end)
      if FrontMatter.isRule(bytes, line, lineEnd, UInt8(ascii: "-"))
        || FrontMatter.isRule(bytes, line, lineEnd, UInt8(ascii: "."))
      {
        yaml = ByteRange(start: first, count: line - first)
        let rest = min(lineEnd + 1, end)
        text = ByteRange(start: rest, count: end - rest)
        return
      }
      line = lineEnd + 1
    }
    isUnclosed = FrontMatter.isField(bytes, first, end)
  }

  /// Whether a line begins with a name and a colon, as `title: Words`.
  private static func isField(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    var place = start
    while place < end, place < start + 64 {
      let byte = bytes[place]
      let isLetter = (0x61...0x7A).contains(byte | 0x20)
      if byte == UInt8(ascii: ":") {
        return place > start
          && (place + 1 == end || [0x20, 0x0A, 0x0D].contains(bytes[place + 1]))
      }
      guard
        isLetter || place > start && ((0x30...0x39).contains(byte) || byte == 0x5F || byte == 0x2D)
      else { return false }
      place += 1
    }
    return false
  }

  /// Whether a line holds three such characters and nothing but spaces behind them.
  private static func isRule(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ character: UInt8
  ) -> Bool {
    guard end - start >= 3 else { return false }
    for place in start..<start + 3 where bytes[place] != character { return false }
    for place in start + 3..<end {
      let byte = bytes[place]
      if byte != 0x20, byte != 0x09, byte != 0x0D { return false }
    }
    return true
  }
}
