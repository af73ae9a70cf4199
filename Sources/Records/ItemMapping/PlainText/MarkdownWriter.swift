import FootlightPlatform

/// Writes Markdown: gaps and marks come only before and after what is visible, so that nothing empty is marked, and
/// each mark that begins something ends it within its block.
struct MarkdownWriter {
  private enum Gap: Int { case none, space, line, paragraph }
  private typealias Opening = (mark: String, end: String)

  private var gap = Gap.none
  /// The mark of a heading or an item that stands before the next text.
  private var prefix = ""
  /// The marks of emphasis, code and links that begin with the next text.
  private var pending: [Opening] = []
  /// Those that are written and not ended, from the outermost.
  private var written: [Opening] = []
  /// The quotations that are open.
  private var quotes = 0
  private let start: Int

  init(start: Int) { self.start = start }

  /// Whether the next text begins a line.
  func beginsLine(_ out: borrowing ByteArena) -> Bool {
    gap == .line || gap == .paragraph || out.count == start || !prefix.isEmpty
  }

  /// Whether a space stands before the next text.
  func followsSpace(_ out: borrowing ByteArena) -> Bool {
    gap != .none || out.count == start || !prefix.isEmpty || out[out.count - 1] <= 0x20
  }

  /// Whether the next text stands within a mark.
  func isWithin(_ mark: String) -> Bool {
    written.contains { $0.mark == mark } || pending.contains { $0.mark == mark }
  }

  mutating func endParagraph(_ out: inout ByteArena) {
    endMarks(&out)
    widen(.paragraph)
  }

  mutating func endLine() { widen(.line) }
  mutating func space() { widen(.space) }

  private mutating func widen(_ other: Gap) {
    if other.rawValue > gap.rawValue { gap = other }
  }

  mutating func begin(_ mark: String) { prefix = mark }
  mutating func quote(_ change: Int) { quotes = min(8, max(0, quotes + change)) }

  mutating func open(_ mark: String, with end: String) {
    if pending.count + written.count < 32 { pending.append((mark, end)) }
  }

  /// Ends what began with a mark, and what began since; where nothing came since, it is as if it had not begun.
  mutating func close(_ mark: String, _ out: inout ByteArena) {
    if let place = pending.lastIndex(where: { $0.mark == mark }) {
      pending.remove(at: place)
    } else if let place = written.lastIndex(where: { $0.mark == mark }) {
      for opening in written[place...].reversed() { out.append(opening.end) }
      written.removeSubrange(place...)
    }
  }

  /// Ends all that is written at the end of a block.
  mutating func endMarks(_ out: inout ByteArena) {
    for opening in written.reversed() { out.append(opening.end) }
    written.removeAll(keepingCapacity: true)
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
    for opening in pending { out.append(opening.mark) }
    written += pending
    pending.removeAll(keepingCapacity: true)
  }
}
