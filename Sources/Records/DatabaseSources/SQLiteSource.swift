package import DeclaredRecords
import FileHandles
package import FootlightPlatform

/// The rows of a table or of a query, in one SQLite database or in several.
package struct SQLiteSource: RecordSource {
  let selection: FileSelection
  let rows: SQLiteSelection
  let system: SystemServices

  package init(
    _ selection: FileSelection, _ rows: SQLiteSelection, _ system: SystemServices = .system
  ) {
    self.selection = selection
    self.rows = rows
    self.system = system
  }

  /// The look of the databases and of what their write-ahead logs hold.
  package func stamp() throws(Failure) -> SourceStamp {
    let files = try selection.files()
    var stamp = try FileSelection.stamp(of: files, now: system.now())
    for file in files {
      if let log = try file.writeAheadLog() { stamp = stamp.with(try log.look(now: system.now())) }
    }
    return stamp
  }

  package func files() throws(Failure) -> [String] {
    var paths: [String] = []
    for file in try selection.files() {
      paths.append(file.path)
      if let log = try file.writeAheadLog() { paths.append(log.path) }
    }
    return paths
  }

  package func open(_ plan: FieldPlan) throws(Failure) -> any RecordReader {
    try open(plan, cancellation: Cancellation())
  }

  package func open(
    _ plan: FieldPlan, cancellation: Cancellation
  ) throws(Failure) -> any RecordReader {
    try SQLiteReader(try selection.files(), rows, plan, cancellation)
  }
}

extension SQLiteSource: ChangeTellingSource {
  package var tellsChanges: Bool { rows.changes != .digest }

  package func changes(
    since cursor: String?, _ plan: FieldPlan, keyLimit: Int, cancellation: Cancellation
  ) throws(Failure) -> SourceChanges {
    let files = try selection.files()
    let all = try SQLiteReader(files, rows, plan, cancellation)
    guard tellsChanges else { return .all(all, reason: nil) }
    let file = try rows.onlyFile(of: files)
    if Packing(file.path) != nil {
      return .all(all, reason: "a packed database tells no changes")
    }
    guard let cursor else { return .all(all, reason: nil) }
    guard let old = SQLiteCursor(cursor) else {
      return .all(all, reason: "its changes were found in another way before")
    }
    do throws(Failure) {
      let log = try SQLiteLog(file, rows, cancellation)
      switch try log.changes(since: old, keyLimit: keyLimit) {
      case .none: return .unchanged(cursor: cursor)
      case .keys(let keys, let position):
        return .keys(keys, cursor: SQLiteCursor.log(position).text)
      case .rows(let mark):
        return .some(try SQLiteReader(files, rows, plan, cancellation, part: .since(mark)))
      case .unknown(let reason): return .all(all, reason: reason)
      }
    } catch {
      throw rows.explained(error, file)
    }
  }

  package func records(
    withKeys keys: [SourceKey], _ plan: FieldPlan, cancellation: Cancellation
  ) throws(Failure) -> any RecordReader {
    guard rows.key != nil else {
      throw Failure(
        .sourceSetting, "the source names no key of its rows", at: rows.location,
        remedy: "add `key:` with the column that tells rows apart")
    }
    let file = try rows.onlyFile(of: try selection.files())
    return try SQLiteReader([file], rows, plan, cancellation, part: .keys(keys))
  }
}

extension SourceFile {
  /// How a write-ahead log looks: its size, its time and its head, whose salts are others whenever it begins anew.
  ///
  /// The time at which its status changed tells nothing: SQLite changes the owner of a log that root opens, also
  /// to what it was.
  fileprivate func look(now: Int64) throws(Failure) -> SourceStamp? {
    guard let status = try FileStatus.of(path) else { return nil }
    var bytes = ByteArena(capacity: 64)
    do throws(Failure) {
      _ = try File(path: path).read(into: &bytes, at: 0, upTo: 32)
    } catch {
      guard error.concerns([.fileMissing]) else { throw error }
      return nil
    }
    return SourceStamp(
      text:
        "\(status.device):\(status.inode):\(status.size):\(status.modified):\(bytes.hash(bytes.all))",
      isFresh: status.modified >= (now &- 2) &* 1_000_000_000)
  }

  /// The write-ahead log beside a database, if it holds anything.
  ///
  /// An empty one is there whenever a program has the database open; that is no change.
  func writeAheadLog() throws(Failure) -> SourceFile? {
    let log = SourceFile(
      path: path + "-wal", display: display + "-wal", relative: relative + "-wal")
    guard let status = try FileStatus.of(log.path), status.size > 0 else { return nil }
    return log
  }
}
