import DeclaredRecords
import FileHandles
package import FootlightPlatform

/// The tables of a database, for choosing one.
package struct SQLiteTables: Sendable {
  /// A table or a view.
  package struct Table: Sendable, Hashable {
    package var name: String
    package var columns: [String]
    /// Those that hold blobs, which are left out of ``columns``.
    package var binaryColumns: [String] = []
    /// The columns that are its primary key.
    package var keys: [String] = []
    /// How many bytes of text its rows hold on average.
    package var text = 0
    /// How many rows it has; counted up to a hundred thousand.
    package var rows: Int
  }

  /// Those that can be read, in the order in which they were made.
  package var tables: [Table] = []

  /// Looks into a database without writing anything.
  package init(path: String, display: String) throws(Failure) {
    let file = SourceFile(path: path, display: display, relative: display)
    do throws(Failure) {
      let connection = try SourceDatabase(file).release()
      try connection.restrictToReading(
        steps: 100_000_000, valueLimit: 1 << 20, cancellation: Cancellation())
      for name in try SQLiteTables.names(connection) {
        // A view over something that is gone is no table to choose.
        if let table = try? SQLiteTables.table(name, connection) { tables.append(table) }
      }
    } catch {
      throw error.named(file)
    }
  }

  private static func table(
    _ name: String, _ connection: borrowing Connection
  ) throws(Failure) -> Table {
    let shape = try connection.statement("SELECT * FROM \(Quoting.sql(name))")
    var table = Table(name: name, columns: [], rows: 0)
    var names: [String] = []
    for column in 0..<shape.columnCount { names.append(shape.name(ofColumn: column)) }
    let binary = try binaryColumns(of: name, names, connection)
    table.columns = names.filter { !binary.contains($0) }
    table.binaryColumns = names.filter { binary.contains($0) }
    let count = try connection.statement(
      "SELECT count(*) FROM (SELECT 1 FROM \(Quoting.sql(name)) LIMIT 100000)")
    if try count.step() { table.rows = Int(count.int64(0)) }
    let keys = try connection.statement(
      "SELECT name FROM pragma_table_info(\(literal(name))) WHERE pk > 0 ORDER BY pk")
    while try keys.step() { table.keys.append(keys.text(0)) }
    if !table.columns.isEmpty, table.columns.count <= 2_000 {
      let lengths = table.columns.map {
        "CASE WHEN typeof(\(Quoting.sql($0))) = 'text' THEN length(\(Quoting.sql($0))) ELSE 0 END"
      }
      // Sums of many terms are too deep for SQLite: they are added up in groups.
      let sums = stride(from: 0, to: lengths.count, by: 50).map { first in
        lengths[first..<min(first + 50, lengths.count)].joined(separator: " + ")
      }
      let text = try connection.statement(
        "SELECT " + sums.map { "avg(\($0))" }.joined(separator: ", ")
          + " FROM (SELECT * FROM \(Quoting.sql(name)) LIMIT 300)")
      if try text.step() {
        table.text = (0..<sums.count).reduce(0) { $0 + Int(text.double($1)) }
      }
    }
    return table
  }

  /// The names of what can be chosen: tables, views and virtual tables.
  ///
  /// Tables that a virtual table keeps its own things in are none, nor is an index of full text over a
  /// table that is there itself.
  private static func names(_ connection: borrowing Connection) throws(Failure) -> [String] {
    let list = try connection.statement(
      """
      SELECT l.name, l.type, s.sql FROM sqlite_schema AS s
      JOIN pragma_table_list AS l ON l.schema = 'main' AND l.name = s.name
      WHERE s.type IN ('table', 'view') AND s.name NOT LIKE 'sqlite_%' AND l.type <> 'shadow'
      ORDER BY s.rowid
      """)
    var names: [String] = []
    while try list.step() {
      if list.text(1) == "virtual", isIndexOnly(list.text(2)) { continue }
      names.append(list.text(0))
    }
    return names
  }

  /// Whether the SQL of a virtual table says that its content lies elsewhere or is not kept.
  private static func isIndexOnly(_ sql: String) -> Bool {
    let compact = sql.lowercased().filter { !$0.isWhitespace }
    return compact.contains("content=") || compact.contains("usingrtree")
  }

  /// The columns whose values are blobs for the most part, such as pictures, in the first rows.
  private static func binaryColumns(
    of table: String, _ names: [String], _ connection: borrowing Connection
  ) throws(Failure) -> Set<String> {
    // A result has 2,000 columns at most, unless SQLite was built otherwise.
    let looked = names.prefix(2_000)
    guard !looked.isEmpty else { return [] }
    let counts = looked.map {
      "sum(typeof(\(Quoting.sql($0))) = 'blob') * 2 > count(\(Quoting.sql($0)))"
    }
    let statement = try connection.statement(
      "SELECT \(counts.joined(separator: ", ")) FROM (SELECT * FROM \(Quoting.sql(table)) LIMIT 1000)"
    )
    guard try statement.step() else { return [] }
    return Set(looked.enumerated().filter { statement.int64($0.offset) == 1 }.map(\.element))
  }

  /// A text as SQL writes it.
  private static func literal(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }
}
