/// A filter as the reference and the compiler of templates know it.
package struct FilterDescription: Sendable {
  /// The type of an argument of a filter.
  package enum Parameter: Sendable, Hashable {
    case text
    /// Text that must not be empty.
    case someText
    /// Text that must not be empty, because an empty one is a missing value.
    case visibleText
    case wholeNumber
    case positiveNumber
    case datePattern
    /// A point or a comma.
    case decimalMark
  }

  /// An argument as written, read as its parameter says.
  enum Argument {
    case text(String)
    case number(Double)
    case pattern(DatePattern)
  }

  /// The name as written in expressions.
  package let name: String
  /// The types of its arguments.
  package let parameters: [Parameter]
  /// How many of the last ones may be left out.
  let optional: Int
  /// One sentence for the reference.
  package let summary: String
  /// Its effect on lists and texts.
  let effect: Effect
  /// Makes the filter of its arguments; nil when they do not fit each other.
  let make: @Sendable ([Argument]) -> Filter?

  enum Effect: Sendable {
    /// A list stays a list, a text a text.
    case keeps
    case makesList
    case makesText
    /// Pointless for a text.
    case wantsList
  }

  init(
    _ name: String, _ parameters: [Parameter] = [], optional: Int = 0, _ effect: Effect,
    _ summary: String,
    _ make: @escaping @Sendable ([Argument]) -> Filter?
  ) {
    self.name = name
    self.parameters = parameters
    self.optional = optional
    self.effect = effect
    self.summary = summary
    self.make = make
  }

  /// All filters.
  package static let all: [FilterDescription] = [
    FilterDescription(
      "split", [.someText], .makesList,
      "a list of the parts between occurrences of a text, trimmed, empty ones dropped"
    ) { $0.text(0).map { .split($0) } },
    FilterDescription("trim", .keeps, "without white space at both ends") { _ in .trim },
    FilterDescription("lower", .keeps, "in lower case") { _ in .lower },
    FilterDescription("upper", .keeps, "in upper case") { _ in .upper },
    FilterDescription("title", .keeps, "each word with a capital, the rest in lower case") { _ in
      .title
    },
    FilterDescription("first", .makesText, "the first element that is not missing") { _ in .first },
    FilterDescription("last", .makesText, "the last element that is not missing") { _ in .last },
    FilterDescription("join", [.text], .makesText, "all elements with a text between them") {
      $0.text(0).map { .join($0) }
    },
    FilterDescription("default", [.visibleText], .keeps, "a text in the place of a missing value") {
      $0.text(0).map { .default($0) }
    },
    FilterDescription("replace", [.someText, .text], .keeps, "each occurrence of a text replaced") {
      guard let text = $0.text(0), let other = $0.text(1) else { return nil }
      return .replace(text, with: other)
    },
    FilterDescription("date", [.datePattern], .keeps, "an ISO date, read by a pattern") {
      $0.pattern(0).map { .date($0) }
    },
    FilterDescription("format", [.datePattern], .keeps, "a date, written by a pattern") {
      $0.pattern(0).map { .format($0) }
    },
    FilterDescription(
      "number", [.decimalMark], optional: 1, .keeps,
      "a number without grouping characters; `number: \",\"` reads 1.234,56"
    ) { .number(decimalMark: $0.text(0)?.utf8.first ?? UInt8(ascii: ".")) },
    FilterDescription(
      "scale", [.positiveNumber, .positiveNumber], .keeps,
      "the place of a number between two limits on a logarithmic scale, 0 … 1000"
    ) {
      guard let low = $0.number(0), let high = $0.number(1), low < high else { return nil }
      return .scale(from: low, to: high)
    },
    FilterDescription("truncate", [.wholeNumber], .keeps, "at most so many characters") {
      $0.number(0).map { .truncate(Int($0)) }
    },
    FilterDescription("plain", .keeps, "Markdown and HTML as plain text") { _ in .plain },
    FilterDescription(
      "markdown", .keeps,
      "HTML as Markdown: its headings, lists, tables, quotes, code and links stay"
    ) { _ in .markdown },
    FilterDescription("unique", .wantsList, "each element once") { _ in .unique },
    FilterDescription("limit", [.wholeNumber], .wantsList, "at most so many elements") {
      $0.number(0).map { .limit(Int($0)) }
    },
  ]
}

extension [FilterDescription.Argument] {
  fileprivate func text(_ index: Int) -> String? {
    if index < count, case .text(let text) = self[index] { text } else { nil }
  }

  fileprivate func number(_ index: Int) -> Double? {
    if index < count, case .number(let number) = self[index] { number } else { nil }
  }

  fileprivate func pattern(_ index: Int) -> DatePattern? {
    if index < count, case .pattern(let pattern) = self[index] { pattern } else { nil }
  }
}

extension FilterDescription {
  fileprivate init(
    _ name: String, _ effect: Effect, _ summary: String,
    _ make: @escaping @Sendable ([Argument]) -> Filter?
  ) {
    self.init(name, [], effect, summary, make)
  }
}
