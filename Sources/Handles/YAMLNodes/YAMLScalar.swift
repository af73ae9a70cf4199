import FootlightPlatform

/// A scalar: its text, and how it was written.
package struct YAMLScalar: Sendable, Hashable {
  /// How a scalar was written.
  package enum Style: Sendable, Hashable {
    case plain
    case singleQuoted
    case doubleQuoted
    /// After `|`.
    case literal
    /// After `>`.
    case folded
  }

  /// The text, without quotes and with escapes resolved.
  package var text: String
  /// How it was written.
  package var style: Style

  /// Makes a scalar.
  package init(_ text: String, style: Style = .plain) {
    self.text = text
    self.style = style
  }

  /// Whether it stands without quotes: then it may be more than text.
  package var isPlain: Bool { style == .plain }

  /// The meaning of the scalar.
  package var meaning: YAMLMeaning {
    style == .plain ? YAMLMeaning(plain: text) : .text
  }
}

/// The meaning of a scalar: a small set on purpose, so that `no`, `1e3x` and `12:30` stay text.
package enum YAMLMeaning: Sendable, Hashable {
  case null
  case yes
  case no
  /// A number as JSON defines it; the scalar's text is that of the file.
  case number
  case text

  /// Its name in messages.
  package var kindName: String {
    switch self {
    case .null: "nothing"
    case .yes, .no: "a boolean"
    case .number: "a number"
    case .text: "text"
    }
  }

  /// The meaning of a scalar without quotes: `~`, `null` and nothing are null, `true` and `false`
  /// boolean, what JSON calls a number a number, all else text.
  package init(plain text: String) {
    switch text {
    case "", "~", "null": self = .null
    case "true": self = .yes
    case "false": self = .no
    default: self = isNumber(text.utf8) ? .number : .text
    }
  }
}

/// Whether bytes are a number by the grammar of JSON (RFC 8259, section 6).
private func isNumber(_ bytes: String.UTF8View) -> Bool {
  var rest = bytes[...]
  func skip(_ allowed: (UInt8) -> Bool) -> Int {
    let before = rest.count
    rest = rest.drop(while: allowed)
    return before - rest.count
  }
  if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
  let startsWithZero = rest.first == UInt8(ascii: "0")
  let digits = skip(\.isDigit)
  guard digits == 1 || (digits > 1 && !startsWithZero) else { return false }
  if rest.first == UInt8(ascii: ".") {
    rest = rest.dropFirst()
    guard skip(\.isDigit) > 0 else { return false }
  }
  if let letter = rest.first, letter == UInt8(ascii: "e") || letter == UInt8(ascii: "E") {
    rest = rest.dropFirst()
    if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      rest = rest.dropFirst()
    }
    guard skip(\.isDigit) > 0 else { return false }
  }
  return rest.isEmpty
}
