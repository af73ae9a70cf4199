import FootlightPlatform
import TextAnalysis

/// The content of a terminal: a cell for each column of each row, and the place of the cursor.
struct ScreenGrid: Sendable, Hashable {
  /// One cell.
  ///
  /// A wide character fills its own cell, and the next one is empty.
  struct Cell: Sendable, Hashable {
    var character: Character
    var style: CellStyle
    /// One or two columns; none for the second half of a wide character.
    var columns: UInt8

    static let blank = Cell(character: " ", style: .plain, columns: 1)
    static func half(_ style: CellStyle) -> Cell { Cell(character: " ", style: style, columns: 0) }

    /// Whether terminals may differ on how wide it is: emoji of several parts, flags, marks.
    var isDoubtful: Bool { !character.isASCII && character.unicodeScalars.count > 1 }
  }

  let size: TerminalSize
  private var cells: [Cell]
  /// Where the cursor is; nil when it is hidden.
  var cursor: (row: Int, column: Int)? {
    get { cursorCell.map { (row: $0 / size.columns, column: $0 % size.columns) } }
    set { cursorCell = newValue.map { $0.row * size.columns + $0.column } }
  }
  private var cursorCell: Int?

  /// An empty screen.
  init(_ size: TerminalSize) {
    // A terminal that claims to be larger than any desk is believed up to here.
    self.size = TerminalSize(
      columns: min(max(size.columns, 1), 1000), rows: min(max(size.rows, 1), 1000))
    cells = Array(repeating: .blank, count: self.size.columns * self.size.rows)
  }

  /// The cells of a row.
  subscript(row row: Int) -> ArraySlice<Cell> {
    cells[row * size.columns..<(row + 1) * size.columns]
  }

  /// Writes a text into a row, from a column on and up to another; returns the column after it.
  ///
  /// Text that does not fit is cut off; where a wide character would be halved there is a space.
  @discardableResult
  mutating func put(_ text: StyledText, row: Int, column: Int, end: Int? = nil) -> Int {
    let end = min(end ?? size.columns, size.columns)
    guard row >= 0, row < size.rows, column >= 0 else { return column }
    var at = column
    for piece in text.pieces {
      for character in piece.text {
        let width = character.columns
        let place = row * size.columns + at
        if width == 0 {
          // A mark without a base joins the cell before it.
          if at > column, cells[place - 1].columns == 1 {
            cells[place - 1].character = Character(
              String(String(cells[place - 1].character) + String(character)).prefix(1).description)
          }
          continue
        }
        guard at + width <= end else { return at }
        set(Cell(character: character, style: piece.style, columns: UInt8(width)), at: place)
        if width == 2 { set(.half(piece.style), at: place + 1, after: true) }
        at += width
      }
    }
    return at
  }

  /// Fills a stretch of a row with a character of one column.
  mutating func fill(_ character: Character, _ style: CellStyle, row: Int, columns: Range<Int>) {
    guard row >= 0, row < size.rows else { return }
    for column in columns.clamped(to: 0..<size.columns) {
      set(Cell(character: character, style: style, columns: 1), at: row * size.columns + column)
    }
  }

  /// Changes a cell; of a wide character that loses one half, the other becomes blank.
  private mutating func set(_ cell: Cell, at place: Int, after isSecond: Bool = false) {
    if cells[place].columns == 0, !isSecond { cells[place - 1] = .blank }
    if cells[place].columns == 2 { cells[place + 1] = .blank }
    cells[place] = cell
  }

  /// The rows as text, without the spaces at their ends.
  var lines: [String] {
    (0..<size.rows).map { row in
      var line = self[row: row].reduce(into: "") { if $1.columns > 0 { $0.append($1.character) } }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}

/// The role of a cell of the screen; the palette of the terminal decides how that looks.
enum CellStyle: UInt8, Sendable, CaseIterable {
  case plain, prompt, title, match, reason, reasonMatch, label, address, faint, chosen, chosenMatch,
    warning

  /// The parameters of SGR (ECMA-48, 8.3.117).
  ///
  /// Without colours only weight, line and inversion are used.
  func code(isColourful: Bool) -> String {
    switch self {
    case .plain: ""
    case .prompt: isColourful ? "1;36" : "1"
    case .title: "1"
    case .match: isColourful ? "1;31" : "1;4"
    case .reason, .faint: "2"
    case .reasonMatch: isColourful ? "31" : "4"
    case .label: isColourful ? "32" : ""
    case .address: isColourful ? "36" : ""
    case .chosen: "1;7"
    case .chosenMatch: "1;4;7"
    case .warning: isColourful ? "33" : "1"
    }
  }
}
