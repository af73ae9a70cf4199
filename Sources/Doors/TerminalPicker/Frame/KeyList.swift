import Footlight

/// The keys and their effects, as the screen and the guide tell them.
enum KeyList {
  /// Keys, and what they do.
  typealias Entry = (keys: String, does: String)

  /// Enough to begin with, in a narrow column.
  static func first(_ state: PickerState) -> [Entry] {
    [
      ("Enter", state.purpose == .open ? "opens a hit" : "takes a hit"), ("↑ ↓", "choose another"),
      ("Tab", "narrows to domains"), ("", "and to values"), ("Ctrl-T", "without preview"),
      ("F1", "all keys"), ("Esc", "leaves"),
    ]
  }

  /// Everything, for F1.
  static let all: [Entry] = [
    ("Enter", "open the hit; with --print, print its address"),
    ("Up Down Ctrl-P Ctrl-N", "choose another hit"),
    ("PgUp PgDn Alt-V Ctrl-V", "a page further"),
    ("Ctrl-Home Ctrl-End", "the first hit, the last hit"),
    ("Tab", "narrow to domains and values; Enter chooses"),
    ("Backspace", "on an empty line: widen again"),
    ("Ctrl-R", "search everywhere again"),
    ("Shift-Up Shift-Down", "scroll the preview"),
    ("Shift-PgUp Shift-PgDn", "a page of the preview"),
    ("Ctrl-T", "with or without preview"),
    ("Ctrl-A Ctrl-E Home End", "start and end of the line"),
    ("Alt-B Alt-F Ctrl-arrows", "a word to the left or right"),
    ("Ctrl-W Alt-D", "delete a word"),
    ("Ctrl-U Ctrl-K", "delete to the start, to the end"),
    ("Ctrl-L", "draw the screen anew"),
    ("Ctrl-Z", "pause"),
    ("Esc Ctrl-C Ctrl-G", "leave; nothing is picked"),
  ]

  /// The keys of use now, the most needed first.
  static func footer(_ state: PickerState) -> [(String, String)] {
    if state.focus == .values {
      return [
        ("Enter", "choose"), ("Tab", "back to the hits"), ("↑↓", "move"), ("Ctrl-R", "all again"),
        ("F1", "keys"),
      ]
    }
    let enter =
      state.purpose == .take ? "take" : state.chosenHit?.url.isEmpty == true ? "show" : "open"
    var keys = state.chosenHit == nil ? [] : [("Enter", enter)]
    keys += [
      ("Tab", "narrow"), ("↑↓", "move"), ("Shift-↑↓", "scroll"), ("F1", "keys"), ("Esc", "leave"),
    ]
    return keys
  }
}
