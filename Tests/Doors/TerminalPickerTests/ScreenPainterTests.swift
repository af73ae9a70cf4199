import FootlightPlatform
import TestSupport
import Testing

@testable import FootlightCommands

struct ScreenPainterTests {
  private static let size = TerminalSize(columns: 24, rows: 5)

  private func grid(_ lines: String..., style: CellStyle = .plain) -> ScreenGrid {
    var grid = ScreenGrid(Self.size)
    for (row, line) in lines.enumerated() {
      grid.put(.verbatim(line, style), row: row, column: 0)
    }
    return grid
  }

  private func sent(_ first: ScreenGrid, _ second: ScreenGrid) -> String {
    var painter = ScreenPainter(isColourful: true)
    _ = painter.bytes(for: first)
    return String(decoding: painter.bytes(for: second), as: UTF8.self)
  }

  @Test func `the same screen sends nothing`() {
    #expect(sent(grid("abc", "東京"), grid("abc", "東京")) == "")
  }

  @Test func `one letter sends its place and itself`() {
    #expect(sent(grid("abc", "def"), grid("abc", "dxf")) == "\u{1B}[2;2Hx")
  }

  @Test func `a line that became shorter is erased to its end`() {
    #expect(sent(grid("a long line"), grid("a")) == "\u{1B}[1;2H\u{1B}[K")
  }

  @Test func `letters that stay are drawn where a jump would be longer`() {
    #expect(sent(grid("a.b.c"), grid("x.y.z")) == "\u{1B}[Hx.y.z")
    #expect(sent(grid("a.........b"), grid("x.........y")) == "\u{1B}[Hx\u{1B}[9Cy")
  }

  @Test
  func `behind a character of doubtful width the row is drawn anew, each place by its number`() {
    let family = "👩‍👩‍👧"
    #expect(
      sent(grid("a\(family)bcd"), grid("x\(family)bcd"))
        == "\u{1B}[Hx\(family)\u{1B}[1;4Hbcd\u{1B}[K")
  }

  @Test func `without colours there is weight and inversion alone`() {
    for style in CellStyle.allCases {
      for number in style.code(isColourful: false).split(separator: ";") {
        #expect(["1", "2", "4", "7"].contains(number), "\(style)")
      }
    }
  }

  @Test func `half of a wide character is never left behind`() {
    var screen = TerminalScreen(Self.size)
    var painter = ScreenPainter(isColourful: true)
    for lines in [["東京都"], ["x東京"], ["東x京"], ["xyz"], ["日本語"], ["a"]] {
      let next = grid(lines[0])
      screen.receive(painter.bytes(for: next))
      #expect(screen.lines == next.lines)
    }
  }

  @Test func `what a terminal shows is the screen, whatever was on it`() {
    var random = SeededRandom(seed: 14)
    let pieces = ["a", "bc", "東", "é", "e\u{301}", "👩‍👩‍👧", " ", "   ", "words ", "🇩🇪", "ﾊ", "❤️", "│"]
    var screen = TerminalScreen(Self.size)
    var painter = ScreenPainter(isColourful: true)
    var grid = ScreenGrid(Self.size)
    for turn in 0..<3_000 {
      if Int.random(in: 0..<20, using: &random) == 0 { grid = ScreenGrid(Self.size) }
      for _ in 0..<Int.random(in: 0..<4, using: &random) {
        var text = StyledText()
        for _ in 0..<Int.random(in: 1..<6, using: &random) {
          let style = CellStyle.allCases[
            Int.random(in: 0..<CellStyle.allCases.count, using: &random)]
          text.append(.verbatim(pieces[Int.random(in: 0..<pieces.count, using: &random)], style))
        }
        grid.put(
          text, row: Int.random(in: 0..<5, using: &random),
          column: Int.random(in: 0..<24, using: &random))
      }
      grid.cursor =
        Bool.random(using: &random) ? nil : (Int.random(in: 0..<5, using: &random), turn % 24)
      screen.receive(painter.bytes(for: grid))
      #expect(screen.lines == grid.lines, "turn \(turn)")
      #expect(screen.unknown.isEmpty && screen.showsCursor == (grid.cursor != nil))
      if let cursor = grid.cursor {
        #expect(screen.row == cursor.row && screen.column == cursor.column)
      }
      for row in 0..<5 {
        for (column, cell) in grid[row: row].enumerated() where cell.columns > 0 && cell != .blank {
          #expect(
            screen.cells[row][column].look == cell.style.code(isColourful: true),
            "turn \(turn), row \(row), column \(column)")
        }
      }
      guard screen.lines == grid.lines else { return }
    }
  }
}
