package import DeclaredRecords
import FileHandles
package import FootlightPlatform

/// Which rows of a database are records.
package struct SQLiteSelection: Sendable, Hashable {
  /// The table or the query that yields the rows.
  enum Rows: Sendable, Hashable {
    /// All rows of a table or a view.
    case table(String)
    /// The rows of one SELECT.
    case query(String)
  }

  /// How changed rows are found.
  enum Changes: Sendable, Hashable {
    /// All rows are read and compared.
    case digest
    /// A log in the database has their keys.
    case triggers
    /// They have a higher value in a column.
    case watermark(String)
  }

  /// The part of the rows that is wanted.
  enum Part: Sendable, Hashable {
    case all
    /// Those with these keys.
    case keys([SourceKey])
    /// Those whose watermark is this one or higher, and those that have none.
    case since(SourceKey)

    var isKeys: Bool {
      if case .keys = self { true } else { false }
    }
  }

  var rows: Rows
  /// The column that tells rows apart; never NULL, and a table is read in its order.
  var key: String?
  var changes = Changes.digest
  /// The domain, which names the log of changes.
  var domain = ""
  /// How many steps of SQLite's virtual machine may lie between two rows.
  var stepLimit = 10_000_000_000
  /// Where `table` or `query` stands.
  var location: SourceLocation?

  init(_ rows: Rows, key: String? = nil) {
    self.rows = rows
    self.key = key
  }

  /// Reads the settings of a source.
  package init(_ definition: SourceDefinition) throws(Failure) {
    let table = definition["table"]?.text
    let query = definition["query"]?.text
    switch (table, query) {
    case (let table?, nil): rows = .table(table)
    case (nil, let query?): rows = .query(query)
    default:
      throw Failure(
        .sourceSetting,
        table == nil
          ? "the source names neither a table nor a query"
          : "the source names both a table and a query",
        at: definition.location, remedy: "write `table:` with a name, or `query:` with a SELECT")
    }
    domain = definition.domain
    key = definition["key"]?.text
    location = (definition.settings["table"] ?? definition.settings["query"])?.location
    if let limit = definition["step_limit"]?.number, let steps = Int(exactly: limit) {
      stepLimit = steps
    }
    changes = try changes(definition)
  }

  private func changes(_ definition: SourceDefinition) throws(Failure) -> Changes {
    let place = definition.settings["changes"]?.location ?? definition.location
    let text = definition["changes"]?.text ?? "digest"
    switch text {
    case "digest": return .digest
    case "triggers":
      guard case .table = rows, key != nil else {
        throw Failure(
          .sourceSetting, "`changes: triggers` needs a table and the key of its rows", at: place,
          remedy: "write `table:` and `key:`, or find changes by `digest`")
      }
      return .triggers
    default:
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let column = parts.count == 2 ? parts[1].drop { $0 == " " } : ""
      guard parts.first == "watermark", !column.isEmpty else {
        throw Failure(
          .sourceSetting, "`\(text)` is no way to find changes", at: place,
          remedy: "write `digest`, `triggers`, or `\"watermark: COLUMN\"` in quotes")
      }
      guard key != nil else {
        throw Failure(
          .sourceSetting, "`changes` by a watermark needs the key of the rows", at: place,
          remedy: "write `key:` with the column that tells rows apart, or find changes by `digest`")
      }
      return .watermark(String(column))
    }
  }

  /// The statement that yields these columns of a part of the rows; a query yields all of its own.
  func sql(_ columns: [String], _ part: Part = .all) -> String {
    let names = columns.isEmpty ? "1" : columns.map(Quoting.sql).joined(separator: ", ")
    var sql: String
    switch rows {
    case .query(let query) where part == .all: return query
    // The line feed ends a comment.
    case .query(let query): sql = "SELECT * FROM (\(withoutSemicolon(query))\n)"
    case .table(let name): sql = "SELECT \(names) FROM \(Quoting.sql(name))"
    }
    switch part {
    case .all: break
    case .keys(let keys):
      let marks = repeatElement("?", count: keys.count).joined(separator: ", ")
      return sql + " WHERE \(Quoting.sql(key ?? "")) IN (\(marks))"
    case .since:
      guard case .watermark(let column) = changes else { break }
      return sql + " WHERE \(Quoting.sql(column)) >= ? OR \(Quoting.sql(column)) IS NULL"
    }
    if let key { sql += " ORDER BY \(Quoting.sql(key))" }
    return sql
  }

  /// The statement that yields the highest watermark, and whether it is not below a value.
  func watermarkSQL(_ column: String) -> String {
    let name = Quoting.sql(column)
    return "SELECT max(\(name)), max(\(name)) >= ? FROM \(rowsSQL)"
  }

  /// All rows, as they stand after FROM.
  var rowsSQL: String {
    switch rows {
    case .query(let query): "(\(withoutSemicolon(query))\n)"
    case .table(let name): Quoting.sql(name)
    }
  }

  private func withoutSemicolon(_ query: String) -> String {
    var query = query[...]
    while let last = query.last, last == ";" || last.isWhitespace { query.removeLast() }
    return String(query)
  }
}

extension SQLiteSelection {
  /// A failure of SQLite in the words of somebody who declares a source.
  func explained(_ failure: Failure, _ file: SourceFile) -> Failure {
    let diagnostics = failure.named(file).diagnostics.map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.location = diagnostic.location ?? SourceLocation(file: file.display)
      switch diagnostic.code {
      case .sqliteNotADatabase, .sqliteCorrupt:
        diagnostic.code = .sourceDamaged
        diagnostic.remedy =
          diagnostic.remedy ?? "check the file with `sqlite3 FILE 'pragma integrity_check'`"
      case .sqliteStatement, .sqliteDenied:
        diagnostic.code = .sourceSetting
        diagnostic.location = location ?? diagnostic.location
        diagnostic.remedy =
          diagnostic.remedy ?? "check the names of tables and columns in \(file.display)"
      case .sqliteTooBig:
        diagnostic.code = .recordTooLong
        diagnostic.remedy = "leave the row or the column out with a `query:`"
      case .sqliteReadOnly, .sqliteCannotOpen:
        diagnostic.remedy =
          diagnostic.remedy
          ?? "open the database once with the program that writes it, so that its log is applied"
      default: break
      }
      return diagnostic
    }
    return Failure(diagnostics) ?? failure
  }
}
