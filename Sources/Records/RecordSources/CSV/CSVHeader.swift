import FootlightPlatform

/// Where the names of the columns come from: the declaration or the first row.
struct CSVHeader: Sendable {
  /// The paths that are wanted.
  let plan: FieldPlan
  /// The columns when the declaration names them.
  let declaredColumns: ColumnSlots?
  /// Whether the first row is no record.
  let isRow: Bool
  /// How many lines stand above the header.
  let linesAbove: Int
  /// Which of the columns are in no file.
  let seen: ColumnsSeen

  init(_ plan: FieldPlan, _ settings: CSVSettings) {
    self.plan = plan
    seen = ColumnsSeen(plan)
    declaredColumns = settings.columns.map { ColumnSlots.matching($0, plan).columns }
    isRow = settings.hasHeader
    linesAbove = settings.headerLine - 1
  }

  /// The columns that the row in `start ..< end` names.
  func columns(
    _ bytes: Span<UInt8>, from start: Int, to end: Int, _ dialect: CSVDialect
  ) throws(CutDamage) -> ColumnSlots {
    var names: [String] = []
    var row = CSVRow(dialect, at: start, end: end)
    var decoded = ByteArena()
    repeat {
      guard let cell = row.next(bytes) else {
        throw CutDamage(
          code: .sourceHeader, offset: row.at,
          message: "in the header, text follows the quote that closes a cell",
          remedy: "double every quote within the cell")
      }
      decoded.removeAll()
      cell.append(bytes, to: &decoded, quote: dialect.quote)
      guard let name = String(validating: decoded.bytes(decoded.all), as: UTF8.self) else {
        throw CutDamage(
          code: .sourceHeader, offset: cell.start,
          message: "the name of column \(names.count + 1) is not valid UTF-8",
          remedy: "convert the file to UTF-8")
      }
      if name.utf8.contains(0) || name.utf8.contains(0x0D) {
        throw CutDamage(
          code: .sourceHeader, offset: cell.start,
          message: "the name of column \(names.count + 1) holds a zero byte or a carriage return",
          remedy: "check that the file is CSV text, and that lines end with a line feed")
      }
      names.append(trimmed(name))
    } while !row.isAtEnd
    for index in names.indices where names[index].isEmpty {
      // A column without a name is called by its place, unless one bears that name.
      let name = "column \(index + 1)"
      if !names.contains(name) { names[index] = name }
    }
    let (columns, repeated) = ColumnSlots.matching(names, plan)
    if let repeated {
      throw CutDamage(
        code: .sourceHeader, offset: start,
        message: "the header names two columns `\(repeated)`, and the mapping uses that name",
        remedy: "rename one of them, or name all columns with `columns:`")
    }
    if columns.wanted.isEmpty { try checkNames(names, start) }
    seen.add(names)
    return columns
  }

  /// Throws when the mapping asks for columns and the header has none of them.
  private func checkNames(_ names: [String], _ start: Int) throws(CutDamage) {
    // A name that is nearly there was meant as a column, even where every file has one.
    let asked = plan.paths.filter { path in
      !path.isGivenToAll || path.columnName.flatMap { nearest(to: $0, among: names) } != nil
    }
    guard let wanted = asked.compactMap(\.columnName).first else { return }
    var remedy = "check `delimiter:`, or name the columns with `columns:`"
    if let nearest = nearest(to: wanted, among: names) { remedy = "did you mean `\(nearest)`?" }
    throw CutDamage(
      code: .sourceHeader, offset: start,
      message: "the header has none of the columns that the mapping uses, such as `\(wanted)`",
      remedy: remedy)
  }

  /// A name without spaces around it.
  private func trimmed(_ name: String) -> String {
    var name = name[...]
    while name.first == " " { name.removeFirst() }
    while name.last == " " { name.removeLast() }
    return String(name)
  }
}
