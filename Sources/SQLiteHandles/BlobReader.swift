import CSystemSQLite
public import FootlightDiagnostics
public import FootlightPlatform

/// Reads whole blobs of one column, row after row, through one handle.
///
/// An open handle keeps a read transaction open: on files that others change, ``close()`` it.
@safe
public struct BlobReader: ~Copyable {
  private let state: ConnectionState
  private let table: String
  private let column: String
  private var handle: OpaquePointer?

  /// A reader of `table`.`column`; nothing is opened before the first read.
  public init(_ connection: borrowing Connection, table: String, column: String = "data") {
    state = connection.state
    self.table = table
    self.column = column
    unsafe handle = nil
  }

  deinit {
    unsafe sqlite3_blob_close(handle)
  }

  /// Goes to a row and returns the size of its blob.
  ///
  /// SQLite: sqlite3_blob_open the first time, sqlite3_blob_reopen then.
  public mutating func reopen(_ row: Int64) throws(Failure) -> Int {
    let code: Int32
    if let handle = unsafe handle {
      code = unsafe sqlite3_blob_reopen(handle, row)
    } else {
      code = unsafe sqlite3_blob_open(state.database, "main", table, column, row, 0, &handle)
    }
    guard code == SQLITE_OK, let handle = unsafe handle else {
      throw failedToOpen(code, row)
    }
    return unsafe Int(sqlite3_blob_bytes(handle))
  }

  /// Appends the blob of a row to an arena; blobs above `limit` bytes are refused unread.
  @discardableResult
  public mutating func read(
    _ row: Int64, into arena: inout ByteArena, limit: Int = 1 << 30
  ) throws(Failure) -> ByteRange {
    let size = try reopen(row)
    guard size <= limit else {
      throw Failure(
        .sqliteCorrupt, "row \(row) of \(table) holds \(size) bytes, more than \(limit)",
        at: SourceLocation(file: state.path))
    }
    let first = arena.count
    guard size > 0 else { return ByteRange(start: first, count: 0) }
    var code = SQLITE_OK
    unsafe arena.appendUnsafe(room: size) { room in
      code = unsafe sqlite3_blob_read(handle, room.baseAddress, Int32(clamping: size), 0)
      return code == SQLITE_OK ? size : 0
    }
    guard code == SQLITE_OK else { throw failedToRead(code, row) }
    return ByteRange(start: first, count: size)
  }

  /// Copies the blob of a row into memory that has room for it, and returns its size.
  ///
  /// SQLite: sqlite3_blob_read.
  @unsafe
  public mutating func read(_ row: Int64, into room: UnsafeMutableRawBufferPointer)
    throws(Failure) -> Int
  {
    let size = try reopen(row)
    guard size <= room.count else {
      throw Failure(
        .sqliteCorrupt, "row \(row) of \(table) holds \(size) bytes, more than \(room.count)",
        at: SourceLocation(file: state.path))
    }
    guard size > 0 else { return 0 }
    let code = unsafe sqlite3_blob_read(handle, room.baseAddress, Int32(clamping: size), 0)
    guard code == SQLITE_OK else { throw failedToRead(code, row) }
    return size
  }

  /// Ends the read transaction; the next read opens the handle again.
  ///
  /// SQLite: sqlite3_blob_close.
  public mutating func close() {
    unsafe sqlite3_blob_close(handle)
    unsafe handle = nil
  }

  private mutating func failedToRead(_ code: Int32, _ row: Int64) -> Failure {
    let failure = unsafe sqliteFailure(
      code, of: state.database, sql: "row \(row) of \(table)", path: state.path)
    close()
    return failure
  }

  private mutating func failedToOpen(_ code: Int32, _ row: Int64) -> Failure {
    // A handle whose reopening failed answers nothing any more.
    let failure = failedToRead(code, row)
    guard code & 0xFF == SQLITE_ERROR, let first = failure.diagnostics.first,
      holds(first.message, "no such rowid")
    else { return failure }
    return Failure(
      .sqliteMissingRow, "\(table) has no row \(row)", at: SourceLocation(file: state.path))
  }
}

/// Whether a text holds another one.
///
/// `contains` would link the machinery of regular expressions, a third of the tool's size.
private func holds(_ text: String, _ part: String) -> Bool {
  let (text, part) = (Array(text.utf8), Array(part.utf8))
  guard text.count >= part.count else { return false }
  return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
}
