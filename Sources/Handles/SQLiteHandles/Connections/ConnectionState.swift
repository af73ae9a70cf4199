import CSystemSQLite
import FootlightPlatform

/// The state that a connection shares with its statements: its path, and the statements that are not in use.
///
/// Not Sendable, as the connection is not: all of them stay behind one owner.
@safe
final class ConnectionState {
  let database: OpaquePointer
  let path: String
  /// Ends statements that go on for too long; nil when nothing does.
  var watch: StepWatch?
  private var idle: [String: [IdleStatement]] = [:]
  private var idleCount = 0
  private var isOpen = true

  /// More idle statements than this are not kept.
  private static let idleLimit = 128

  init(database: OpaquePointer, path: String) {
    unsafe self.database = database
    self.path = path
  }

  func check(_ code: Int32, sql: String? = nil) throws(Failure) {
    guard code == SQLITE_OK else {
      throw unsafe sqliteFailure(code, of: database, sql: sql, path: path)
    }
  }

  /// Takes an idle statement for this SQL, if there is one.
  func take(_ sql: String) -> OpaquePointer? {
    guard let last = idle[sql]?.popLast() else { return nil }
    idleCount -= 1
    return unsafe last.handle
  }

  /// Takes a statement back; after the connection has gone it is finalised instead.
  ///
  /// SQLite: sqlite3_reset, sqlite3_clear_bindings, sqlite3_finalize.
  func giveBack(_ handle: OpaquePointer, _ sql: String) {
    // The code of a reset repeats that of the last step, which was thrown already.
    unsafe sqlite3_reset(handle)
    if isOpen, idleCount < ConnectionState.idleLimit {
      unsafe sqlite3_clear_bindings(handle)
      unsafe idle[sql, default: []].append(IdleStatement(handle: handle))
      idleCount += 1
    } else {
      unsafe sqlite3_finalize(handle)
    }
  }

  /// Finalises the idle statements and closes the database as soon as the last user is gone.
  ///
  /// SQLite: sqlite3_close_v2.
  func close() {
    isOpen = false
    for statements in idle.values {
      for statement in statements { unsafe sqlite3_finalize(statement.handle) }
    }
    idle = [:]
    unsafe sqlite3_close_v2(database)
  }
}

@safe
private struct IdleStatement {
  let handle: OpaquePointer
}

/// Counts the steps of SQLite's virtual machine between two rows and ends a statement that takes
/// too many, or that nobody waits for any more.
///
/// Not Sendable, as the connection that it watches is not.
final class StepWatch {
  /// How many steps lie between two looks.
  static let interval = 20_000

  private let limit: Int
  private let cancellation: Cancellation
  private var steps = 0

  init(limit: Int, cancellation: Cancellation) {
    self.limit = limit
    self.cancellation = cancellation
  }

  /// Another row is asked for.
  func begin() {
    steps = 0
  }

  /// Whether the statement must end; asked by SQLite.
  func mustEnd() -> Bool {
    steps &+= StepWatch.interval
    return steps > limit || cancellation.isCancelled
  }

  /// Why the statement was ended.
  func failure(_ sql: String, _ path: String) -> Failure {
    if cancellation.isCancelled { return Failure(.cancelled, "stopped before it was done") }
    return Failure(
      .sqliteSteps, "the query took more than \(limit) steps without a row",
      at: SourceLocation(file: path),
      remedy: "look for a join or a recursion without end, add an index, or raise `step_limit`")
  }
}
