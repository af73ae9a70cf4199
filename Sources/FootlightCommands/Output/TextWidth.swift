extension Character {
  /// How many columns of a terminal it takes: none, one or two.
  var columns: Int {
    guard let scalar = unicodeScalars.first else { return 0 }
    switch scalar.value {
    case 0x20...0x7E: return 1
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
      0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }
}

/// How many columns of a terminal a text takes.
func columns(of text: some StringProtocol) -> Int {
  text.reduce(0) { $0 + $1.columns }
}

/// The text, filled with spaces to a number of columns.
func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - columns(of: text)))
}

/// The text, with spaces in front, to a number of columns.
func aligned(_ text: String, to width: Int) -> String {
  String(repeating: " ", count: max(0, width - columns(of: text))) + text
}

/// As much of the text as fits into a number of columns; a cut text ends with an ellipsis.
func shortened(_ text: String, to width: Int) -> String {
  var room = width
  var end = text.startIndex
  var cut = text.startIndex
  for index in text.indices {
    room -= text[index].columns
    if room < 0 { return String(text[..<cut]).trimmingTrailingSpace() + "…" }
    end = text.index(after: index)
    // The ellipsis itself needs a column.
    if room >= 1 { cut = end }
  }
  return text
}

/// The text in lines of at most so many columns, broken at spaces.
func wrapped(_ text: String, to width: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  var used = 0
  for word in text.split(separator: " ") {
    let size = columns(of: word)
    if used > 0, used + 1 + size > width {
      lines.append(line)
      line = ""
      used = 0
    }
    if used > 0 {
      line += " "
      used += 1
    }
    line += word
    used += size
  }
  if used > 0 { lines.append(line) }
  return lines
}

extension String {
  fileprivate func trimmingTrailingSpace() -> String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
