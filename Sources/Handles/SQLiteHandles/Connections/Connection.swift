import CSystemSQLite
package import FootlightPlatform

/// One connection to one SQLite database; the thread that uses it is its only user meanwhile.
///
/// It is not Sendable: several threads share it behind a `Mutex`. Its statements
/// belong to the same owner and may outlive it.
@safe
package struct Connection: ~Copyable {
  /// The rights of a connection.
  package enum Mode: Sendable, Hashable {
    /// Reads a database that exists.
    case readOnly
    /// Reads and writes a database that exists.
    case readWrite
    /// Reads and writes; makes the database when there is none.
    case create
    /// Reads a file that nobody changes: no locks, no look at a `-wal`.
    case immutable
  }

  let state: ConnectionState

  /// Opens a database, waiting `busyTimeout` milliseconds for locks of others later on.
  ///
  /// The path `:memory:` makes a private database in memory.
  ///
  /// SQLite: sqlite3_open_v2.
  package init(path: String, mode: Mode, busyTimeout: Int32 = 5_000) throws(Failure) {
    try self.init(path: path, mode: mode, busyTimeout: busyTimeout, filesystem: nil)
  }

  /// Opens a database through a registered SQLite VFS.
  package init(path: String, mode: Mode, busyTimeout: Int32 = 5_000, filesystem: String?)
    throws(Failure)
  {
    state = try openDatabase(path, mode, busyTimeout: busyTimeout, filesystem)
  }

  /// A private database for what a call has in hand, gone with the connection.
  ///
  /// It is kept in memory while it is small, and in a file that nobody else sees when it grows.
  package static func temporary() throws(Failure) -> Connection {
    Connection(try openDatabase("", .create, busyTimeout: 0, nil, isTemporary: true))
  }

  private init(_ state: ConnectionState) {
    self.state = state
  }

  deinit {
    state.close()
  }

  /// The path that was opened, for messages.
  package var path: String { state.path }

  /// Whether a transaction is open.
  ///
  /// SQLite: sqlite3_get_autocommit.
  package var inTransaction: Bool { unsafe sqlite3_get_autocommit(state.database) == 0 }

  /// How many rows the last INSERT, UPDATE or DELETE touched.
  ///
  /// SQLite: sqlite3_changes64.
  package var changes: Int { unsafe Int(sqlite3_changes64(state.database)) }

  func check(_ code: Int32, sql: String? = nil) throws(Failure) {
    try state.check(code, sql: sql)
  }
}

private func openDatabase(
  _ path: String, _ mode: Connection.Mode, busyTimeout: Int32, _ filesystem: String?,
  isTemporary: Bool = false
) throws(Failure) -> ConnectionState {
  guard isTemporary || !path.isEmpty, !path.utf8.contains(0) else {
    throw Failure(.filePath, "a database path is empty or holds a NUL")
  }
  var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
  switch mode {
  case .readOnly: flags |= SQLITE_OPEN_READONLY
  case .readWrite: flags |= SQLITE_OPEN_READWRITE
  case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
  case .immutable: flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
  }
  let name = mode == .immutable ? immutableAddress(of: path) : plainName(of: path)
  var opened: OpaquePointer?
  let code = unsafe sqlite3_open_v2(name, &opened, flags, filesystem)
  guard code == SQLITE_OK, let database = unsafe opened else {
    let failure = unsafe sqliteFailure(code, of: opened, path: path)
    unsafe sqlite3_close_v2(opened)
    throw failure
  }
  let state = unsafe ConnectionState(database: database, path: path)
  do throws(Failure) {
    try state.check(unsafe footlight_sqlite_harden(database))
    try state.check(unsafe sqlite3_busy_timeout(database, busyTimeout))
  } catch {
    state.close()
    throw error
  }
  return state
}

/// A name that SQLite takes for a path, whatever it looks like.
private func plainName(of path: String) -> String {
  path.utf8.starts(with: "file:".utf8) ? "./\(path)" : path
}

/// The path as a `file:` address with `immutable=1`.
func immutableAddress(of path: String) -> String {
  // Two slashes at the start would begin the name of a host.
  let host = path.utf8.starts(with: "//".utf8) ? "//" : ""
  let encoded = PercentEncoding.encoded(path) {
    PercentEncoding.isUnreserved($0) || $0 == UInt8(ascii: "/")
  }
  return "file:\(host)\(encoded)?immutable=1"
}

extension Connection {
  /// Sets a pragma and reads it back: SQLite ignores many settings without an error.
  ///
  /// `expecting` is what it reads as afterwards when that is not what was written
  /// (`synchronous = off` reads as 0).
  package func setPragma(_ name: String, to value: String, expecting: String? = nil)
    throws(Failure)
  {
    try execute("PRAGMA \(name) = \(value)")
    let found = try pragma(name)
    guard found?.lowercased() == (expecting ?? value).lowercased() else {
      throw Failure(
        .sqlitePragma, "SQLite keeps \(name) at \(found ?? "nothing") instead of \(value)",
        at: SourceLocation(file: path))
    }
  }

  /// The value of a pragma as text; nil when it yields no row.
  package func pragma(_ name: String) throws(Failure) -> String? {
    let statement = try statement("PRAGMA \(name)")
    return try statement.step() ? statement.text(0) : nil
  }
}

extension Connection {
  /// Copies one state of the whole database, with what stands in its write-ahead log, into another
  /// one, whose contents are replaced.
  ///
  /// Others may write meanwhile; they wait, or the copy does.
  ///
  /// SQLite: sqlite3_backup_init, sqlite3_backup_step, sqlite3_backup_finish.
  package func copyAll(to other: borrowing Connection) throws(Failure) {
    guard
      let copy = unsafe sqlite3_backup_init(other.state.database, "main", state.database, "main")
    else {
      throw unsafe sqliteFailure(
        sqlite3_errcode(other.state.database), of: other.state.database, path: other.path)
    }
    let step = unsafe sqlite3_backup_step(copy, -1)
    // Finishing repeats what went wrong, and keeps it in the connection that was written.
    let end = unsafe sqlite3_backup_finish(copy)
    guard step == SQLITE_DONE, end == SQLITE_OK else {
      throw unsafe sqliteFailure(
        end == SQLITE_OK ? step : end, of: other.state.database, path: path)
    }
  }
}

extension Connection {
  /// When a transaction takes its lock.
  package enum TransactionKind: String, Sendable, Hashable {
    /// At the first read or write.
    case deferred = "DEFERRED"
    /// The write lock, at once.
    case immediate = "IMMEDIATE"
    /// The write lock, at once, and no readers outside WAL mode.
    case exclusive = "EXCLUSIVE"
  }

  /// Runs `body` in a transaction: committed when it returns, rolled back when it throws.
  package func transaction<Result>(
    _ kind: TransactionKind = .immediate, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try begin(kind)
    do throws(Failure) {
      let result = try body()
      try commit()
      return result
    } catch {
      rollback()
      throw error
    }
  }

  /// Begins a transaction.
  package func begin(_ kind: TransactionKind = .immediate) throws(Failure) {
    try execute("BEGIN \(kind.rawValue)")
  }

  /// Commits the open transaction; when that fails, it stays open.
  package func commit() throws(Failure) {
    try execute("COMMIT")
  }

  /// Rolls the open transaction back, if SQLite has not done so already.
  package func rollback() {
    guard inTransaction else { return }
    do throws(Failure) {
      try execute("ROLLBACK")
    } catch {
      // The failure that led here is the one to report; closing rolls back in any case.
    }
  }
}

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
