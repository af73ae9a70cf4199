/// A key that was pressed, or a text that was typed or pasted at once.
struct PressedKey: Sendable, Hashable {
  /// The name of the key.
  enum Name: Sendable, Hashable {
    /// Characters; with control or alt a single one in lower case.
    case text(String)
    case enter, tab, escape, backspace, delete
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)
  }

  /// The modifiers that were held.
  struct Modifiers: OptionSet, Sendable, Hashable {
    let rawValue: Int
    static let shift = Modifiers(rawValue: 1)
    static let alt = Modifiers(rawValue: 2)
    static let control = Modifiers(rawValue: 4)
  }

  var name: Name
  var modifiers: Modifiers

  init(_ name: Name, _ modifiers: Modifiers = []) {
    self.name = name
    self.modifiers = modifiers
  }

  /// A key with a letter, held together with control.
  static func control(_ letter: Character) -> PressedKey {
    PressedKey(.text(String(letter)), .control)
  }
  /// A key with a letter, held together with alt.
  static func alt(_ letter: Character) -> PressedKey { PressedKey(.text(String(letter)), .alt) }
}
