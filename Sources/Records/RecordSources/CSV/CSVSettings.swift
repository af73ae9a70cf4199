package import FootlightPlatform

/// The settings for the rows of a source's files.
package struct CSVSettings: Sendable, Hashable {
  var dialect = CSVDialect()
  /// The names of the columns, when the declaration gives them.
  var columns: [String]?
  /// Whether the first row is no record.
  var hasHeader = true
  /// The line that holds the header, or the last one before the rows; those above it are skipped.
  var headerLine = 1
}

extension CSVSettings {
  /// Reads the settings of a source; `delimiter` is given by kinds that know it.
  package init(_ definition: SourceDefinition, delimiter: UInt8?) throws(Failure) {
    var problems: [Diagnostic] = []
    func report(_ message: String, of name: String? = nil, remedy: String) {
      let place = name.flatMap { definition.settings[$0]?.location } ?? definition.location
      problems.append(Diagnostic(.sourceSetting, message, at: place, remedy: remedy))
    }
    func byte(_ name: String, _ fallback: UInt8) -> UInt8 {
      guard let text = definition[name]?.text else { return fallback }
      if text.utf8.count == 1, let byte = text.utf8.first, byte < 0x80, byte != 0x0A,
        byte != 0x0D, byte != 0
      {
        return byte
      }
      report(
        "`\(name)` must be one ASCII character", of: name, remedy: "write one, such as `;`")
      return fallback
    }
    let quote =
      definition["quote"]?.text == "none" ? nil : byte("quote", UInt8(ascii: "\""))
    let between = delimiter ?? byte("delimiter", UInt8(ascii: ","))
    if between == quote {
      report(
        "`delimiter` and `quote` must be different characters",
        remedy: "choose another `quote`, or `none`")
    }
    let columns = definition["columns"]?.list
    let headerLine = definition["header"]?.number.flatMap { Int(exactly: $0) }
    let hasHeader = headerLine != nil || definition["header"]?.boolean ?? (columns == nil)
    let comment = definition["comment"] == nil ? nil : byte("comment", UInt8(ascii: "#"))
    if columns == nil, !hasHeader {
      report(
        "without a header the columns have no names", of: "header",
        remedy: "name them with `columns:`")
    }
    var named: Set<[UInt8]> = []
    for name in columns ?? [] where !name.isEmpty && !named.insert(Array(name.utf8)).inserted {
      report(
        "`columns` names `\(name)` twice", of: "columns",
        remedy: "give each column a name of its own")
    }
    if let failure = Failure(problems) { throw failure }
    self.init(
      dialect: CSVDialect(
        delimiter: between, quote: quote, comment: comment,
        escapes: definition["escape"]?.text.flatMap { CSVEscape(rawValue: $0) } ?? .double),
      columns: columns, hasHeader: hasHeader, headerLine: headerLine ?? 1)
  }

  /// Throws when the mapping asks for columns that `columns` does not name: they are nowhere.
  func check(_ plan: FieldPlan, at location: SourceLocation?) throws(Failure) {
    guard let columns else { return }
    let named = Set(columns.map { Array($0.utf8) })
    var problems: [Diagnostic] = []
    let asked = plan.paths.filter { !$0.isGivenToAll }
    for path in asked where !(path.firstKey.map { named.contains(Array($0.utf8)) } ?? true) {
      guard let name = path.columnName, !named.contains(Array(name.utf8)) else { continue }
      problems.append(
        Diagnostic(
          .sourceHeader, "the mapping uses `\(name)`, which is none of the `columns`",
          at: location, remedy: nearest(to: name, among: columns).map { "did you mean `\($0)`?" }))
    }
    if let failure = Failure(problems) { throw failure }
  }
}

/// How the cells of a file are told apart.
struct CSVDialect: Sendable, Hashable {
  /// The character between two cells.
  var delimiter = UInt8(ascii: ",")
  /// The character that encloses a cell that holds delimiters or line feeds; nil when none does.
  var quote: UInt8? = UInt8(ascii: "\"")
  /// The character that begins lines that are no rows; nil when all lines are rows.
  var comment: UInt8?
  /// How a quote within quotes is written.
  var escapes = CSVEscape.double
}

/// How a quote within quotes is written.
package enum CSVEscape: String, Sendable, Hashable {
  /// Twice (RFC 4180).
  case double
  /// After a backslash; so is a backslash before a quote or another one. Others are characters like any.
  case backslash
  /// As above; `\n`, `\r`, `\t` and an escaped line end stand for what they mean, and `\N` for no value.
  case mysql
}
