import FootlightPlatform

/// The text of a page as it is gathered: white space as a browser shows it, blocks on lines of their own.
struct PageText: ~Copyable {
  private(set) var bytes = ByteArena(capacity: 1 << 14)
  private var pending: Gap = .none

  /// The gap before the next word.
  private enum Gap: Int {
    case none, space, line
  }

  /// Where the next word will stand.
  var end: Int { bytes.count }

  /// A line ends, if anything stands on it.
  mutating func breakLine() {
    pending = .line
  }

  /// A space stands here, unless a line ends.
  mutating func space() {
    if pending == .none { pending = .space }
  }

  /// Appends text; true when anything of it is to be seen.
  mutating func append(_ text: borrowing Span<UInt8>, isLiteral: Bool) -> Bool {
    var first = 0
    var at = 0
    var hasWords = false
    while at < text.count {
      let byte = text[at]
      let isBlank = byte.isHTMLSpace
      // A space that is not to be broken is one all the same.
      let isHard = byte == 0xC2 && at + 1 < text.count && text[at + 1] == 0xA0
      guard isBlank || isHard else {
        if !hasWords || pending != .none { close() }
        hasWords = true
        at += 1
        continue
      }
      if isLiteral, isBlank {
        at += 1
        continue
      }
      bytes.append(text.extracting(first..<at))
      at += isHard ? 2 : 1
      first = at
      space()
    }
    if isLiteral, !hasWords {
      if text.indices.contains(where: { text[$0] == 0x0A }) { breakLine() } else { space() }
      return false
    }
    bytes.append(text.extracting(first..<at))
    return hasWords
  }

  private mutating func close() {
    if bytes.count > 0, pending != .none {
      bytes.append(pending == .line ? 0x0A : 0x20)
    }
    pending = .none
  }

  /// The text of a range, without white space around it; invalid UTF-8 is replaced.
  func text(_ range: Range<Int>) -> String {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start] <= 0x20 { start += 1 }
    while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
    return bytes.text(ByteRange(start: start, count: end - start))
  }
}

extension UInt8 {
  /// Whether HTML takes a byte for white space.
  var isHTMLSpace: Bool { isSpace || self == 0x0C }
}
