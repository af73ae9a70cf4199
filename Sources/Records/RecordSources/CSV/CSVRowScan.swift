import FootlightPlatform

// A hot file: every byte passes here, 64 at a time; benchmark `readers`.

/// Finds rows: one ends at every line feed that is not in a quoted cell; blank lines are none.
///
/// A quote opens a cell only at its beginning, and within one a doubled quote is text.
struct CSVRowScan {
  private let dialect: CSVDialect
  private let count: Int
  /// Where the next row begins.
  private(set) var start = 0
  /// The first byte that has not been looked at.
  private var at = 0
  /// Where the quote is that opened a cell, while it is open.
  private var open: Int?
  /// Up to where quotes are done with.
  private var passed = 0
  /// How many rows may still be found.
  private var most = 0
  /// The line feeds in what rows have ended so far, and in the row that has not.
  private(set) var lineFeeds = 0
  private var quotedFeeds = 0

  /// Begins with a text of `count` bytes.
  init(_ dialect: CSVDialect, count: Int) {
    self.dialect = dialect
    self.count = count
  }

  /// Passes over lines, whatever they hold; false when the text ends before.
  mutating func skip(lines: Int, _ bytes: Span<UInt8>) -> Bool {
    for _ in 0..<lines {
      let feed = bytes.first(0x0A, from: start, to: count)
      guard feed < count else { return false }
      start = feed &+ 1
      lineFeeds &+= 1
    }
    at = start
    return true
  }

  /// Appends the next rows, `most` of them at most; the end of the text ends a row when it
  /// `isLast`.
  mutating func rows(
    _ bytes: Span<UInt8>, isLast: Bool, most: Int, into records: inout RecordRanges
  ) throws(CutDamage) {
    self.most = most
    var feeds = InlineArray<2112, Int32>(repeating: 0)
    while at < count, self.most > 0 {
      let end = min(at &+ CSVRowScan.stretch, count)
      var number = records.number
      // A row has two bytes at least, but the first ones may have been looked at before.
      records.entries.append(addingCapacity: CSVRowScan.stretch / 2 &+ 32) { out in
        stretch(bytes, to: end, &feeds, &number, into: &out)
      }
      records.number = number
    }
    guard isLast, at >= count, self.most > 0 else { return }
    if let open {
      throw CutDamage(
        offset: open, message: "the quote that opens this cell is never closed",
        remedy: "close it, and double every quote within the cell")
    }
    if start < count {
      var end = count
      if bytes[end &- 1] == 0x0D { end &-= 1 }
      if end > start { records.append(from: start, to: end) }
      start = count
    }
    lineFeeds &+= quotedFeeds
    quotedFeeds = 0
  }

  /// Whether there is text in which rows may be found.
  var hasRowsLeft: Bool { at < count }

  /// How many bytes are looked at before rows are made of them.
  private static var stretch: Int { 2048 }

  /// Looks at the bytes up to an offset, 64 at a time.
  ///
  /// The line feeds of many blocks are listed first, since a loop over those of one block, mostly
  /// none to two, is guessed wrong by the processor.
  @inline(__always)
  private mutating func stretch(
    _ bytes: Span<UInt8>, to end: Int, _ list: inout InlineArray<2112, Int32>,
    _ number: inout UInt32, into rows: inout OutputSpan<RecordEntry>
  ) {
    let lineFeed = blockOf(0x0A)
    // The padding after the text is neither; without a quote nothing is looked for but that.
    let quote = blockOf(dialect.quote ?? 0x0A)
    let hasQuotes = dialect.quote != nil
    while at < end {
      var found = 0
      while at < end {
        let block = bytes.wideBlock(at)
        if hasQuotes, open != nil || block.contains(quote) { break }
        var feeds = block.matches { $0 .== lineFeed }
        let after = found &+ feeds.nonzeroBitCount
        for _ in 0..<2 {
          list[found] = Int32(truncatingIfNeeded: at &+ feeds.trailingZeroBitCount)
          found &+= 1
          feeds &= feeds &- 1
        }
        while feeds != 0 {
          list[found] = Int32(truncatingIfNeeded: at &+ feeds.trailingZeroBitCount)
          found &+= 1
          feeds &= feeds &- 1
        }
        found = after
        at &+= 64
      }
      for index in 0..<found {
        endRow(bytes, at: Int(list[index]), &number, into: &rows)
        if most == 0 { return }
      }
      if at < end { withQuotes(bytes, &number, into: &rows) }
      if most == 0 { return }
    }
  }

  /// Looks at 64 bytes among which quotes may be.
  private mutating func withQuotes(
    _ bytes: Span<UInt8>, _ number: inout UInt32, into rows: inout OutputSpan<RecordEntry>
  ) {
    guard let quote = dialect.quote else { return }
    let block = bytes.wideBlock(at)
    let quotes = block.matches { $0 .== blockOf(quote) }
    var stops = quotes | block.matches { $0 .== blockOf(0x0A) }
    while stops != 0 {
      let bit = stops.trailingZeroBitCount
      let isQuote = quotes &>> UInt64(truncatingIfNeeded: bit) & 1 == 1
      let place = at &+ bit
      stops &= stops &- 1
      if open != nil {
        if !isQuote { quotedFeeds &+= 1 }
        guard isQuote, place >= passed else { continue }
        if place &+ 1 < count, bytes[place &+ 1] == quote {
          passed = place &+ 2
        } else {
          open = nil
        }
      } else if !isQuote {
        endRow(bytes, at: place, &number, into: &rows)
        if most == 0 { return }
      } else if place == start || bytes[place &- 1] == dialect.delimiter,
        dialect.comment.map({ bytes[start] != $0 }) ?? true
      {
        open = place
      }
    }
    at &+= 64
  }

  /// Ends a row at a line feed.
  @inline(__always)
  private mutating func endRow(
    _ bytes: Span<UInt8>, at feed: Int, _ number: inout UInt32,
    into rows: inout OutputSpan<RecordEntry>
  ) {
    let first = start
    start = feed &+ 1
    lineFeeds &+= 1 &+ quotedFeeds
    quotedFeeds = 0
    guard feed > first else { return }
    let end = bytes[feed &- 1] == 0x0D ? feed &- 1 : feed
    guard end > first else { return }
    rows.append(RecordEntry(number: number, from: first, to: end))
    number &+= 1
    most &-= 1
    if most == 0 { at = start }
  }
}
