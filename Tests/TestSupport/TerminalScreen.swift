package import FootlightPlatform
import TextAnalysis

/// A terminal as far as the picker uses one: text, places, erasing and looks, in the manner of xterm.
///
/// It stands for what a person sees, and refuses sequences that it does not know.
package struct TerminalScreen {
  /// What stands in a cell, and the parameters of SGR with which it was drawn.
  package struct Cell: Equatable {
    /// One character; empty in the second half of a wide one.
    package var text: String
    /// How it looks.
    package var look: String
  }

  /// What it shows.
  package private(set) var cells: [[Cell]]
  /// The row of the cursor.
  package private(set) var row = 0
  /// Its column.
  package private(set) var column = 0
  /// Whether the screen of full-screen programs is shown.
  package private(set) var isAlternate = false
  /// Whether the cursor is seen.
  package private(set) var showsCursor = true
  /// What was sent that it does not know.
  package private(set) var unknown: [String] = []
  private var look = ""
  private var waiting: [UInt8] = []
  private let size: TerminalSize

  /// An empty screen.
  package init(_ size: TerminalSize) {
    self.size = size
    cells = Array(
      repeating: Array(repeating: Cell(text: " ", look: ""), count: size.columns), count: size.rows)
  }

  /// The rows, without the spaces at their ends.
  package var lines: [String] {
    cells.map { row in
      var line = row.map(\.text).joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// Takes in what a program sends, in pieces of any size.
  package mutating func receive(_ bytes: [UInt8]) {
    waiting += bytes
    while let first = waiting.first {
      if first == 0x1B {
        guard takeSequence() else { return }
      } else if first < 0x20 || first == 0x7F {
        unknown.append("control \(first)")
        waiting.removeFirst()
      } else {
        let end = waiting.firstIndex { $0 < 0x20 || $0 == 0x7F } ?? waiting.count
        guard let text = String(validating: waiting[..<end], as: UTF8.self) else {
          // A character is cut at the end of what has come.
          guard end == waiting.count, waiting.count < 4096 else {
            unknown.append("no UTF-8")
            waiting = []
            return
          }
          return
        }
        waiting.removeFirst(end)
        for character in text { put(character) }
      }
    }
  }

  private mutating func put(_ character: Character) {
    let width = character.columns
    guard width > 0, column + width <= size.columns, row < size.rows else { return }
    // Half of a wide character that stays behind is blank.
    if cells[row][column].text.isEmpty, column > 0 { cells[row][column - 1].text = " " }
    let next = column + width
    if next < size.columns, cells[row][next].text.isEmpty { cells[row][next].text = " " }
    cells[row][column] = Cell(text: String(character), look: look)
    if width == 2 { cells[row][column + 1] = Cell(text: "", look: look) }
    column = next
  }

  /// False when its end has not come.
  private mutating func takeSequence() -> Bool {
    guard waiting.count > 1 else { return false }
    guard waiting[1] == UInt8(ascii: "[") else {
      unknown.append("ESC \(waiting[1])")
      waiting.removeFirst(2)
      return true
    }
    guard let end = waiting[2...].firstIndex(where: { $0 >= 0x40 }) else { return false }
    let parameters = String(decoding: waiting[2..<end], as: UTF8.self)
    let final = Character(Unicode.Scalar(waiting[end]))
    waiting.removeFirst(end + 1)
    let numbers = parameters.split(separator: ";").compactMap { Int($0) }
    switch (final, parameters) {
    case ("H", _):
      (row, column) = ((numbers.first ?? 1) - 1, (numbers.count > 1 ? numbers[1] : 1) - 1)
    case ("C", _): column += numbers.first ?? 1
    case ("K", ""):
      for place in min(column, size.columns)..<size.columns {
        cells[row][place] = Cell(text: " ", look: "")
      }
    case ("J", "2"): self.cells = TerminalScreen(size).cells
    case ("m", _):
      if parameters.isEmpty || numbers.first == 0 { look = "" }
      let rest = numbers.filter { $0 != 0 }.map(String.init).joined(separator: ";")
      if !rest.isEmpty { look = rest }
    case ("h", "?1049"), ("l", "?1049"): isAlternate = final == "h"
    case ("h", "?25"), ("l", "?25"): showsCursor = final == "h"
    case ("h", "?2004"), ("l", "?2004"), ("h", "?7"), ("l", "?7"): break
    default: unknown.append("CSI \(parameters)\(final)")
    }
    return true
  }
}
