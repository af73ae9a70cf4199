import Footlight

/// One option: all that parsing, help, the manual and shell completions know about it.
struct CommandOption: Sendable {
  /// The heading under which help lists it.
  enum Group: String, Sendable, CaseIterable {
    case search = "Search"
    case building = "Building"
    case network = "Network"
    case output = "Output"
    case place = "Place"
    case general = "General"
  }

  /// The value after the name, and the setting that it changes.
  enum Value: Sendable {
    /// Nothing: the option is a switch.
    case none(@Sendable (inout Settings) -> Void)
    /// Any text; the name says what is meant by it.
    case text(String, @Sendable (inout Settings, String) -> Void)
    /// Any text, or none.
    case anyText(String, @Sendable (inout Settings, String) -> Void)
    /// A whole number within a range.
    case number(String, ClosedRange<Int>, @Sendable (inout Settings, Int) -> Void)
    /// A number of bytes, such as 300M.
    case size(String, ClosedRange<Int>, @Sendable (inout Settings, Int) -> Void)
    /// One of a few words.
    case choice(String, [String], @Sendable (inout Settings, String) -> Void)
  }

  /// The name after two hyphens.
  let name: String
  /// The letter after one hyphen, for options that are typed every day.
  let letter: Character?
  /// Where help lists it.
  let group: Group
  /// The value that follows the name.
  let value: Value
  /// Whether it may be given more than once, each adding to the one before.
  let isRepeatable: Bool
  /// One line without a full stop.
  let summary: String
  /// Further explanation, in whole sentences; empty when the line says it all.
  let detail: String

  init(
    _ name: String, letter: Character? = nil, _ group: Group, _ value: Value,
    isRepeatable: Bool = false, _ summary: String, detail: String = ""
  ) {
    self.name = name
    self.letter = letter
    self.group = group
    self.value = value
    self.isRepeatable = isRepeatable
    self.summary = summary
    self.detail = detail
  }

  /// The option of a parameter of searches.
  init(_ parameter: SearchParameter, letter: Character? = nil, _ placeholder: String = "") {
    let put: @Sendable (inout Settings, String) -> Void = { parameter.put($1, &$0.search) }
    let value: Value =
      switch parameter.kind {
      case .flag: .none { put(&$0, "true") }
      case .number(let range): .number(placeholder, range) { put(&$0, String($1)) }
      case .choice(let words): .choice(placeholder, words, put)
      case .text, .list, .listOf, .attributes, .pattern: .text(placeholder, put)
      }
    self.init(
      parameter.name.replacing("_", with: "-"), letter: letter, .search, value,
      isRepeatable: parameter.kind.isList, parameter.line, detail: parameter.detail)
  }

  /// The name as it is typed.
  var written: String { "--" + name }

  /// The name of the value, as help shows it; nil for a switch.
  var placeholder: String? {
    switch value {
    case .none: nil
    case .text(let name, _), .anyText(let name, _), .number(let name, _, _), .size(let name, _, _),
      .choice(let name, _, _):
      name
    }
  }

  /// The words that it takes, when there are only a few.
  var choices: [String] {
    if case .choice(_, let words, _) = value { words } else { [] }
  }
}
