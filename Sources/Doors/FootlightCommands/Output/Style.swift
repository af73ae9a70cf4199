/// Colours and weights, or nothing at all where they are not wanted.
struct Style: Sendable {
  /// The role of a piece of text.
  enum Role: Sendable {
    case title, match, address, label, good, warning, error, faint
  }

  let isColourful: Bool

  static let plain = Style(isColourful: false)

  /// The text as its role looks; it must hold no control characters.
  func callAsFunction(_ text: String, _ role: Role) -> String {
    guard isColourful, !text.isEmpty else { return text }
    return "\u{1B}[\(code(role))m\(text)\u{1B}[0m"
  }

  private func code(_ role: Role) -> String {
    switch role {
    case .title: "1"
    case .match: "1;31"
    case .address: "36"
    case .label: "32"
    case .good: "32"
    case .warning: "1;33"
    case .error: "1;31"
    case .faint: "2"
    }
  }
}
