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
