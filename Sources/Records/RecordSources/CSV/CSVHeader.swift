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
    func damage(_ message: String, at offset: Int? = nil, _ remedy: String) -> CutDamage {
      CutDamage(code: .sourceHeader, offset: offset ?? start, message: message, remedy: remedy)
    }
    while !row.isAtEnd {
      let cell = row.at
      guard let text = row.nextText(bytes) else {
        throw damage(
          "in the header, text follows the quote that closes a cell", at: row.at,
          "double every quote within the cell")
      }
      guard let name = String(validating: text, as: UTF8.self) else {
        throw damage(
          "the name of column \(names.count + 1) is not valid UTF-8", at: cell,
          "convert the file to UTF-8")
      }
      if name.utf8.contains(0) || name.utf8.contains(0x0D) {
        throw damage(
          "the name of column \(names.count + 1) holds a zero byte or a carriage return", at: cell,
          "check that the file is CSV text, and that lines end with a line feed")
      }
      names.append(name.trimmed)
    }
    for index in names.indices where names[index].isEmpty {
      // A column without a name is called by its place, unless one bears that name.
      let name = "column \(index + 1)"
      if !names.contains(name) { names[index] = name }
    }
    let (columns, repeated) = ColumnSlots.matching(names, plan)
    if let repeated {
      throw damage(
        "the header names two columns `\(repeated)`, and the mapping uses that name",
        "rename one of them, or name all columns with `columns:`")
    }
    seen.add(names)
    // A name that is nearly there was meant as a column, even where every file has one.
    let asked = plan.paths.filter { path in
      !path.isGivenToAll || path.columnName.flatMap { nearest(to: $0, among: names) } != nil
    }
    guard columns.wanted.isEmpty, let wanted = asked.compactMap(\.columnName).first else {
      return columns
    }
    throw damage(
      "the header has none of the columns that the mapping uses, such as `\(wanted)`",
      nearest(to: wanted, among: names).map { "did you mean `\($0)`?" }
        ?? "check `delimiter:`, or name the columns with `columns:`")
  }
}
