import DeclaredRecords
import FileHandles
public import FootlightPlatform

extension DiagnosticCode {
  /// Data that is none of the formats which are read.
  ///
  /// Remedy: convert it to CSV or JSON, as the message says, or write a declaration.
  public static let dataFormat = DiagnosticCode("data.format", .caller)
}

/// Finds out how a data file is to be read, by what is in it; its name settles only what the
/// contents leave open.
package enum FormatSniffer {
  /// The shape of files of one kind, by a look at some of them.
  ///
  /// - Throws: `data.format` when Footlight does not read the format.
  package static func shape(ofSome paths: [String], display: String) throws(Failure) -> DataShape {
    do throws(Failure) {
      guard paths.count > 1, let first = paths.first else {
        return try shape(of: paths.first ?? "")
      }
      if Path.fileExtension(of: first).lowercased() == "json" { return try shape(ofJSON: paths) }
      let shape = try shape(of: first)
      if shape.kind == "json" { return try self.shape(ofJSON: paths) }
      guard shape.kind == "xml" else { return shape }
      let shapes = paths.compactMap { try? self.shape(of: $0) }.filter { $0.kind == "xml" }
      let places = shapes.map(\.records)
      // Of documents with several roots each is a record; else most files tell where the records are.
      guard Set(places.map { $0.split(separator: "/").first }).count > 1 else {
        let most = places.max { place, other in
          places.count { $0 == place } < places.count { $0 == other }
        }
        return shapes.first { $0.records == most } ?? shape
      }
      var whole = DataShape(kind: "xml", settings: [("records", .text("/*"))])
      whole.doubts.append("the files have different roots, so each file is a record")
      return whole
    } catch {
      throw error.at(SourceLocation(file: display))
    }
  }

  /// The shape of files of JSON: a record each, where they say themselves what they are, or all with their records in the
  /// same place.
  private static func shape(ofJSON paths: [String]) throws(Failure) -> DataShape {
    var own = 0
    var others = 0
    var holders: [DocumentOutline.Records] = []
    var named: [DocumentOutline.Records] = []
    for path in paths {
      // One that cannot be read is told when it is.
      guard let beginning = try? FileBeginning.read(path) else { continue }
      let outline = DocumentOutline(json: beginning.bytes)
      let best = outline.largest.flatMap { $0.isReadable(outline) ? $0 : nil }
      guard let top = outline.containers.first, outline.documents == 1 || !beginning.isWhole,
        top.isObject || best?.path == [] && best?.kind == .objects
      else {
        others += 1
        continue
      }
      guard top.isObject else { continue }
      guard let best, best.size * 2 > top.size else {
        own += 1
        continue
      }
      let names =
        FieldNames.identifiers + FieldNames.titles + FieldNames.descriptions + FieldNames.bodies
      if top.keys.contains(where: { FieldNames.fit($0, names) > 2 }) {
        named.append(best)
      } else {
        holders.append(best)
      }
    }
    // What has a name may hold a list of its own; where all hold a long one, that is the records.
    if Set(named.map(\.path)).count == 1, named.contains(where: { $0.count > 4 }) {
      holders += named
    } else {
      own += named.count
    }
    if own > 0, holders.isEmpty, others == 0 {
      var shape = DataShape(kind: "json")
      shape.isOneAFile = true
      return shape
    }
    let shapes = paths.compactMap { try? self.shape(of: $0) }
    let places = Set(shapes.map(\.place) + (own > 0 ? [""] : []))
    guard places.count < 2 else {
      let some = places.sorted().prefix(5).map { $0.isEmpty ? "the whole file" : "`\($0)`" }
      throw Failure(
        .dataFormat,
        "the files have their records in different places: "
          + some.joined(separator: ", ") + (places.count > 5 ? ", …" : ""),
        remedy: "add each kind of file by itself")
    }
    if let shape = shapes.first { return shape }
    return try shape(of: paths.first ?? "")
  }

  /// The shape of a file.
  private static func shape(of path: String) throws(Failure) -> DataShape {
    if try FileBeginning.isDatabase(path) { return try database(path) }
    if let shape = try DocumentShape.shape(of: path) { return shape }
    let beginning = try FileBeginning.read(path)
    let name = Path.fileExtension(of: Packing.plain(path)).lowercased()
    guard let start = beginning.firstMark else {
      throw Failure(.dataFormat, "the file is empty", remedy: "put some records into it")
    }
    guard let encoding = beginning.encoding else {
      return try shape(beginning, from: start, name: name)
    }
    // XML, pages and mail say themselves what they are in.
    if let shape = ForeignShape.shape(beginning, name: name) { return shape }
    var shape = try shape(beginning, from: start, name: name)
    shape.settings.append(("encoding", .text(encoding)))
    shape.doubts.append(
      "line \(beginning.firstForeignLine) is no UTF-8; the file is read as \(encoding)")
    return shape
  }

  private static func shape(
    _ beginning: borrowing FileBeginning, from start: Int, name: String
  ) throws(Failure) -> DataShape {
    if ["md", "markdown", "mdown"].contains(name) { return DataShape(kind: "markdown") }
    if let problem = JSONOddity.problem(beginning, name: name) { throw problem }
    switch beginning.bytes[start] {
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      // A first line longer than the look shows neither its end nor what follows.
      let isCutOff =
        !beginning.isWhole
        && beginning.bytes.firstIndex(of: 0x0A, from: start, to: beginning.bytes.count) == nil
      if isCutOff, ["jsonl", "ndjson"].contains(name) { return DataShape(kind: "jsonl") }
      if let shape = DataShape(transposed: beginning) { return shape }
      if let shape = try json(beginning, from: start) { return shape }
    default: break
    }
    if let shape = ForeignShape.shape(beginning, name: name) { return shape }
    if ["yaml", "yml"].contains(name) {
      return YAMLShape.records(beginning, takesValues: true) ?? DataShape(kind: "yaml")
    }
    if let oddity = RowOddity.problem(beginning) { throw oddity }
    if let rows = TableSniffer.reading(beginning, isNamedTable: isTable(name)) {
      if isProse(rows, name) { return DataShape(kind: "text") }
      // A text with commas in it can look regular by chance: YAML says plainly what it is.
      if rows.regularity < 1 || rows.width == 2, !isTable(name),
        let shape = YAMLShape.records(beginning)
      {
        return shape
      }
      return DataShape(rows)
    }
    if let shape = YAMLShape.records(beginning) { return shape }
    if let broken = TableSniffer.mistake(beginning, isNamedTable: isTable(name)) { throw broken }
    if name == "txt" || isTable(name) || name == "list" || name.isEmpty,
      isList(beginning), let rows = TableSniffer.lines(beginning)
    {
      var shape = DataShape(rows)
      shape.doubts.append("the lines hold one value each, so each line is taken for a name")
      return shape
    }
    if name == "txt" || name == "text" { return DataShape(kind: "text") }
    throw Failure(
      .dataFormat, "nothing in the file tells where its records are",
      remedy: "csv, tsv, json, jsonl, yaml, SQLite and folders of Markdown are read; for anything "
        + "else write a declaration, if need be with `kind: command`")
  }

  private static func isTable(_ name: String) -> Bool { ["csv", "tsv", "tab"].contains(name) }

  /// Whether rows are the lines of a text: white space follows every comma, and sentences end them.
  private static func isProse(_ rows: TableReading, _ name: String) -> Bool {
    guard ["txt", "text"].contains(name), rows.delimiter == 0x2C else { return false }
    let ends = rows.rows.filter { [".", "!", "?"].contains($0.last?.last) }
    return ends.count * 2 > rows.rows.count
      && rows.rows.allSatisfy { $0.dropFirst().allSatisfy { $0.utf8.first == 0x20 } }
  }

  /// Whether a text consists of short lines, and is none whose paragraphs were broken into lines.
  private static func isList(_ beginning: borrowing FileBeginning) -> Bool {
    let all = beginning.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let lines = all.filter { !$0.isEmpty }
    let length = lines.reduce(0) { $0 + $1.utf8.count }
    let broken = lines.count { line in
      line.utf8.count { $0 == 0x20 } > 6 && !".!?:;\"'".contains(line.trimmedEnd.last ?? ".")
    }
    let isProse =
      all.dropLast(2).count { $0.isEmpty } > 1
      && (broken * 5 > lines.count || Set(lines).count * 4 < lines.count * 3)
    return lines.count > 1 && length / lines.count < 80 && !isProse
  }

  // MARK: JSON

  private static func json(
    _ beginning: borrowing FileBeginning, from start: Int
  ) throws(Failure) -> DataShape? {
    let outline = DocumentOutline(json: beginning.bytes)
    if beginning.bytes[start] == UInt8(ascii: "[") {
      guard let best = outline.largest, best.path.isEmpty, best.isReadable(outline) else {
        // `[link](…)` begins a text as well as `[1, 2]` a list.
        guard beginning.isWhole, outline.documents == 1 else { return nil }
        throw Failure(
          .dataFormat, "the array holds no objects and no texts",
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
      remedy: "put the records into an array, or write one object a line")
  }

  // MARK: SQLite

  private static func database(_ path: String) throws(Failure) -> DataShape {
    let tables: [SQLiteTables.Table]
    do throws(Failure) {
      tables = try SQLiteTables(path: path, display: path).tables
    } catch {
      guard error.concerns([.sqliteNotADatabase, .sqliteCorrupt]) else { throw error }
      throw Failure(
        .dataFormat, "the database is damaged",
        remedy: "check the file with `sqlite3 FILE 'pragma integrity_check'`")
    }
    // Many rows that only join others hold no texts.
    func worth(_ table: SQLiteTables.Table) -> Double {
      guard table.rows > 0 else { return 0 }
      let size = Double(String(table.rows).count) + Double(table.rows) / 200_000
      return size * (1 + Double(min(table.text, 400)))
    }
    let most = tables.map(worth).max() ?? 0
    guard most > 0, let chosen = tables.first(where: { worth($0) == most }) else {
      throw Failure(
        .dataFormat, "the database holds no rows", remedy: "fill a table first")
    }
    let key = chosen.keys.count == 1 ? chosen.keys.first : nil
    var shape = DataShape(kind: "sqlite", columns: chosen.columns, key: key)
    shape.keys = chosen.keys.count > 1 ? chosen.keys : []
    shape.settings.append(("table", .text(chosen.name)))
    if let key { shape.settings.append(("key", .text(key))) }
    if !chosen.binaryColumns.isEmpty {
      let names = chosen.binaryColumns.prefix(5).map { "`\($0)`" }.joined(separator: ", ")
      shape.doubts.append("\(names) held no text and was left out")
    }
    let others = tables.filter { $0.name != chosen.name }.sorted { $0.rows > $1.rows }
    if !others.isEmpty {
      let named = others.map { table in
        "`\(table.name)` (\(table.rows >= 100_000 ? "100000 or more" : String(table.rows)))"
      }
      shape.doubts.append(
        "the table `\(chosen.name)` is taken; beside it there are " + named.first(12))
    }
    return shape
  }
}

/// Tells documents and spreadsheets by their first bytes and their names.
package enum DocumentShape {
  /// The endings of files that are documents and nothing else.
  package static let endings: Set<String> = ["pdf", "docx", "pptx", "odt", "odp", "epub", "rtf"]
  /// The endings of spreadsheets.
  package static let sheets: Set<String> = ["xlsx", "ods"]
  /// The endings of archives of documents.
  package static let archives: Set<String> = ["zip", "tar", "tgz", "tbz2", "txz", "tzst"]

  /// The programs of bibutils that turn lists of literature into MODS, a vocabulary of XML, by their endings.
  ///
  /// Format: https://www.loc.gov/standards/mods/
  private static let programs = [
    "bib": "bib2xml", "ris": "ris2xml", "enw": "end2xml", "nbib": "nbib2xml",
  ]

  /// The shape of a file that its name tells; nil when it tells none, or is wrong.
  static func shape(of path: String) throws(Failure) -> DataShape? {
    let ending = Path.fileExtension(of: path).lowercased()
    if let program = programs[ending] {
      return DataShape(
        kind: "xml",
        settings: [
          ("records", .text("/modsCollection/mods")), ("convert", .list([program, "{path}"])),
        ], vocabulary: "mods")
    }
    let plain = Path.fileExtension(of: Packing.plain(path)).lowercased()
    if archives.contains(ending) || archives.contains(plain) { return DataShape(kind: "documents") }
    guard endings.contains(ending) || sheets.contains(ending) else { return nil }
    var first = ByteArena(capacity: 16)
    _ = try File(path: path).read(into: &first, at: 0, upTo: 8)
    let begins = ["pdf": "%PDF", "rtf": "{\\rtf"][ending] ?? "PK\u{3}\u{4}"
    guard first.bytes(first.all).starts(with: begins.utf8) else { return nil }
    return DataShape(kind: sheets.contains(ending) ? "sheet" : "documents")
  }
}

/// Finds out where the records of a YAML file are, by its first lines.
package enum YAMLShape {
  /// The shape when a list or a mapping of records is in the text; with `takesValues` they may be
  /// texts, too.
  static func records(
    _ beginning: borrowing FileBeginning, takesValues: Bool = false
  ) -> DataShape? {
    let outline = DocumentOutline(yaml: beginning.bytes)
    guard let best = outline.largest, best.isReadable(outline),
      takesValues || best.kind == .objects || best.kind == .members
    else { return nil }
    // Documents that are mappings are records themselves, whatever they hold.
    let documents = outline.containers.filter(\.path.isEmpty)
    if documents.count > 1, documents.allSatisfy(\.isObject), !best.path.isEmpty { return nil }
    return DataShape(best, kind: "yaml", of: outline)
  }

  /// Whether a file declares a domain: a mapping with the keys that only a declaration has.
  package static func isDeclaration(_ path: String) -> Bool {
    guard ["yaml", "yml"].contains(Path.fileExtension(of: path).lowercased()) else { return false }
    var keys: Set<Substring> = []
    guard let beginning = try? FileBeginning.read(path),
      beginning.encoding == nil
    else { return false }
    for line in beginning.text.split(whereSeparator: \.isNewline) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      keys.insert(line[..<colon])
    }
    return keys.contains("domain") && (keys.contains("source") || keys.contains("item"))
  }
}
