package import FootlightDiagnostics
import FootlightPlatform
import SQLiteHandles
import RecordSources

/// The tables of a database, for choosing one.
package struct SQLiteTables: Sendable {
  /// A table or a view.
  package struct Table: Sendable, Hashable {
    package var name: String
    package var columns: [String]
    /// Those that hold blobs, which are left out of ``columns``.
    package var binaryColumns: [String] = []
    /// The column that is its primary key alone.
    package var key: String?
    /// How many rows it has; counted up to a hundred thousand.
    package var rows: Int
  }

  /// Those that can be read, in the order in which they were made.
  package var tables: [Table] = []

  /// Looks into a database without writing anything.
  package init(path: String, display: String) throws(Failure) {
    let file = SourceFile(path: path, display: display, relative: display)
    do throws(Failure) {
      var unpacked = try file.unpacked()
      let isIdle = unpacked == nil ? try isIdleLogDatabase(file) : true
      let connection = try Connection(
        path: unpacked?.keptName ?? path, mode: isIdle ? .immutable : .readOnly)
      unpacked?.forgetName()
      try connection.restrictToReading(
        steps: 100_000_000, valueLimit: 1 << 20, cancellation: Cancellation())
      for name in try tableNames(connection) {
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
    let shape = try connection.statement("SELECT * FROM \(quoted(name))")
    var table = Table(name: name, columns: [], key: nil, rows: 0)
    var names: [String] = []
    for column in 0..<shape.columnCount { names.append(shape.name(ofColumn: column)) }
    let binary = try binaryColumns(of: name, names, connection)
    table.columns = names.filter { !binary.contains($0) }
    table.binaryColumns = names.filter { binary.contains($0) }
    let count = try connection.statement(
      "SELECT count(*) FROM (SELECT 1 FROM \(quoted(name)) LIMIT 100000)")
    if try count.step() { table.rows = Int(count.int64(0)) }
    let keys = try connection.statement(
      "SELECT name FROM pragma_table_info(\(literal(name))) WHERE pk > 0")
    var keyNames: [String] = []
    while try keys.step() { keyNames.append(keys.text(0)) }
    if keyNames.count == 1 { table.key = keyNames.first }
    return table
  }

  /// The columns whose values are blobs for the most part, such as pictures, in the first rows.
  private static func binaryColumns(
    of table: String, _ names: [String], _ connection: borrowing Connection
  ) throws(Failure) -> Set<String> {
    // A result has 2,000 columns at most, unless SQLite was built otherwise.
    let looked = names.prefix(2_000)
    guard !looked.isEmpty else { return [] }
    let counts = looked.map { "sum(typeof(\(quoted($0))) = 'blob') * 2 > count(\(quoted($0)))" }
    let statement = try connection.statement(
      "SELECT \(counts.joined(separator: ", ")) FROM (SELECT * FROM \(quoted(table)) LIMIT 1000)")
    guard try statement.step() else { return [] }
    return Set(looked.enumerated().filter { statement.int64($0.offset) == 1 }.map(\.element))
  }

  /// A text as SQL writes it.
  private static func literal(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }
}
