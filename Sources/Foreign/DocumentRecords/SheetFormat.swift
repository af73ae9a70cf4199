package import FootlightPlatform

/// Reads spreadsheets: the rows of a sheet, or of all, as records with the names of their header.
///
/// The rows are read as they come and never kept: a sheet may be larger than the memory.
package struct SheetFormat: ForeignFormat {
  private let sheet: String
  private let header: Int?
  /// The names of the columns; nil where the header gives them.
  private let columns: [String]?

  package init(_ options: ForeignOptions) {
    sheet = options["sheet"] ?? ""
    header = options["header"].flatMap { Int($0) }
    columns = options["columns"].flatMap { JSONValue(Array($0.utf8)) }.flatMap { value in
      if case .list(let names) = value { names.compactMap(\.text) } else { nil }
    }
  }

  package mutating func read(
    _ file: inout ForeignFile, _ printer: inout RecordPrinter
  ) throws(Failure) {
    #if Complete
      let size = try file.size()
      guard let book = try Workbook(file, size: size) else {
        return try printer.failed(
          line: 1, "this is no spreadsheet of xlsx or ods",
          remedy: "save it as one of these with the program that wrote it")
      }
      let wanted = book.sheets.filter { sheet.isEmpty || $0.name == sheet }
      guard !wanted.isEmpty else {
        let names = book.sheets.map { "`\($0.name)`" }.joined(separator: ", ")
        return try printer.failed(
          line: 1, "there is no sheet `\(sheet)`", remedy: "the sheets are: \(names)")
      }
      for sheet in wanted where !printer.isClosed {
        let rows = RowCollector(sheet: sheet.name, header: header, columns: columns)
        try book.read(sheet, file, size: size, rows, &printer)
        try rows.finish(isOnly: wanted.count == 1, &printer)
      }
      try printer.end()
    #else
      throw SisterProgram.read.lacksTrait
    #endif
  }
}

/// Makes records of the rows of a sheet: the header is looked for below titles and blank rows.
final class RowCollector {
  private let sheet: String
  private let header: Int?
  private let columns: [String]?
  /// The names of the columns, once they are known.
  private var names: [String]?
  /// The first rows, until the header is found.
  private var waiting: [(number: Int, cells: [String])] = []
  /// Rows that are ready to be printed.
  private var ready: [(number: Int, cells: [String])] = []

  /// The last row with a value, and how many records there were.
  private var last = 0
  private var records = 0

  /// How many rows are looked at for the header.
  private static let looked = 30

  /// With the header 0 no row is one; `columns` name the columns in the place of a header.
  init(sheet: String, header: Int?, columns: [String]?) {
    self.sheet = sheet
    self.header = header
    self.columns = columns
    if header == 0 { names = columns ?? [] }
  }

  /// Whether rows should be printed before others are read.
  var isFull: Bool { ready.count >= 512 }

  /// Takes a row; its number counts from 1.
  func add(_ number: Int, _ cells: [String]) {
    guard cells.contains(where: { !$0.isEmpty }) else { return }
    last = number
    guard names == nil else {
      ready.append((number, cells))
      return
    }
    if let header {
      if number < header { return }
      names = columns ?? RowCollector.named(cells)
      return
    }
    waiting.append((number, cells))
    if waiting.count >= RowCollector.looked { findHeader() }
  }

  /// The first row that names nearly all columns is the header.
  private func findHeader() {
    let widths = waiting.map { row in row.cells.count { !$0.isEmpty } }
    let most = widths.max() ?? 0
    let index = widths.firstIndex { $0 * 10 >= most * 6 && ($0 > 1 || most <= 1) } ?? 0
    guard waiting.indices.contains(index) else { return }
    names = columns ?? RowCollector.named(waiting[index].cells)
    ready += waiting[(index + 1)...]
    waiting = []
  }

  /// Names for all columns: one without is called by its place, and a repeated one by both.
  private static func named(_ cells: [String]) -> [String] {
    var seen: Set<String> = []
    return cells.enumerated().map { index, cell in
      let name = cell.inOneLine
      if name.isEmpty { return "column \(index + 1)" }
      return seen.insert(name).inserted ? name : "\(name) \(index + 1)"
    }
  }

  /// Prints the rows that are ready.
  func print(_ printer: inout RecordPrinter) throws(Failure) {
    let names = names ?? []
    for (number, cells) in ready {
      var object = Record()
      object.put("sheet", sheet)
      object.put("row", number)
      for (index, cell) in cells.enumerated() where !cell.isEmpty {
        let name = index < names.count ? names[index] : "column \(index + 1)"
        object.put(name, cell)
      }
      printer.json.append(json: object)
      try printer.record(line: number)
    }
    records += ready.count
    ready = []
  }

  /// Prints what is left, and names a sheet that gives nothing; blank ones lie beside others in many files.
  func finish(isOnly: Bool, _ printer: inout RecordPrinter) throws(Failure) {
    if names == nil { findHeader() }
    try print(&printer)
    guard records == 0, last > 0 || isOnly else { return }
    let reason =
      last == 0
      ? "it is empty"
      : names == nil ? "it has no row \(header ?? 1)" : "no row stands below its header"
    try printer.bad(
      line: max(1, last), "the sheet `\(sheet)` gives no records: \(reason)",
      remedy: "name another `sheet`, or the row of its header with `header`")
  }
}
