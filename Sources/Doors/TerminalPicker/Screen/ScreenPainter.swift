import FootlightPlatform

/// Brings a terminal from one screen to the next by sending only what differs.
///
/// A slow line sets the pace: a key changes a few cells, and so a few dozen bytes are sent.
struct ScreenPainter: Sendable {
  /// Whether colours may be used.
  let isColourful: Bool
  /// The present content of the terminal; nil when nobody knows.
  private(set) var shown: ScreenGrid?
  private var style = CellStyle.plain
  private var place: (row: Int, column: Int)?
  private var cursorIsHidden = false
  private var bytes: [UInt8] = []

  init(isColourful: Bool) {
    self.isColourful = isColourful
  }

  /// The first bytes that a terminal gets: they switch to another screen that keeps what was there, brackets around what is pasted,
  /// no line breaks by itself.
  static let begin = "\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?7l"
  /// The last sequence, which restores everything.
  static let end = "\u{1B}[0m\u{1B}[?7h\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"

  /// Nobody knows any more what the terminal shows: the next screen is drawn whole.
  mutating func forget() {
    shown = nil
  }

  /// The bytes that make the terminal show a screen.
  mutating func bytes(for screen: ScreenGrid) -> [UInt8] {
    bytes.removeAll(keepingCapacity: true)
    let isWhole = shown?.size != screen.size
    if isWhole {
      // Style, clear, home: whatever was there before.
      send("\u{1B}[m\u{1B}[2J")
      style = .plain
      place = nil
      cursorIsHidden = false
    }
    let before = isWhole ? ScreenGrid(screen.size) : shown ?? ScreenGrid(screen.size)
    for row in 0..<screen.size.rows where before[row: row] != screen[row: row] {
      paint(row, from: Array(before[row: row]), to: Array(screen[row: row]))
    }
    setCursor(
      screen,
      isWhole || before.cursor.map { $0.row } != screen.cursor.map { $0.row }
        || before.cursor.map { $0.column } != screen.cursor.map { $0.column })
    shown = screen
    return bytes
  }

  private mutating func setCursor(_ screen: ScreenGrid, _ hasMoved: Bool) {
    guard let cursor = screen.cursor else {
      if !cursorIsHidden { send("\u{1B}[?25l") }
      cursorIsHidden = true
      return
    }
    if hasMoved || !bytes.isEmpty { move(to: cursor.row, cursor.column) }
    if cursorIsHidden { send("\u{1B}[?25h") }
    cursorIsHidden = false
  }

  /// Sends what differs in a row.
  private mutating func paint(_ row: Int, from old: [ScreenGrid.Cell], to new: [ScreenGrid.Cell]) {
    // Nobody knows how wide the terminal thinks these are: everything after the first change is drawn anew.
    let isDoubtful = old.contains(where: \.isDoubtful) || new.contains(where: \.isDoubtful)
    let blanks = new.reversed().prefix { $0 == .blank }.count
    let textEnd = new.count - blanks
    let oldEnd = old.count - old.reversed().prefix { $0 == .blank }.count
    // Erasing to the end of the row is shorter than a few spaces.
    let erases = oldEnd - textEnd > 3 || isDoubtful
    let end = erases ? textEnd : max(textEnd, oldEnd)
    var column = 0
    var hasChanged = false
    while column < end {
      let isSame = old[column] == new[column]
      if isSame, !(isDoubtful && hasChanged) {
        column += 1
        continue
      }
      hasChanged = true
      // The second half comes with the first.
      var start = column
      if new[column].columns == 0, column > 0 { start = column - 1 }
      let last = lastChange(from: column, end, from: old, to: new, isWhole: isDoubtful)
      draw(row, new, start..<last)
      column = last
    }
    if erases, textEnd < new.count {
      move(to: row, textEnd)
      set(.plain)
      send("\u{1B}[K")
    }
  }

  /// The end of a run of changes; a few cells that stay are drawn with it, which is shorter than a jump.
  private func lastChange(
    from start: Int, _ end: Int, from old: [ScreenGrid.Cell], to new: [ScreenGrid.Cell],
    isWhole: Bool
  ) -> Int {
    if isWhole { return end }
    var last = start + 1
    var same = 0
    var column = start + 1
    while column < end, same <= 4 {
      if old[column] == new[column] {
        // Another style would cost more than the jump.
        same += new[column].style == new[start].style && new[column].character.isASCII ? 1 : 5
      } else {
        same = 0
        last = column + 1
      }
      column += 1
    }
    // A wide character is whole.
    while last < end, new[last].columns == 0 { last += 1 }
    return last
  }

  private mutating func draw(_ row: Int, _ cells: [ScreenGrid.Cell], _ range: Range<Int>) {
    move(to: row, range.lowerBound)
    for column in range {
      let cell = cells[column]
      guard cell.columns > 0 else { continue }
      if place == nil { move(to: row, column) }
      set(cell.style)
      bytes += Array(cell.character.utf8)
      let next = column + Int(cell.columns)
      // At the right edge terminals differ on where the cursor is.
      place = cell.isDoubtful || next >= cells.count ? nil : (row, next)
    }
  }

  private mutating func move(to row: Int, _ column: Int) {
    if let place, place == (row, column) { return }
    if let place, place.row == row, column > place.column {
      let far = column - place.column
      send(far == 1 ? "\u{1B}[C" : "\u{1B}[\(far)C")
    } else if row == 0, column == 0 {
      send("\u{1B}[H")
    } else {
      send("\u{1B}[\(row + 1);\(column + 1)H")
    }
    place = (row, column)
  }

  private mutating func set(_ next: CellStyle) {
    let (now, wanted) = (style.code(isColourful: isColourful), next.code(isColourful: isColourful))
    style = next
    guard now != wanted else { return }
    send(wanted.isEmpty ? "\u{1B}[m" : now.isEmpty ? "\u{1B}[\(wanted)m" : "\u{1B}[0;\(wanted)m")
  }

  private mutating func send(_ text: String) {
    bytes += Array(text.utf8)
  }
}
