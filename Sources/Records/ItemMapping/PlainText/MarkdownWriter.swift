import FootlightPlatform

/// Writes Markdown: gaps and marks come only before and after what is visible, so that nothing empty is marked.
struct MarkdownWriter {
  private enum Gap: Int { case none, space, line, paragraph }

  private var gap = Gap.none
  /// The mark of a heading or an item that stands before the next text.
  private var prefix = ""
  /// The marks of emphasis, code and links that begin with the next text.
  private var opening: [String] = []
  /// The quotations that are open.
  private var quotes = 0
  private let start: Int

  init(start: Int) { self.start = start }

  mutating func endParagraph() { widen(.paragraph) }
  mutating func endLine() { widen(.line) }
  mutating func space() { widen(.space) }

  private mutating func widen(_ other: Gap) {
    if other.rawValue > gap.rawValue { gap = other }
  }

  mutating func begin(_ mark: String) { prefix = mark }
  mutating func quote(_ change: Int) { quotes = min(8, max(0, quotes + change)) }
  mutating func open(_ mark: String) { if opening.count < 32 { opening.append(mark) } }

  /// Ends what began with a mark; where nothing came since, it is as if it had not begun.
  mutating func close(_ mark: String, with end: String, _ out: inout ByteArena) {
    if let place = opening.lastIndex(of: mark) {
      opening.remove(at: place)
    } else {
      out.append(end)
    }
  }

  /// Writes bytes as they stand, after the gap and the marks before them.
  mutating func write(_ bytes: borrowing ByteArena, _ range: ByteRange, _ out: inout ByteArena) {
    begin(&out)
    out.append(bytes, range)
  }

  mutating func write(scalar: UInt32, _ out: inout ByteArena) {
    begin(&out)
    out.append(scalar: scalar)
  }

  mutating func write(_ text: String, _ out: inout ByteArena) {
    begin(&out)
    out.append(text)
  }

  private mutating func begin(_ out: inout ByteArena) {
    if gap != .none, out.count > start {
      switch gap {
      case .none: break
      case .space: out.append(0x20)
      case .line: out.append("\n")
      case .paragraph: out.append("\n\n")
      }
    }
    if gap == .line || gap == .paragraph || out.count == start {
      for _ in 0..<quotes { out.append("> ") }
    }
    gap = .none
    out.append(prefix)
    prefix = ""
    for mark in opening { out.append(mark) }
    opening.removeAll(keepingCapacity: true)
  }
}
