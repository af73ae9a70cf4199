import Footlight
import JSONAnswers

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

  /// A row for each of some things.
  init<Thing>(_ alignments: [Alignment], _ things: [Thing], _ cells: (Thing) -> [Cell]) {
    self.alignments = alignments
    rows = things.map(cells)
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

extension Console {
  /// Writes values as objects of JSON, each on a line.
  func write<Value>(_ object: JSONObject<Value>, _ values: [Value]) throws(Failure) {
    var json = JSONWriter()
    for value in values { json.line(object, value) }
    try output.bytes(json.bytes)
  }

  /// Writes the lines of a table.
  func write(_ table: Table, indent: String = "") throws(Failure) {
    for line in table.lines(style) { try output.line(indent + line) }
  }

  /// Writes values as objects of JSON where these are asked for, else as the rows of a table.
  func list<Value>(
    _ values: [Value], as object: JSONObject<Value>, _ settings: Settings,
    _ alignments: [Table.Alignment], _ cells: (Value) -> [Table.Cell]
  ) throws(Failure) {
    if settings.printsJSON { return try write(object, values) }
    try write(Table(alignments, values, cells))
  }

  /// Writes an item whole.
  func write(_ found: LocatedItem) throws(Failure) {
    let card = ItemCard(item: found.item, domain: found.domain, style: style, width: width)
    for line in card.lines(wholeBody: true) { try output.line(line) }
  }

  /// Writes the first items of a domain as they would be indexed.
  func write(samples: [Item], of domain: String) throws(Failure) {
    for item in samples {
      try output.line()
      let card = ItemCard(item: item, domain: domain, style: style, width: width)
      for line in card.lines(wholeBody: false) { try output.line("  " + line) }
    }
    if !samples.isEmpty { try output.line() }
    try output.flush()
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
