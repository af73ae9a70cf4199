extension Unicode.Scalar {
  /// Whether a terminal would do something at this character instead of showing it: controls,
  /// line separators and the characters that turn the direction of writing.
  package var commandsTerminal: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069,
      0xFEFF, 0xFFF9...0xFFFB:
      true
    default: false
    }
  }
}

/// The text with signs in place of control characters, so that it may stand on one line of a terminal.
///
/// ESC is shown as ␛, U+202E as `\u{202e}`; everything else stays as it is.
package func visible(_ text: some StringProtocol) -> String {
  guard text.unicodeScalars.contains(where: \.commandsTerminal) else { return String(text) }
  var shown = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    guard scalar.commandsTerminal else {
      shown.append(scalar)
      continue
    }
    if scalar.value < 0x20, let sign = Unicode.Scalar(0x2400 + scalar.value) {
      shown.append(sign)
    } else if scalar.value == 0x7F {
      shown.append("\u{2421}")
    } else {
      shown.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
    }
  }
  return String(shown)
}

/// Text as lines that may be sent to a terminal: line ends stay, everything else is made visible.
package func visibleLines(_ text: String) -> [String] {
  text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map { line in
    visible(line.split(separator: "\t", omittingEmptySubsequences: false).joined(separator: "    "))
  }
}

/// Text on one line: each run of white space is one space, everything else is made visible.
package func visibleLine(_ text: String) -> String {
  visible(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
}
