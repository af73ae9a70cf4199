package import FootlightPlatform

/// A line of Markdown without the marks of quotations and list items before it.
package struct MarkdownLine {
  /// Where the text of the line begins and ends.
  package private(set) var start: Int
  package private(set) var end: Int
  /// Where the marks before it end; the box of a task is none of them.
  package private(set) var marksEnd: Int
  /// Whether a list item begins on it.
  private(set) var isItem = false
  /// Whether that is one without a number, and whether the line is quoted.
  package private(set) var isDotted = false
  package private(set) var isQuoted = false

  package var isBlank: Bool { start >= end }

  /// - Parameter takesBullets: whether `•` begins an item, too, as it does in texts that were set for people.
  package init(_ text: borrowing ByteArena, _ line: ByteRange, takesBullets: Bool = false) {
    start = line.lowerBound
    end = line.upperBound
    marksEnd = start
    while end > start, text[end - 1] <= 0x20 { end -= 1 }
    var depth = 0
    skipSpace(text)
    // A rule of asterisks or hyphens looks like an item.
    while depth < 64, start < end, !isRule(text),
      skipMark(text) || takesBullets && skipBullet(text)
    {
      depth += 1
      skipSpace(text)
    }
    marksEnd = start
    // The box of a task.
    if isItem, start + 3 < end, text[start] == UInt8(ascii: "["),
      text[start + 1] == 0x20 || text[start + 1] | 0x20 == UInt8(ascii: "x"),
      text[start + 2] == UInt8(ascii: "]"), text[start + 3] <= 0x20
    {
      start += 3
      skipSpace(text)
    }
  }

  private mutating func skipSpace(_ text: borrowing ByteArena) {
    while start < end, text[start] <= 0x20 { start += 1 }
  }

  /// Steps over `>`, `-`, `*` or `+`; `1.` and `1)` begin an item too, but stay.
  private mutating func skipMark(_ text: borrowing ByteArena) -> Bool {
    var offset = start
    switch text[offset] {
    case UInt8(ascii: ">"):
      start += 1
      isQuoted = true
      return true
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
      offset += 1
    case 0x30...0x39:
      while offset < end, offset - start < 9, text[offset].isDigit { offset += 1 }
      guard offset < end,
        text[offset] == UInt8(ascii: ".") || text[offset] == UInt8(ascii: ")")
      else { return false }
      offset += 1
    default: return false
    }
    guard offset == end || text[offset] <= 0x20 else { return false }
    isItem = true
    // A reader sees the number of an item, but only a dot for another mark.
    if text[start].isDigit { return false }
    isDotted = true
    start = offset
    return true
  }

  private mutating func skipBullet(_ text: borrowing ByteArena) -> Bool {
    guard start + 3 < end, text.equals(ByteRange(start: start, count: 4), "• ") else {
      return false
    }
    (isItem, isDotted) = (true, true)
    start += 3
    return true
  }

  /// `***`, `---` or `___`, also with spaces between.
  package func isRule(_ text: borrowing ByteArena) -> Bool {
    guard start < end else { return false }
    let byte = text[start]
    guard byte == UInt8(ascii: "*") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") else {
      return false
    }
    var count = 0
    for offset in start..<end where text[offset] > 0x20 {
      if text[offset] != byte { return false }
      count += 1
    }
    return count >= 3
  }

  /// `===` or `---` below a heading.
  package func isUnderline(_ text: borrowing ByteArena) -> Bool {
    guard start < end else { return false }
    let byte = text[start]
    guard byte == UInt8(ascii: "=") || byte == UInt8(ascii: "-") else { return false }
    for offset in start..<end where text[offset] != byte { return false }
    return true
  }

  /// The text of `# a heading`.
  package func heading(_ text: borrowing ByteArena) -> ByteRange? {
    var first = start
    while first < end, text[first] == UInt8(ascii: "#") { first += 1 }
    guard (1...6).contains(first - start), first == end || text[first] <= 0x20 else { return nil }
    var last = end
    while last > first, text[last - 1] == UInt8(ascii: "#") { last -= 1 }
    if last > first, text[last - 1] > 0x20 { last = end }
    return ByteRange(start: first, count: last - first)
  }

  /// The rule between the head of a table and its rows: `|---|:-:|`.
  package func isTableRule(_ text: borrowing ByteArena) -> Bool {
    var bars = 0
    var hyphens = 0
    for offset in start..<end {
      switch text[offset] {
      case UInt8(ascii: "|"): bars += 1
      case UInt8(ascii: "-"): hyphens += 1
      case UInt8(ascii: ":"), 0x20, 0x09: break
      default: return false
      }
    }
    return bars > 0 && hyphens > 0
  }

  /// Whether the line says the address of a reference: `[name]: address`.
  func isLinkDefinition(_ text: borrowing ByteArena) -> Bool {
    guard start < end, text[start] == UInt8(ascii: "["), start + 1 < end,
      text[start + 1] != UInt8(ascii: "^"),
      let close = text.firstIndex(of: UInt8(ascii: "]"), from: start, to: end)
    else { return false }
    return close + 1 < end && close > start + 1 && text[close + 1] == UInt8(ascii: ":")
  }

  /// The fence of a code block that begins here.
  package func openingFence(_ text: borrowing ByteArena) -> (byte: UInt8, count: Int)? {
    guard start < end else { return nil }
    let byte = text[start]
    guard byte == UInt8(ascii: "`") || byte == UInt8(ascii: "~") else { return nil }
    var offset = start
    while offset < end, text[offset] == byte { offset += 1 }
    guard offset - start >= 3 else { return nil }
    // After backticks no further one may follow, or it is code within a line.
    if byte == UInt8(ascii: "`"), text.firstIndex(of: byte, from: offset, to: end) != nil {
      return nil
    }
    return (byte, offset - start)
  }

  /// Whether the line ends the code block that a fence has opened.
  package func isFence(_ text: borrowing ByteArena, closing fence: (byte: UInt8, count: Int))
    -> Bool
  {
    guard end - start >= fence.count else { return false }
    for offset in start..<end where text[offset] != fence.byte { return false }
    return true
  }
}
