import DomainDeclarations
import FootlightDiagnostics

/// Which rows of a database are records.
struct SQLiteSelection: Sendable, Hashable {
  /// What yields the rows.
  enum Rows: Sendable, Hashable {
    /// All rows of a table or a view.
    case table(String)
    /// The rows of one SELECT.
    case query(String)
  }

  var rows: Rows
  /// The column that tells rows apart; never NULL, and a table is read in its order.
  var key: String?
  /// How many steps of SQLite's virtual machine may lie between two rows.
  var stepLimit = 10_000_000_000
  /// Where `table` or `query` stands.
  var location: SourceLocation?

  init(_ rows: Rows, key: String? = nil) {
    self.rows = rows
    self.key = key
  }

  /// Reads the settings of a source.
  init(_ definition: SourceDefinition) throws(Failure) {
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
    key = definition["key"]?.text
    location = (definition.settings["table"] ?? definition.settings["query"])?.location
    if let limit = definition["step_limit"]?.number, let steps = Int(exactly: limit) {
      stepLimit = steps
    }
  }

  /// The statement that yields these columns; nil for what a query yields.
  func sql(_ columns: [String]) -> String {
    switch rows {
    case .query(let sql): return sql
    case .table(let name):
      let names = columns.isEmpty ? "1" : columns.map(quoted).joined(separator: ", ")
      let order = key.map { " ORDER BY \(quoted($0))" } ?? ""
      return "SELECT \(names) FROM \(quoted(name))\(order)"
    }
  }
}

/// A name as SQL writes it.
func quoted(_ name: String) -> String {
  "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
    + "\""
}
