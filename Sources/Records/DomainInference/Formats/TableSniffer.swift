import DeclaredRecords
import FootlightPlatform

/// Finds out how a text is read as rows: what stands between the values, and where the rows begin.
struct TableSniffer {
  /// Most likely first: of equal fits, the first counts.
  private static let delimiters: [UInt8] = [0x2C, 0x09, 0x3B, 0x7C, 0x20]

  /// The way that fits best; nil when the lines have no columns.
  ///
  /// A file that is named as tables are may have more rows that end early.
  static func reading(
    _ beginning: borrowing FileBeginning, isNamedTable: Bool
  ) -> TableReading? {
    // Quotes after backslashes are none of the text, and doubling is not their rule.
    guard beginning.text.contains("\\\"") else {
      return reading(
        beginning, beginning.bytes, quotes: [0x22, nil], isNamedTable: isNamedTable)
    }
    let doubled = reading(beginning, beginning.bytes, quotes: [0x22], isNamedTable: isNamedTable)
    if let doubled, doubled.regularity == 1 { return doubled }
    // Only where nothing speaks against it is a letter after a backslash taken for a sign.
    var bytes = ByteArena(capacity: beginning.bytes.count + 64)
    var isOfMySQL = false
    for escapes: CSVEscape in [.mysql, .backslash] where !isOfMySQL {
      bytes.removeAll()
      var rewriting = BackslashedText(quote: 0x22, escapes: escapes)
      rewriting.append(beginning.bytes, to: &bytes)
      rewriting.end(&bytes)
      isOfMySQL = escapes == .mysql && rewriting.isOfMySQL
    }
    guard
      var escaped = reading(beginning, bytes, quotes: [0x22], isNamedTable: isNamedTable),
      escaped.regularity > doubled?.regularity ?? 0, escaped.regularity >= 0.95
    else { return doubled }
    escaped.escapes = isOfMySQL ? .mysql : .backslash
    return escaped
  }

  private static func reading(
    _ beginning: borrowing FileBeginning, _ bytes: borrowing ByteArena, quotes: [UInt8?],
    isNamedTable: Bool
  ) -> TableReading? {
    var best: TableReading?
    let mayHaveComments = beginning.text.split(whereSeparator: \.isNewline).contains {
      $0.utf8.first == 0x23
    }
    for delimiter in delimiters {
      for comment: UInt8? in mayHaveComments ? [nil, 0x23] : [nil] {
        for quote in quotes {
          let sampled = SampledRows(
            bytes, delimiter: delimiter, quote: quote, comment: comment,
            isWhole: beginning.isWhole)
          guard let sampled, sampled.broken == 0,
            var reading = reading(sampled, delimiter, isNamedTable: isNamedTable)
          else { continue }
          reading.quote = quote
          reading.comment = comment
          if comment != nil { reading.takeNames(ofCommentIn: beginning.text) }
          if !beginning.isWhole { reading.notes = [] }
          // Spaces stand in sentences: only tables without any other sign are split at them.
          if delimiter == 0x20, reading.regularity < 1 || reading.rows.count < 3 { break }
          if best.map({ score(reading) > score($0) }) ?? true { best = reading }
          break
        }
      }
    }
    return best
  }

  private static func reading(
    _ sampled: SampledRows, _ delimiter: UInt8, isNamedTable: Bool
  ) -> TableReading? {
    let width = width(sampled.rows)
    guard width > 1 else { return nil }
    var reading = TableReading(
      delimiter: delimiter, quote: nil, rows: sampled.rows, lines: sampled.lines, width: width,
      regularity: 0)
    let above = titles(sampled.rows, width)
    reading.rows.removeFirst(above)
    reading.lines.removeFirst(above)
    reading.isFirst = above == 0
    reading.takeNotes()
    guard !reading.rows.isEmpty else { return nil }
    let all = Double(reading.rows.count)
    let exact = Double(reading.rows.count { TableReading.isExact($0, width) })
    let fitting = Double(reading.rows.count { TableReading.extent($0) <= width })
    // Lines of a text hold a comma now and then; rows of a table end early now and then.
    let least = isNamedTable ? 0.5 : width == 2 || delimiter == 0x20 ? 0.8 : 0.6
    guard exact / all >= least, fitting / all >= 0.8 else { return nil }
    reading.regularity = exact / all
    reading.joinHeaders()
    return reading
  }

  /// How many cells most rows have.
  private static func width(_ rows: [[String]]) -> Int {
    let candidates = Set(rows.flatMap { [$0.count, $0.last?.isEmpty == true ? $0.count - 1 : 0] })
    let counted = candidates.filter { $0 > 1 }.map { width in
      (width, rows.count { TableReading.isExact($0, width) })
    }
    return counted.max { ($0.1, $0.0) < ($1.1, $1.0) }?.0 ?? 1
  }

  /// How many rows above the header are titles and notes.
  private static func titles(_ rows: [[String]], _ width: Int) -> Int {
    for (index, row) in rows.enumerated() {
      let filled = TableReading.filled(row)
      if filled <= 1 { continue }
      if filled * 2 < width || !TableReading.isExact(row, width) {
        // Unless what follows is the header, this is it.
        guard index + 1 < rows.count, isHeaderLike(rows[index + 1], width) else {
          if !TableReading.isExact(row, width), filled * 2 < width { continue }
          return index
        }
        continue
      }
      return index
    }
    return 0
  }

  /// Whether a row could name all columns.
  fileprivate static func isHeaderLike(_ row: [String], _ width: Int) -> Bool {
    let cells = row.map(\.trimmed).filter { !$0.isEmpty }
    return TableReading.isExact(row, width) && cells.count * 10 >= width * 8
      && Set(cells).count == cells.count
      && !cells.contains { ValueShape.isNumber($0) || ValueShape.isDate($0) || $0.utf8.count > 60 }
  }

  private static func score(_ reading: TableReading) -> Double {
    reading.regularity * 10 + Double(min(reading.width, 20)) / 20
      - (reading.comment == nil ? 0 : 0.01) - (reading.isFirst ? 0 : 2)
  }

  /// Lines without columns, each a row of one value.
  static func lines(_ beginning: borrowing FileBeginning) -> TableReading? {
    for delimiter: UInt8 in [0x09, 0x7C, 0x3B, 0x7E, 0x5E] {
      guard beginning.bytes.firstIndex(of: delimiter, from: 0, to: beginning.bytes.count) == nil,
        case let comment = isCommented(beginning.text) ? UInt8(ascii: "#") : nil,
        let rows = SampledRows(
          beginning.bytes, delimiter: delimiter, quote: nil, comment: comment,
          isWhole: beginning.isWhole), !rows.rows.isEmpty
      else { continue }
      var reading = TableReading(
        delimiter: delimiter, quote: nil, rows: rows.rows, lines: rows.lines, width: 1,
        regularity: 1)
      reading.comment = comment
      return reading
    }
    return nil
  }

  /// Whether lines that begin with `#` are comments: white space follows in all of them, as in no name, and between
  /// others no blank line, as below a heading.
  private static func isCommented(_ text: String) -> Bool {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let first = lines.firstIndex { !$0.isEmpty && $0.first != "#" } ?? lines.endIndex
    let marked = lines.indices.filter { lines[$0].first == "#" }
    return !marked.isEmpty
      && marked.allSatisfy { place in
        (lines[place].drop { $0 == "#" }.first?.isWhitespace ?? true)
          && (place < first || place + 1 == lines.endIndex || !lines[place + 1].isEmpty
            || place + 2 == lines.endIndex)
      }
  }

  /// Why a text that looks like rows is not read as rows; nil when it does not look like them.
  ///
  /// The lines that made it so are shown by their numbers and how many cells they have.
  static func mistake(_ beginning: borrowing FileBeginning, isNamedTable: Bool) -> Failure? {
    let lines = beginning.text.split(whereSeparator: \.isNewline)
    guard lines.count > 1 else { return nil }
    let shares = delimiters.dropLast().map { delimiter in
      (delimiter, lines.count { $0.utf8.contains(delimiter) })
    }
    guard let (delimiter, holding) = shares.max(by: { $0.1 < $1.1 }), holding > 1,
      isNamedTable ? holding * 4 >= lines.count : holding * 10 >= lines.count * 9
    else { return nil }
    let sign = delimiter == 0x09 ? "tabs" : "`\(String(decoding: [delimiter], as: UTF8.self))`"
    let quoted = SampledRows(
      beginning.bytes, delimiter: delimiter, quote: 0x22, isWhole: beginning.isWhole)
    if quoted.map({ $0.broken > 0 }) ?? true, beginning.text.contains("\\\"") {
      let found = lines.enumerated().filter { $0.element.contains("\\\"") }.prefix(3)
      return Failure(
        .dataFormat,
        "backslashes stand before quotes within cells, as in "
          + found.map { "line \($0.offset + 1)" }.joined(separator: ", "),
        remedy: "write a declaration with `escape: backslash`, or double the quotes")
    }
    guard
      let sampled = quoted.flatMap({ $0.broken == 0 ? $0 : nil })
        ?? SampledRows(
          beginning.bytes, delimiter: delimiter, quote: nil, isWhole: beginning.isWhole)
    else { return nil }
    let width = width(sampled.rows)
    let others = zip(sampled.lines, sampled.rows)
      .filter { !TableReading.isExact($0.1, width) }.prefix(3)
      .map { "line \($0.0) has \($0.1.count)" }
    guard !others.isEmpty else { return nil }
    return Failure(
      .dataFormat,
      "the lines are parted by \(sign) into different numbers of cells: most have \(width), "
        + others.joined(separator: ", "),
      remedy:
        "correct these lines, or write a declaration with `delimiter:`, `quote:` and `header:`")
  }
}

extension TableReading {
  /// Sets the notes below the rows aside: lines with one cell where rows have three or more.
  fileprivate mutating func takeNotes() {
    guard width >= 3 else { return }
    while rows.count > 2, let last = rows.last, TableReading.filled(last) <= 1, last.count < width {
      if let line = lines.popLast() { notes.insert(line, at: 0) }
      rows.removeLast()
    }
  }

  /// Takes the names of the columns from the last comment above the rows, where it parts into as many.
  fileprivate mutating func takeNames(ofCommentIn text: String) {
    let above = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .prefix(firstLine - 1)
    guard isFirst, joinedNames == nil, let last = above.last(where: { $0.first == "#" }) else {
      return
    }
    let separator = Character(Unicode.Scalar(delimiter))
    let cells = last.drop { $0 == "#" }.split(
      separator: separator, omittingEmptySubsequences: delimiter == 0x20
    ).map { String($0).trimmed }
    // A row that is certainly a header says it better.
    let header = HeaderSniffer(rows: rows, width: width).verdict()
    guard TableSniffer.isHeaderLike(cells, width), !header.isHeader || !header.isCertain else {
      return
    }
    joinedNames = cells
    isNamedByComment = true
  }

  /// Makes one header of two: groups of columns, and their members below.
  mutating func joinHeaders() {
    guard rows.count > 3, rows[0].count >= width, rows[1].count >= width else { return }
    let upper = rows[0].prefix(width).map(\.trimmed)
    let lower = rows[1].prefix(width).map(\.trimmed)
    let isCut = upper.contains("") && lower.contains("")
    let isComplete = zip(upper, lower).allSatisfy { !$0.isEmpty || !$1.isEmpty }
    guard isCut, isComplete, lower.count(where: { !$0.isEmpty }) > 1,
      !lower.contains(where: { ValueShape.isDate($0) || $0.utf8.count > 60 })
    else { return }
    // Below a group of columns, and nowhere else, the upper row has gaps.
    let gaps = upper.indices.filter { upper[$0].isEmpty }
    guard gaps.allSatisfy({ $0 > 0 && !lower[$0].isEmpty && !lower[$0 - 1].isEmpty }) else {
      return
    }
    var names: [String] = []
    var group = ""
    for index in 0..<width {
      if !upper[index].isEmpty { group = upper[index] }
      names.append(lower[index].isEmpty ? upper[index] : group + " " + lower[index])
    }
    guard Set(names).count == names.count else { return }
    joinedNames = names
    rows.removeFirst()
    lines = Array(lines.dropFirst())
  }
}
