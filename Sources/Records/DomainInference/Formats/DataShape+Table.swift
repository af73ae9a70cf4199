import DeclaredRecords
package import FootlightPlatform

extension DataShape {
  /// Records of a document.
  init(_ records: DocumentOutline.Records, kind: String, of outline: DocumentOutline) {
    self.init(kind: kind, key: records.isKeyed && records.kind != .groups ? "key" : nil)
    if case .values = records.kind { columns = ["value"] }
    if case .namedValues = records.kind { columns = ["value"] }
    if let setting = records.setting { settings.append(("records", .text(setting))) }
    doubts += DataShape.others(
      outline.records.filter { other in
        other.path != records.path && [.objects, .members, .groups].contains(other.kind)
      }.map { ($0.setting ?? ".", $0.count) })
  }

  /// A line for what else a file holds that could be read as records, with the `records:` that takes it.
  static func others(_ others: [(records: String, count: Int)]) -> [String] {
    guard !others.isEmpty else { return [] }
    let named = others.map { "`records: \($0.records)` (\($0.count))" }
    return ["beside what is taken the file holds " + named.first(12)]
  }
}

extension [String] {
  /// The first of them, and how many others there are.
  func first(_ most: Int) -> String {
    prefix(most).joined(separator: ", ") + (count > most ? " and \(count - most) more" : "")
  }
}

extension DocumentOutline.Records {
  /// Whether somebody who has this document would say that these are its records.
  func isReadable(_ outline: DocumentOutline) -> Bool {
    guard let whole = outline.containers.first,
      let own = outline.containers.first(where: { $0.path == path })
    else { return false }
    switch kind {
    case .objects, .members, .groups: return true
    case .values:
      // Some texts within a record are one of its fields.
      return own.texts * 2 >= own.count && (path.isEmpty || count >= 3 && size * 2 > whole.size)
    case .namedValues:
      let known = keys.filter { FieldNames.isKnown($0) }.count
      return known < 3 && known * 4 < keys.count && (path.isEmpty || size * 2 > whole.size)
    }
  }
}

extension DataShape {
  /// Rows as they were found to be read.
  init(_ table: TableReading) {
    self.init(kind: table.delimiter == 0x09 ? "tsv" : "csv")
    if table.delimiter != 0x09, table.delimiter != 0x2C {
      settings.append(("delimiter", .text(String(decoding: [table.delimiter], as: UTF8.self))))
    }
    let usesQuotes = table.rows.contains { $0.contains { $0.utf8.first == 0x22 } }
    if table.quote == nil, usesQuotes {
      settings.append(("quote", .text("none")))
      doubts.append("quotes are taken for text, since text follows one that closes a cell")
    }
    if table.escapes != .double {
      settings.append(("escape", .text(table.escapes.rawValue)))
      doubts.append(
        table.escapes == .mysql
          ? "backslashes are read as MySQL writes them: `\\n` is a line feed, `\\N` no value"
          : "a backslash before a quote or another backslash hides itself; all others are text")
    }
    if let comment = table.comment {
      let sign = String(decoding: [comment], as: UTF8.self)
      settings.append(("comment", .text(sign)))
      doubts.append("lines that begin with `\(sign)` are taken for comments")
    }
    nameColumns(table)
    if !table.notes.isEmpty {
      let lines = table.notes.prefix(3).map(String.init).joined(separator: ", ")
      doubts.append(
        "line\(table.notes.count == 1 ? "" : "s") \(lines) below the table "
          + "hold\(table.notes.count == 1 ? "s" : "") one cell, as notes do")
    }
  }

  private mutating func nameColumns(_ table: TableReading) {
    let line = table.firstLine
    if let names = table.joinedNames {
      columns = names
      // Of two rows the second is the last above the records; a comment is no row.
      if !table.isNamedByComment { settings.append(("header", .number(Double(line)))) }
      settings.append(("columns", .list(names)))
      doubts.append(
        table.isNamedByComment
          ? "the names of the columns stand in a comment"
          : "the header stands in two rows; its names are put together")
      return
    }
    // Lines above that are blank or comments are passed over anyway.
    let isBelowTitles = line > 1 && !table.isFirst
    let header = HeaderSniffer(rows: table.rows, width: table.width)
    let verdict = header.verdict()
    if verdict.isHeader {
      columns = (table.rows.first ?? []).prefix(table.width).map(\.trimmed)
      let names = columns.filter { !$0.isEmpty }
      let isRepeated = Set(names).count < names.count
      let mustBeNamed = isRepeated || !names.allSatisfy(DataShape.isWritable)
      columns = DataShape.distinct(columns)
      if isBelowTitles {
        settings.append(("header", .number(Double(line))))
        doubts.append("the header is taken from line \(line); what stands above it is skipped")
      } else if mustBeNamed {
        settings.append(("header", .boolean(true)))
      }
      if mustBeNamed {
        settings.append(("columns", .list(columns)))
        doubts.append(
          isRepeated
            ? "some columns had the same name; they were numbered"
            : "the names of some columns hold control characters; they were numbered")
      }
    } else {
      columns = header.inventedNames()
      if isBelowTitles { settings.append(("header", .number(Double(line - 1)))) }
      settings.append(("columns", .list(columns)))
      if table.width > 1 {
        doubts.append("there is no header, so the names of the columns are invented")
      }
    }
    if !verdict.isCertain {
      doubts.append(
        verdict.isHeader
          ? "the first row is taken for a header" : "the first row is taken for a record")
    }
  }

  private static func isWritable(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy(DeclarationWriter.isWritable)
  }

  /// A name for each column: one without is called by its place, as the reader of rows does.
  private static func distinct(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.enumerated().map { index, name in
      if name.isEmpty || !isWritable(name) { return "column \(index + 1)" }
      return seen.insert(name).inserted ? name : "\(name) \(index + 1)"
    }
  }

  /// Names the columns of a sheet whose first row was taken for their names, and is none or not all of it; false where it
  /// is the header.
  package mutating func nameColumns(ofRows records: [Record]) -> Bool {
    var names: [String] = []
    for record in records.prefix(200) {
      // Cells that hold nothing are left out: each name follows the one before it.
      var at = 0
      for field in record.fields where !["sheet", "row"].contains(field.name) {
        if !names.contains(field.name) { names.insert(field.name, at: at) }
        at = (names.firstIndex(of: field.name) ?? at) + 1
      }
    }
    let rows = records.prefix(200).map { record in names.map { record[$0]?.text ?? "" } }
    let header = names.enumerated().map { $1 == "column \($0 + 1)" ? "" : $1 }
    var table = TableReading(
      delimiter: 0, rows: [header] + rows, lines: [], width: names.count, regularity: 1)
    table.joinHeaders()
    // A row with numbers that are no years is one of data.
    let isData = rows.first?.contains { Double($0).map { !(1_900...2_100).contains($0) } ?? false }
    if isData != true, let joined = table.joinedNames, let row = records.first?["row"]?.integer {
      settings += [("header", .number(Double(row))), ("columns", .list(joined))]
      doubts.append("the header stands in two rows; its names are put together")
      return true
    }
    let sniffer = HeaderSniffer(rows: [names] + rows, width: names.count)
    guard names.count > 1, !sniffer.verdict().isHeader else { return false }
    settings += [("header", .boolean(false)), ("columns", .list(sniffer.inventedNames()))]
    doubts.append("there is no header, so the names of the columns are invented")
    return true
  }
}
