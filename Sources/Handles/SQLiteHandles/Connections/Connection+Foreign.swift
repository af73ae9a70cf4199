import CSystemSQLite
package import FootlightPlatform

extension Connection {
  /// Prepares for a database that somebody else made: statements may only read it, its schema is
  /// not trusted, and none of them goes on for ever.
  ///
  /// Denied are writing, ATTACH, extensions, and every pragma that does more than describe.
  ///
  /// SQLite: sqlite3_set_authorizer, sqlite3_progress_handler, sqlite3_limit,
  /// https://www.sqlite.org/security.html.
  ///
  /// - Parameters:
  ///   - steps: How many steps of the virtual machine may lie between two rows.
  ///   - valueLimit: How many bytes a value and a row may have.
  ///   - cancellation: Ends a statement that runs.
  package func restrictToReading(
    steps: Int, valueLimit: Int, cancellation: Cancellation
  ) throws(Failure) {
    try check(unsafe footlight_sqlite_distrust(state.database))
    // A damaged page is noticed where it is read, and no file is mapped that may become shorter.
    try execute("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
    unsafe sqlite3_limit(state.database, SQLITE_LIMIT_ATTACHED, 0)
    unsafe sqlite3_limit(state.database, SQLITE_LIMIT_LENGTH, Int32(clamping: valueLimit))
    let watch = StepWatch(limit: steps, cancellation: cancellation)
    // The connection keeps the watch for as long as SQLite may ask it.
    state.watch = watch
    unsafe sqlite3_progress_handler(
      state.database, Int32(StepWatch.interval),
      { context in
        guard let context = unsafe context else { return 0 }
        let watch = unsafe Unmanaged<StepWatch>.fromOpaque(context).takeUnretainedValue()
        return watch.mustEnd() ? 1 : 0
      }, Unmanaged.passUnretained(watch).toOpaque())
    try check(
      unsafe sqlite3_set_authorizer(
        state.database,
        { _, action, first, second, _, _ in
          unsafe isReading(action, first, second) ? SQLITE_OK : SQLITE_DENY
        }, nil))
  }
}

/// Pragmas that describe a database, also as functions in a query.
private let describingPragmas: Set<String> = [
  "collation_list", "data_version", "database_list", "encoding", "foreign_key_list",
  "function_list", "index_info", "index_list", "index_xinfo", "page_count", "page_size",
  "table_info", "table_list", "table_xinfo", "user_version",
]

/// Whether an action only reads.
///
/// Writing is not refused here: the file is open for reading alone, and virtual tables such as
/// those of rtree compile statements that write before they know whether they will.
private func isReading(
  _ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?
) -> Bool {
  switch action {
  case SQLITE_ATTACH, SQLITE_DETACH: return false
  case SQLITE_PRAGMA:
    guard let first = unsafe first else { return false }
    let name = unsafe String(cString: first)
    // These two would be set by their argument.
    if name == "user_version" || name == "encoding", unsafe second != nil { return false }
    return describingPragmas.contains(name)
  case SQLITE_FUNCTION:
    guard let second = unsafe second else { return true }
    return unsafe String(cString: second) != "load_extension"
  default: return true
  }
}
