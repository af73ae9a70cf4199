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

  /// The letter that a kept screen writes for a cell of this style.
  var letter: Character {
    switch self {
    case .plain: " "
    case .prompt: "p"
    case .title: "t"
    case .match: "m"
    case .reason: "r"
    case .reasonMatch: "M"
    case .label: "l"
    case .address: "a"
    case .faint: "f"
    case .chosen: "c"
    case .chosenMatch: "C"
    case .warning: "w"
    }
  }
}
