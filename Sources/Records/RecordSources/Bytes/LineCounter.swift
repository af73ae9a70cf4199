package import FootlightPlatform

/// Counts lines and columns forward through a block.
package struct LineCounter {
  private var offset: Int
  /// The line of the last offset, and the offset in the block at which that line begins; below
  /// zero when it began before the block.
  private(set) var line: Int
  private var lineStart: Int

  /// Begins with a block that starts in this line and column, from 1, at an offset.
  package init(line: Int, column: Int, at start: Int = 0) {
    self.line = line
    offset = start
    lineStart = start + 1 - column
  }

  /// Moves to an offset at or after the last one; `lineFeeds` are between the two, if known.
  mutating func move(to place: Int, _ bytes: Span<UInt8>, lineFeeds: Int? = nil) {
    guard place > offset else { return }
    let count = lineFeeds ?? bytes.count(of: 0x0A, from: offset, to: place)
    if count > 0 {
      line &+= count
      var start = place
      while start > offset, bytes[start &- 1] != 0x0A { start &-= 1 }
      lineStart = start
    }
    offset = place
  }

  /// The column of the last offset, in bytes from 1.
  var currentColumn: Int { offset &- lineStart &+ 1 }

  /// The place of an offset at or after the last one.
  package mutating func location(
    of place: Int, _ bytes: Span<UInt8>, file: String
  ) -> SourceLocation {
    move(to: place, bytes)
    return SourceLocation(file: file, line: line, column: currentColumn)
  }
}
