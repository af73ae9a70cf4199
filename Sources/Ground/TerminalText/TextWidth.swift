extension Character {
  /// How many columns of a terminal it takes: none, one or two.
  ///
  /// Characters that belong together are as wide as their base; a flag of two letters is as wide as an emoji.
  package var columns: Int {
    let scalars = unicodeScalars
    guard let first = scalars.first else { return 0 }
    if (0x20...0x7E).contains(first.value) { return 1 }
    if (0x1F1E6...0x1F1FF).contains(first.value) { return scalars.count > 1 ? 2 : 1 }
    return ColumnWidths.columns(of: first)
  }
}

/// How many columns of a terminal a text takes.
package func columns(of text: some StringProtocol) -> Int {
  text.reduce(0) { $0 + $1.columns }
}

/// The text, filled with spaces to a number of columns.
package func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - columns(of: text)))
}

/// The text, with spaces in front, to a number of columns.
package func aligned(_ text: String, to width: Int) -> String {
  String(repeating: " ", count: max(0, width - columns(of: text))) + text
}

/// As much of the text as fits into a number of columns; a cut text ends with an ellipsis.
package func shortened(_ text: String, to width: Int) -> String {
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
package func wrapped(_ text: String, to width: Int) -> [String] {
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
