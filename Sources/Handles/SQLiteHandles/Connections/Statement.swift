import CSystemSQLite
package import FootlightPlatform

/// A compiled SQL statement, checked out of its connection and handed back when it is destroyed.
///
/// Parameters count from 1, columns from 0, as in SQLite. It may outlive its connection.
@safe
package struct Statement: ~Copyable {
  let handle: OpaquePointer
  let sql: String
  let state: ConnectionState

  init(handle: OpaquePointer, sql: String, state: ConnectionState) {
    unsafe self.handle = handle
    self.sql = sql
    self.state = state
  }

  deinit {
    unsafe state.giveBack(handle, sql)
  }

  /// Goes to the next row; false when there is none, and then the statement can be run again.
  ///
  /// SQLite: sqlite3_step.
  package func step() throws(Failure) -> Bool {
    state.watch?.begin()
    // It can only be met by the first step, which begins to read: no row is lost.
    let code = repeatedWhileJournalLooksHot { unsafe sqlite3_step(handle) }
    if code == SQLITE_ROW { return true }
    let failure = code == SQLITE_DONE ? nil : failure(code)
    // Without this the statement would keep its read transaction open.
    unsafe sqlite3_reset(handle)
    if let failure { throw failure }
    return false
  }

  /// Runs the statement to its end and drops its rows.
  package func run() throws(Failure) {
    while try step() {}
  }

  /// Leaves the current row and makes the statement ready to run again; bindings stay.
  ///
  /// SQLite: sqlite3_reset.
  package func reset() {
    unsafe sqlite3_reset(handle)
  }

  /// Makes all parameters NULL.
  ///
  /// SQLite: sqlite3_clear_bindings.
  package func clearBindings() {
    unsafe sqlite3_clear_bindings(handle)
  }

  /// How many columns a row has.
  ///
  /// SQLite: sqlite3_column_count.
  package var columnCount: Int { unsafe Int(sqlite3_column_count(handle)) }

  /// The path of its database, for messages.
  package var path: String { state.path }

  /// The name of a column; empty when there is no such column.
  ///
  /// SQLite: sqlite3_column_name.
  package func name(ofColumn column: Int) -> String {
    guard let name = unsafe sqlite3_column_name(handle, Int32(clamping: column)) else { return "" }
    return unsafe String(cString: name)
  }

  /// Whether the statement changes nothing in the database.
  ///
  /// SQLite: sqlite3_stmt_readonly.
  package var isReadOnly: Bool { unsafe sqlite3_stmt_readonly(handle) != 0 }

  func check(_ code: Int32) throws(Failure) {
    guard code == SQLITE_OK else { throw failure(code) }
  }

  func failure(_ code: Int32) -> Failure {
    if code & 0xFF == SQLITE_INTERRUPT, let failure = state.watch?.failure(sql, state.path) {
      return failure
    }
    return unsafe sqliteFailure(code, of: sqlite3_db_handle(handle), sql: sql, path: state.path)
  }
}
