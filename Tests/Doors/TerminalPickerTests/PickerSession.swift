import Footlight
import FootlightPlatform

@testable import FootlightCommands

/// The picker without a terminal: keys go in, each question is answered before the next key, the screen comes
/// out.
struct PickerSession {
  var state: PickerState
  private let search: PickerSearch
  private var asked = 0
  /// What the last keys asked of the program.
  private(set) var request: PickerState.Request?

  init(
    _ library: Library, text: String = "", domains: [String] = [],
    purpose: Picker.Purpose = .open, size: TerminalSize
  ) throws {
    search = try PickerSearch(library, ringing: Doorbell())
    state = PickerState(text, purpose: purpose, size: size, domains: domains)
    state.domains = try library.domains()
    answer()
  }

  /// The screen as it would be drawn.
  mutating func screen() -> ScreenGrid { PickerFrame.drawn(&state) }

  mutating func press(_ keys: PressedKey...) {
    for key in keys {
      request = state.press(key)
      answer()
    }
  }

  mutating func type(_ text: String) { press(PressedKey(.text(text))) }

  /// Answers until nothing is asked.
  private mutating func answer() {
    while state.number != asked {
      asked = state.number
      if let answer = search.answer(state.question, number: asked, Cancellation()) {
        state.take(answer)
      }
    }
    if let hit = state.wantedPreview { state.take(search.preview(of: hit)) }
  }
}
