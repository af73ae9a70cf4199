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

/// Numbers within bounds, so that one can calculate with them: a file can hold any.
extension Statement {
  /// The highest plausible number of things or bytes: sums of many such numbers stay far from the end of `Int`.
  static let highestCount = 1 << 48

  /// A column as a number of things.
  package func count(_ column: Int) -> Int { min(max(0, int(column)), Statement.highestCount) }

  /// A column as a moment, in seconds since 1970; nobody is told of the time before.
  package func moment(_ column: Int) -> Int64 { min(max(0, int64(column)), 1 << 48) }
}

/// The type of the value that a column holds in the current row.
package enum ColumnType: Sendable, Hashable {
  case integer
  case real
  case text
  case blob
  case null
}

extension Statement {
  /// The kind of value in a column; null when there is no such column.
  ///
  /// SQLite: sqlite3_column_type.
  package func type(_ column: Int) -> ColumnType {
    switch unsafe sqlite3_column_type(handle, Int32(clamping: column)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// Whether a column is NULL.
  package func isNull(_ column: Int) -> Bool { type(column) == .null }

  /// A column as a number; 0 when it holds no number.
  ///
  /// SQLite: sqlite3_column_int64.
  package func int64(_ column: Int) -> Int64 {
    unsafe sqlite3_column_int64(handle, Int32(clamping: column))
  }

  /// A column as a number; 0 when it holds no number.
  ///
  /// SQLite: sqlite3_column_int64.
  package func int(_ column: Int) -> Int { Int(truncatingIfNeeded: int64(column)) }

  /// A column as a number; 0 when it holds no number.
  ///
  /// SQLite: sqlite3_column_double.
  package func double(_ column: Int) -> Double {
    unsafe sqlite3_column_double(handle, Int32(clamping: column))
  }

  /// A column as text; empty when it is NULL, invalid UTF-8 repaired.
  ///
  /// SQLite: sqlite3_column_text.
  package func text(_ column: Int) -> String {
    let column = Int32(clamping: column)
    guard let start = unsafe sqlite3_column_text(handle, column) else { return "" }
    // The size is asked after the text: asking for text may convert the value.
    let size = unsafe Int(sqlite3_column_bytes(handle, column))
    return unsafe String(
      decoding: UnsafeBufferPointer(start: start, count: size), as: UTF8.self)
  }

  /// A column as text, or nil when it is NULL.
  package func optionalText(_ column: Int) -> String? {
    isNull(column) ? nil : text(column)
  }

  /// Appends the text of a column to an arena, as UTF-8 whatever the encoding of the database; it
  /// may still be invalid.
  ///
  /// SQLite: sqlite3_column_text.
  @discardableResult
  package func text(_ column: Int, into arena: inout ByteArena) -> ByteRange {
    let column = Int32(clamping: column)
    let first = arena.count
    if let start = unsafe sqlite3_column_text(handle, column) {
      // The size is asked after the text: asking for text may convert the value.
      let size = unsafe Int(sqlite3_column_bytes(handle, column))
      let bytes = unsafe UnsafeBufferPointer(start: start, count: size)
      let span = unsafe bytes.span
      arena.append(span)
    }
    return ByteRange(start: first, count: arena.count - first)
  }

  /// Appends the bytes of a column, blob or text, to an arena.
  ///
  /// SQLite: sqlite3_column_blob.
  @discardableResult
  package func blob(_ column: Int, into arena: inout ByteArena) -> ByteRange {
    let column = Int32(clamping: column)
    let first = arena.count
    let start = unsafe sqlite3_column_blob(handle, column)
    let size = unsafe Int(sqlite3_column_bytes(handle, column))
    if let start = unsafe start, size > 0 {
      let bytes = unsafe UnsafeRawBufferPointer(start: start, count: size)
      unsafe bytes.withMemoryRebound(to: UInt8.self) { bytes in
        let span = unsafe bytes.span
        arena.append(span)
      }
    }
    return ByteRange(start: first, count: arena.count - first)
  }

  /// The bytes of a column, copied.
  package func bytes(_ column: Int) -> [UInt8] {
    let column = Int32(clamping: column)
    guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
    let size = unsafe Int(sqlite3_column_bytes(handle, column))
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: size))
  }
}

/// Repeats a call that met what looks like the journal of a writer that died
/// (SQLITE_READONLY_ROLLBACK).
///
/// A hot journal is looked for without a lock, so one that a living writer is just deleting can look
/// hot. A connection that may write locks the database and looks once more; one that only reads
/// fails at once. A journal that is hot in truth is still there after 50 ms.
///
/// SQLite: the note on false positives at `hasHotJournal` in pager.c.
func repeatedWhileJournalLooksHot(_ call: () -> Int32) -> Int32 {
  var code = call()
  var times = 0
  while code == looksHot, times < 25 {
    Workers.pause()
    code = call()
    times += 1
  }
  return code
}

/// SQLITE_READONLY_ROLLBACK, whose macro Swift does not import.
private let looksHot = SQLITE_READONLY | (3 << 8)
