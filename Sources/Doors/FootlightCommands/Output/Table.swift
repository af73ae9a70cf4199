/// Rows of short texts in columns as wide as they must be.
struct Table {
  enum Alignment { case left, right }

  /// One text, and how it looks.
  struct Cell {
    var text: String
    var role: Style.Role?

    init(_ text: String, _ role: Style.Role? = nil) {
      self.text = text
      self.role = role
    }
  }

  private let alignments: [Alignment]
  private var rows: [[Cell]] = []

  init(_ alignments: [Alignment]) {
    self.alignments = alignments
  }

  /// Adds a row of texts that hold no control characters.
  mutating func add(_ cells: [Cell]) {
    rows.append(cells)
  }

  /// The lines; nothing follows the last text of a row.
  func lines(_ style: Style) -> [String] {
    var widths = [Int](repeating: 0, count: alignments.count)
    for row in rows {
      for (column, cell) in row.enumerated() where column < widths.count {
        widths[column] = max(widths[column], columns(of: cell.text))
      }
    }
    return rows.map { row in
      let row = row[..<((row.lastIndex { !$0.text.isEmpty } ?? -1) + 1)]
      var line = ""
      for (column, cell) in row.enumerated() where column < widths.count {
        if column > 0 { line += "  " }
        let isLast = column == row.count - 1
        let text =
          switch alignments[column] {
          case .left: isLast ? cell.text : padded(cell.text, to: widths[column])
          case .right: aligned(cell.text, to: widths[column])
          }
        if let role = cell.role { line += style(text, role) } else { line += text }
      }
      return line
    }
  }
}

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
