import CSystemSQLite
package import FootlightPlatform

extension Connection {
  /// Runs one or more statements and drops their rows; the first failure ends it.
  ///
  /// SQLite: sqlite3_prepare_v3, sqlite3_step, sqlite3_finalize.
  package func execute(_ sql: String) throws(Failure) {
    var rest = sql[...]
    while !rest.isEmpty {
      let (handle, used) = try unsafe prepare(rest, flags: 0)
      rest = sql[used...]
      guard let handle = unsafe handle else { continue }
      var code = SQLITE_ROW
      while code == SQLITE_ROW { code = unsafe sqlite3_step(handle) }
      if code != SQLITE_DONE {
        let failure = unsafe sqliteFailure(
          code, of: state.database, sql: sql, path: state.path)
        unsafe sqlite3_finalize(handle)
        throw failure
      }
      unsafe sqlite3_finalize(handle)
    }
  }

  /// A statement, ready to be bound: an idle one with the same SQL, or a fresh one.
  ///
  /// It goes back to the connection when it is destroyed.
  package func statement(_ sql: String) throws(Failure) -> Statement {
    if let idle = unsafe state.take(sql) {
      return unsafe Statement(handle: idle, sql: sql, state: state)
    }
    let (handle, used) = try unsafe prepare(
      sql[...], flags: UInt32(bitPattern: SQLITE_PREPARE_PERSISTENT))
    guard let handle = unsafe handle else {
      throw Failure(.sqliteStatement, "the SQL holds no statement", remedy: "write a SELECT")
    }
    let statement = unsafe Statement(handle: handle, sql: sql, state: state)
    let (second, _) = try unsafe prepare(sql[used...], flags: 0)
    if let second = unsafe second {
      unsafe sqlite3_finalize(second)
      throw Failure(
        .sqliteStatement, "the SQL holds more than one statement",
        at: SourceLocation(file: state.path), remedy: "write one statement")
    }
    return statement
  }

  /// Compiles the first statement of `sql`; nil when there is only white space and comments.
  private func prepare(_ sql: Substring, flags: UInt32) throws(Failure) -> (
    OpaquePointer?, String.Index
  ) {
    guard !sql.isEmpty else { return (nil, sql.endIndex) }
    var text = sql
    var handle: OpaquePointer?
    let (code, used) = text.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        var tail: UnsafePointer<CChar>?
        let code = repeatedWhileJournalLooksHot {
          unsafe sqlite3_prepare_v3(
            state.database, characters.baseAddress, Int32(clamping: characters.count), flags,
            &handle, &tail)
        }
        guard let tail = unsafe tail, let start = characters.baseAddress else {
          return (code, characters.count)
        }
        return unsafe (code, tail - start)
      }
    }
    try check(code, sql: String(sql))
    let end = sql.utf8.index(sql.startIndex, offsetBy: used, limitedBy: sql.endIndex)
    // A NUL ends the SQL for SQLite; text after it must not be ignored silently.
    if unsafe used == 0 || (handle == nil && used < sql.utf8.count) {
      throw Failure(
        .sqliteStatement, "the SQL holds a NUL", at: SourceLocation(file: state.path),
        remedy: "remove it")
    }
    return unsafe (handle, end ?? sql.endIndex)
  }
}
