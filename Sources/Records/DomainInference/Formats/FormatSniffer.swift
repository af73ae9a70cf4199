import DomainDeclarations
package import FootlightDiagnostics
import FootlightPlatform
import PackedFiles
import RecordSources
import DatabaseSources
import SQLiteHandles

/// Finds out how a data file is to be read, by what is in it; its name settles only what the
/// contents leave open.
package enum FormatSniffer {
  /// The shape of a file.
  ///
  /// - Throws: `data.format` when it is none that Footlight reads.
  package static func shape(of path: String, display: String) throws(Failure) -> DataShape {
    let place = SourceLocation(file: display)
    do throws(Failure) {
      if try FileBeginning.isDatabase(path) { return try database(path, display: display) }
    } catch {
      throw error.at(place)
    }
    let beginning = try FileBeginning.read(path, display: display)
    let name = Path.fileExtension(of: Packing.plain(path)).lowercased()
    guard let start = beginning.firstMark else {
      throw Failure(
        .dataFormat, "the file is empty", at: place, remedy: "put some records into it")
    }
    if let problem = beginning.foreignOnly {
      // XML and mail say what they are in.
      guard let shape = ForeignShape.shape(beginning, name: name) else { throw problem }
      return shape
    }
    switch beginning.bytes[start] {
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      // A first line longer than the look shows neither its end nor what follows.
      let isCutOff =
        !beginning.isWhole
        && beginning.bytes.firstIndex(of: 0x0A, from: start, to: beginning.bytes.count) == nil
      if isCutOff, ["jsonl", "ndjson"].contains(name) { return DataShape(kind: "jsonl") }
      if let shape = try json(beginning, from: start, display: display) { return shape }
    default: break
    }
    if ["md", "markdown", "mdown"].contains(name) { return DataShape(kind: "markdown") }
    if let shape = ForeignShape.shape(beginning, name: name) { return shape }
    if ["yaml", "yml"].contains(name) { return yaml(beginning) }
    if let rows = DelimiterSniffer.reading(beginning) {
      if isProse(rows, name) { return DataShape(kind: "text") }
      // A text with commas in it can look regular by chance: YAML says plainly what it is.
      if rows.regularity < 1 || rows.width == 2, let shape = YAMLShape.records(beginning) {
        return shape
      }
      return try table(rows, name: name)
    }
    if let shape = YAMLShape.records(beginning) { return shape }
    if name == "txt" || name == "csv" || name == "tsv" || name == "list" || name.isEmpty,
      isList(beginning), let rows = DelimiterSniffer.lines(beginning)
    {
      var shape = try table(rows, name: name)
      shape.doubts.append("the lines hold one value each, so each line is taken for a name")
      return shape
    }
    if name == "txt" || name == "text" { return DataShape(kind: "text") }
    throw Failure(
      .dataFormat, "nothing in the file tells where its records are", at: place,
      remedy: "csv, tsv, json, jsonl, yaml, SQLite and folders of Markdown are read; for anything "
        + "else write a declaration, if need be with `kind: command`")
  }

  /// Whether rows are the lines of a text: white space follows every comma, and sentences end them.
  private static func isProse(_ rows: DelimiterSniffer.Reading, _ name: String) -> Bool {
    guard ["txt", "text"].contains(name), rows.delimiter == 0x2C else { return false }
    let ends = rows.rows.filter { [".", "!", "?"].contains($0.last?.last) }
    return ends.count * 2 > rows.rows.count
      && rows.rows.allSatisfy { $0.dropFirst().allSatisfy { $0.utf8.first == 0x20 } }
  }

  /// Whether a text consists of short lines.
  private static func isList(_ beginning: borrowing FileBeginning) -> Bool {
    let lines = beginning.text.split(whereSeparator: \.isNewline)
    let length = lines.reduce(0) { $0 + $1.utf8.count }
    return lines.count > 1 && length / lines.count < 80
  }

  // MARK: JSON

  private static func json(
    _ beginning: borrowing FileBeginning, from start: Int, display: String
  ) throws(Failure) -> DataShape? {
    let outline = DocumentOutline(json: beginning.bytes)
    if beginning.bytes[start] == UInt8(ascii: "[") {
      guard let best = outline.largest, best.path.isEmpty, best.isReadable(outline) else {
        // `[link](…)` begins a text as well as `[1, 2]` a list.
        guard beginning.isWhole, outline.documents == 1 else { return nil }
        throw Failure(
          .dataFormat, "the array holds no objects and no texts", at: SourceLocation(file: display),
          remedy: "write each record as an object with named fields")
      }
      return DataShape(best, kind: "json", of: outline)
    }
    let lineEnd =
      beginning.bytes.firstIndex(of: 0x0A, from: start, to: beginning.bytes.count)
      ?? beginning.bytes.count
    var line = ByteArena()
    line.append(beginning.bytes, ByteRange(start: start, count: lineEnd - start))
    let first = DocumentOutline(json: line)
    let isOneDocument = outline.documents == 1 && beginning.isWhole
    if first.documents == 1, !isOneDocument { return DataShape(kind: "jsonl") }
    if let best = outline.largest, best.isReadable(outline) {
      return DataShape(best, kind: "json", of: outline)
    }
    if first.documents == 1, isOneDocument { return DataShape(kind: "jsonl") }
    throw Failure(
      .dataFormat, "the JSON document holds neither a list nor an object of records",
      at: SourceLocation(file: display),
      remedy: "put the records into an array, or write one object a line")
  }

  // MARK: Rows

  private static func table(
    _ rows: DelimiterSniffer.Reading, name: String
  ) throws(Failure) -> DataShape {
    var shape = DataShape(kind: rows.delimiter == 0x09 ? "tsv" : "csv")
    if rows.delimiter != 0x09, rows.delimiter != 0x2C {
      shape.settings.append(
        ("delimiter", .text(String(decoding: [rows.delimiter], as: UTF8.self))))
    }
    let usesQuotes = rows.rows.contains { $0.contains { $0.utf8.first == 0x22 } }
    if rows.quote == nil, usesQuotes {
      shape.settings.append(("quote", .text("none")))
      shape.doubts.append("quotes are taken for text, since text follows one that closes a cell")
    }
    let header = HeaderSniffer(rows: rows.rows, width: rows.width)
    let verdict = header.verdict()
    if verdict.isHeader {
      shape.columns = (rows.rows.first ?? []).map { FieldNames.trimmed($0) }
      let names = shape.columns.filter { !$0.isEmpty }
      let isRepeated = Set(names).count < names.count
      if isRepeated || !names.allSatisfy(isWritable) {
        shape.columns = distinct(shape.columns)
        shape.settings.append(("header", .boolean(true)))
        shape.settings.append(("columns", .list(shape.columns)))
        shape.doubts.append(
          isRepeated
            ? "some columns had the same name; they were numbered"
            : "the names of some columns hold control characters; they were numbered")
      }
    } else {
      shape.columns = header.inventedNames()
      shape.settings.append(("columns", .list(shape.columns)))
      if rows.width > 1 {
        shape.doubts.append("there is no header, so the names of the columns are invented")
      }
    }
    if !verdict.isCertain {
      shape.doubts.append(
        verdict.isHeader
          ? "the first row is taken for a header" : "the first row is taken for a record")
    }
    return shape
  }

  private static func isWritable(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy(DeclarationWriter.isWritable)
  }

  private static func distinct(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.enumerated().map { place, name in
      if name.isEmpty || !isWritable(name) { return "column_\(place + 1)" }
      return seen.insert(name).inserted ? name : "\(name) \(place + 1)"
    }
  }

  // MARK: YAML and SQLite

  private static func yaml(_ beginning: borrowing FileBeginning) -> DataShape {
    YAMLShape.records(beginning, takesValues: true) ?? DataShape(kind: "yaml")
  }

  private static func database(_ path: String, display: String) throws(Failure) -> DataShape {
    let tables: [SQLiteTables.Table]
    do throws(Failure) {
      tables = try SQLiteTables(path: path, display: display).tables
    } catch {
      guard error.concerns([.sqliteNotADatabase, .sqliteCorrupt]) else { throw error }
      throw Failure(
        .dataFormat, "the database is damaged", at: SourceLocation(file: display),
        remedy: "check the file with `sqlite3 FILE 'pragma integrity_check'`")
    }
    guard let best = tables.max(by: { $0.rows < $1.rows }), best.rows > 0 else {
      throw Failure(
        .dataFormat, "the database holds no rows", at: SourceLocation(file: display),
        remedy: "fill a table first")
    }
    // Of equally large ones the first that was made.
    let chosen = tables.first { $0.rows == best.rows } ?? best
    var shape = DataShape(kind: "sqlite", columns: chosen.columns, key: chosen.key)
    shape.settings.append(("table", .text(chosen.name)))
    if let key = chosen.key { shape.settings.append(("key", .text(key))) }
    if !chosen.binaryColumns.isEmpty {
      let names = chosen.binaryColumns.prefix(5).map { "`\($0)`" }.joined(separator: ", ")
      shape.doubts.append("\(names) held no text and was left out")
    }
    if tables.count > 1 {
      shape.doubts.append(
        "the database holds \(tables.count) tables and views; the largest is taken")
    }
    return shape
  }
}
