import Footlight
import FootlightPlatform

/// Where on the screen things stand; all of it follows from the size and from what is asked for.
struct PickerLayout: Sendable, Hashable {
  /// A rectangle of cells.
  struct Area: Sendable, Hashable {
    var row: Int
    var column: Int
    var rows: Int
    var columns: Int
    var end: Int { column + columns }
  }

  var list: Area
  /// List and preview together.
  var whole: Area
  /// Where an item is shown whole, or values are chosen; nil where there is no room.
  var preview: Area?
  /// The row of the line between prompt and list; nil on a very low screen.
  var rule: Int?
  /// The row of notes above the last; nil when there are none.
  var note: Int?
  /// The row that lists keys; nil on a very low screen.
  var footer: Int?
  /// Whether the preview is beside the list, and not below.
  var isBeside = false

  /// Below so many columns two things side by side are both too narrow.
  static let narrow = 72

  init(_ size: TerminalSize, showsPreview: Bool, hasNote: Bool) {
    let rows = size.rows
    var first = 1
    var last = rows
    if rows >= 5 {
      rule = 1
      first = 2
    }
    if rows >= 7 {
      last -= 1
      footer = last
    }
    if hasNote, rows >= 8 {
      last -= 1
      note = last
    }
    list = Area(row: first, column: 0, rows: max(0, last - first), columns: size.columns)
    whole = list
    guard showsPreview else { return }
    if size.columns >= PickerLayout.narrow, list.rows >= 3 {
      let left = size.columns * 11 / 20
      preview = Area(
        row: first, column: left + 2, rows: list.rows, columns: size.columns - left - 2)
      list.columns = left
      isBeside = true
    } else if list.rows >= 16, size.columns >= 20 {
      let above = list.rows * 3 / 5
      preview = Area(
        row: first + above + 1, column: 0, rows: list.rows - above - 1, columns: size.columns)
      list.rows = above
    }
  }
}

extension PickerState {
  /// Where things stand now.
  var layout: PickerLayout {
    PickerLayout(size, showsPreview: showsPreview || focus == .values, hasNote: noteText != nil)
  }

  /// The text of the row of notes.
  var noteText: String? {
    if let failure { return failure.message }
    return notes.first.map { note in
      notes.count > 1 ? "\(note.message) (and \(notes.count - 1) more)" : note.message
    }
  }
}
