import DeclaredRecords
import FileHandles
import FootlightPlatform

/// A look at what has changed in a database, in one read transaction and without reading its rows.
struct SQLiteLog: ~Copyable {
  /// The changes that a log or a watermark tells.
  enum Changes {
    case none
    case keys([SourceKey], ChangeLog.Position)
    /// The rows from this watermark on.
    case rows(SourceKey)
    /// Nothing is known but by a complete read.
    case unknown(String)
  }

  private let connection: Connection
  private let selection: SQLiteSelection
  private let unlocked: UnlockedRead?
  /// The database, by device and inode.
  private let file: String

  init(
    _ file: SourceFile, _ selection: SQLiteSelection, _ cancellation: Cancellation
  ) throws(Failure) {
    let unlocked = try UnlockedRead(file)
    let identity = try file.identity()
    let connection = try Connection(path: file.path, mode: unlocked == nil ? .readOnly : .immutable)
    try connection.restrictToReading(
      steps: selection.stepLimit, valueLimit: 1 << 26, cancellation: cancellation)
    try connection.begin(.deferred)
    self.connection = connection
    self.selection = selection
    self.unlocked = unlocked
    self.file = identity
  }

  /// Finds the changes since a cursor.
  func changes(since old: SQLiteCursor, keyLimit: Int) throws(Failure) -> Changes {
    let changes = try look(since: old, keyLimit: keyLimit)
    try unlocked?.check()
    return changes
  }

  private func look(since old: SQLiteCursor, keyLimit: Int) throws(Failure) -> Changes {
    switch (old, selection.changes) {
    case (.log(let position), .triggers):
      guard let log = selection.changeLog else { return .unknown("no log is declared") }
      return try changes(in: log, since: position, keyLimit: keyLimit)
    case (.watermark(let old), .watermark(let column)) where old.column == column:
      if file != old.file { return .unknown("another file has the place of the database") }
      let highest = try connection.statement(selection.watermarkSQL(column), old.value)
      guard try highest.step(), highest.int(1) == 1, let value = SourceKey(highest, column: 0)
      else { return .unknown("the highest `\(column)` is lower than before") }
      switch try old.continuation(of: selection, highest: value, connection) {
      case .same: return .none
      case .grown: return .rows(old.value)
      case .other: return .unknown("rows with a lower `\(column)` are others than before")
      }
    default: return .unknown("its changes were found in another way before")
    }
  }

  private func changes(
    in log: ChangeLog, since old: ChangeLog.Position, keyLimit: Int
  ) throws(Failure) -> Changes {
    let now: ChangeLog.Position
    switch try log.state(connection) {
    case .complete(var position):
      position.file = file
      now = position
    case .missing(let reason), .impossible(let reason): return .unknown(reason)
    }
    if now.epoch != old.epoch { return .unknown("the log of changes was installed anew") }
    if now.shape != old.shape { return .unknown("the table has other columns than before") }
    if now.sequence < old.sequence { return .unknown("the log of changes is older than before") }
    if now.file != old.file { return .unknown("another file has the place of the database") }
    guard try log.count(since: old.sequence, limit: keyLimit, connection) <= keyLimit else {
      return .unknown("more than \(keyLimit) rows have changed")
    }
    let keys = try log.keys(since: old.sequence, connection)
    guard try log.continues(old, with: keys, connection) else {
      return .unknown("the log of changes is that of another copy of the database")
    }
    return now.sequence == old.sequence ? .none : .keys(keys, now)
  }
}
