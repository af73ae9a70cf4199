import CSystemSQLite
package import FootlightPlatform

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

  /// A column as a number; 0 when it is none.
  ///
  /// SQLite: sqlite3_column_int64.
  package func int64(_ column: Int) -> Int64 {
    unsafe sqlite3_column_int64(handle, Int32(clamping: column))
  }

  /// A column as a number; 0 when it is none.
  ///
  /// SQLite: sqlite3_column_int64.
  package func int(_ column: Int) -> Int { Int(truncatingIfNeeded: int64(column)) }

  /// A column as a number; 0 when it is none.
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
