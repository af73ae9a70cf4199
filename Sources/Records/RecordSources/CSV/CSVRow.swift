import FootlightPlatform

// A hot file: every cell passes through here; benchmark `readers`.

/// Walks the cells of one row.
struct CSVRow {
  let dialect: CSVDialect
  /// Where the next cell begins; at a mistake, its place.
  var at: Int
  let end: Int
  /// Whether the last cell has been read.
  private(set) var isAtEnd = false

  init(_ dialect: CSVDialect, at start: Int, end: Int) {
    self.dialect = dialect
    at = start
    self.end = end
  }

  /// Where the contents of a cell stand.
  struct Cell {
    var start: Int
    var end: Int
    /// Whether quotes within it are doubled.
    var hasDoubledQuotes: Bool
  }

  /// The next cell; nil when something follows the quote that closes it.
  @inline(__always)
  mutating func next(_ bytes: Span<UInt8>) -> Cell? {
    if let quote = dialect.quote, at < end, bytes[at] == quote { return quoted(bytes, quote) }
    let start = at
    // The row's own line feed ends the scan where no delimiter follows.
    let stop = bytes.first(dialect.delimiter, or: 0x0A, from: start, to: end)
    finish(at: stop)
    return Cell(start: start, end: stop, hasDoubledQuotes: false)
  }

  /// The bytes of the next cell; nil at the end of the row, and when something follows the quote that closes one.
  mutating func nextText(_ bytes: Span<UInt8>) -> [UInt8]? {
    guard !isAtEnd, let cell = next(bytes) else { return nil }
    var text = ByteArena()
    cell.append(bytes, to: &text, quote: dialect.quote)
    return text.bytes(text.all)
  }

  @inline(__always)
  private mutating func finish(at stop: Int) {
    isAtEnd = stop >= end
    at = stop &+ 1
  }

  private mutating func quoted(_ bytes: Span<UInt8>, _ quote: UInt8) -> Cell? {
    let start = at &+ 1
    var isDoubled = false
    var stop = bytes.first(quote, from: start, to: end)
    while stop &+ 1 < end, bytes[stop &+ 1] == quote {
      isDoubled = true
      stop = bytes.first(quote, from: stop &+ 2, to: end)
    }
    let behind = stop &+ 1
    guard stop < end, behind == end || bytes[behind] == dialect.delimiter else {
      at = min(behind, end)
      return nil
    }
    finish(at: behind)
    return Cell(start: start, end: stop, hasDoubledQuotes: isDoubled)
  }
}

extension CSVRow.Cell {
  /// Appends the text of the cell, doubled quotes made single.
  func append(_ bytes: Span<UInt8>, to text: inout ByteArena, quote: UInt8?) {
    guard hasDoubledQuotes, let quote else {
      text.append(bytes.extracting(start..<end))
      return
    }
    var from = start
    while from < end {
      let stop = bytes.first(quote, from: from, to: end)
      // The first quote of a pair goes with the text before it, the second one is left out.
      let next = min(stop &+ 1, end)
      text.append(bytes.extracting(from..<next))
      from = next &+ 1
    }
  }
}
