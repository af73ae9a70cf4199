import Footlight
import FootlightPlatform

/// One option: all that parsing, help, the manual and shell completions know about it.
struct CommandOption: Sendable {
  /// The heading under which help lists it.
  enum Group: String, Sendable, CaseIterable {
    case search = "Search"
    case building = "Building"
    case network = "Network"
    case output = "Output"
    case place = "Place"
    case general = "Other"
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

  /// Puts a value into the settings, or says what is wrong with it.
  func apply(_ text: String, to settings: inout Settings) -> Diagnostic? {
    switch value {
    case .none(let apply): apply(&settings)
    case .text(let name, let apply):
      guard !text.isEmpty else { return wrong(text, "\(name) must not be empty") }
      apply(&settings, text)
    case .anyText(_, let apply): apply(&settings, text)
    case .number(_, let range, let apply):
      guard let number = wholeNumber(text), range.contains(number) else {
        let most = range.upperBound
        let numbers = most < 1_000_000 ? "from \(range.lowerBound) to \(most)" : "such as 20"
        return wrong(text, "write a whole number \(numbers)")
      }
      apply(&settings, number)
    case .size(_, let range, let apply):
      guard let size = byteCount(text), range.contains(size) else {
        let least = Quantity.bytes(range.lowerBound)
        return wrong(text, "write a size such as 256M or 2G, \(least) at least")
      }
      apply(&settings, size)
    case .choice(_, let words, let apply):
      guard words.contains(text) else {
        let remedy = nearest(to: text, among: words).map { "did you mean '\($0)'?" }
        return wrong(text, remedy ?? "write one of: \(words.joined(separator: ", "))")
      }
      apply(&settings, text)
    }
    return nil
  }

  private func wrong(_ text: String, _ remedy: String) -> Diagnostic {
    Diagnostic(.wrongValue, "'\(visible(text))' is no value for '\(written)'", remedy: remedy)
  }
}

/// Reads digits alone: no sign, no space.
private func wholeNumber(_ text: String) -> Int? {
  guard !text.isEmpty, text.utf8.allSatisfy({ $0.isDigit }) else { return nil }
  return Int(text)
}

/// Reads a number of bytes: `1000`, `64K`, `256M`, `2G`, also `2GB` and `2GiB`, all by 1024; of disks all but the last by
/// 1000.
package func byteCount(_ text: String, thousand: Int = 1024) -> Int? {
  let digits = text.prefix { $0.isASCII && $0.isNumber }
  guard let number = wholeNumber(String(digits)) else { return nil }
  let unit = text.dropFirst(digits.count).uppercased()
  let step = unit.hasSuffix("IB") ? 1024 : thousand
  let factor: Int
  switch unit {
  case "", "B": factor = 1
  case "K", "KB", "KIB": factor = step
  case "M", "MB", "MIB": factor = step * step
  case "G", "GB", "GIB": factor = step * step * step
  default: return nil
  }
  let (size, overflows) = number.multipliedReportingOverflow(by: factor)
  return overflows ? nil : size
}

/// The options of what is used: visits, stars and the history.
extension CommandOption {
  static let forQuery = CommandOption(
    "for", .general, .anyText("QUERY") { $0.visit.query = $1 },
    "what was asked when it was picked",
    detail: "It then leads its tier for that query and for its beginnings.")

  static let activityData = CommandOption(
    "data", .general, .anyText("JSON") { $0.visit.data = $1 },
    "an object of at most 4 KB that 'history restore' gives back",
    detail: "Its values are searched, never its keys.")

  static let requiredKey = CommandOption(
    "require", .general, .text("KEY") { $0.visit.requiredKeys.append($1) }, isRepeatable: true,
    "a key that the data must hold")

  static let activityType = CommandOption(
    "type", .general,
    .text("TYPE") {
      $0.visit.type = $1
      $0.history.types.append($1)
    }, isRepeatable: true, "what kind of activity it is; with 'forget', of which kind")

  static let activityTitle = CommandOption(
    "title", .general, .text("TEXT") { $0.visit.title = $1 },
    "what it is called, where no item says so")

  static let activityDescription = CommandOption(
    "description", .general, .text("TEXT") { $0.visit.description = $1 },
    "a line about it, where no item has one")

  static let activityKeyword = CommandOption(
    "keyword", .general, .text("WORD") { $0.visit.keywords.append($1) }, isRepeatable: true,
    "a word that a page is found by")

  static let activityExpires = CommandOption(
    "expires", .general, .text("WHEN") { $0.visit.expires = $1 },
    "when it ends: a date, an instant, or a period such as P30D",
    detail: "A page is found for thirty days after its last visit otherwise.")

  static let persistentID = CommandOption(
    "id", .general,
    .text("ID") {
      $0.visit.identifier = $1
      $0.history.identifiers.append($1)
    }, isRepeatable: true, "the id by which it is restored; with 'forget', which is forgotten")

  static let weak = CommandOption(
    "weak", .general, .none { $0.visit.isWeak = true },
    "record it though there is no such item, and keep it when the item goes")

  static let notEligible = CommandOption(
    "not", .general, .text("WHERE") { $0.notEligible.append($1) }, isRepeatable: true,
    "where it does not show: search, handoff, public, suggest",
    detail: "Several are written with commas between them.")

  static let visitOptions = [
    forQuery, activityData, requiredKey, activityType, activityTitle, activityDescription,
    activityKeyword, activityExpires, persistentID, weak, notEligible,
  ]

  static let starredOnly = CommandOption(
    "starred", .general, .none { $0.history.includesStars = true },
    "only what is starred; with 'forget', stars too")

  static let historyBefore = CommandOption(
    "before", .general, .text("WHEN") { $0.history.before = $1 },
    "with 'forget': what was last used before the beginning of a day")

  static let historyLimit = CommandOption(
    "limit", letter: "n", .general, .number("N", 0...1_000_000_000) { $0.historyLimit = $1 },
    "list at most N (all)")

  static let openRestored = CommandOption(
    "open", .general, .none { $0.opensRestored = true }, "with 'restore': open it as well")
}
