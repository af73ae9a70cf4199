import FootlightPlatform

/// Writes visible text with single spaces and line ends only between things that are visible.
struct PlainTextWriter {
  private enum Gap: Int {
    case none
    case space
    case line
    case paragraph
  }

  private var gap = Gap.none
  private let start: Int

  /// A writer of a text that begins at an offset of what it will write to.
  init(start: Int) {
    self.start = start
  }

  mutating func endParagraph() { widen(.paragraph) }
  mutating func endLine() { widen(.line) }
  mutating func space() { widen(.space) }

  private mutating func widen(_ other: Gap) {
    if other.rawValue > gap.rawValue { gap = other }
  }

  /// Writes a character.
  mutating func write(scalar: UInt32, _ out: inout ByteArena) {
    if scalar <= 0x20 || scalar == 0xA0 {
      widen(.space)
    } else {
      if gap != .none { fillGap(&out) }
      out.append(scalar: scalar)
    }
  }

  /// Writes text as it stands.
  mutating func write(
    _ text: borrowing ByteArena, _ first: Int, _ end: Int, _ out: inout ByteArena
  ) {
    var offset = first
    while offset < end {
      if text[offset] <= 0x20 {
        widen(.space)
        offset += 1
        continue
      }
      // Words with single spaces between them are copied as one.
      let start = offset
      while offset < end {
        if text[offset] > 0x20 {
          offset += 1
        } else if text[offset] == 0x20, offset + 1 < end, text[offset + 1] > 0x20 {
          offset += 2
        } else {
          break
        }
      }
      if gap != .none { fillGap(&out) }
      out.append(text, ByteRange(start: start, count: offset - start))
    }
  }

  private mutating func fillGap(_ out: inout ByteArena) {
    if out.count > start {
      switch gap {
      case .none: break
      case .space: out.append(0x20)
      case .line: out.append(0x0A)
      case .paragraph:
        out.append(0x0A)
        out.append(0x0A)
      }
    }
    gap = .none
  }
}
