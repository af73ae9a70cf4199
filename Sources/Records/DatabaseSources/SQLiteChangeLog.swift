package import DeclaredRecords
import FileHandles
package import FootlightPlatform

/// The log of changes of an SQLite source, for the one who may install it: nothing else in Footlight
/// ever writes into a source.
package struct SQLiteChangeLog: Sendable {
  private let files: FileSelection
  private let rows: SQLiteSelection
  private let place: SourceLocation

  /// Reads the settings of a source.
  ///
  /// - Throws: `source.setting` when it is no SQLite source.
  package init(_ definition: SourceDefinition) throws(Failure) {
    place = definition.settings["changes"]?.location ?? definition.location
    guard definition.kind == SourceKindKeys.sqlite.name else {
      throw Failure(
        .sourceSetting, "a source of kind '\(definition.kind)' has nothing to install",
        at: definition.location, remedy: "only `kind: sqlite` with `changes: triggers` has")
    }
    files = try FileSelection(definition)
    rows = try SQLiteSelection(definition)
  }

  /// Makes the log and its triggers, in one short transaction; true when something was made.
  ///
  /// Installed as the table needs it, it is left as it is. A log that was made anew has another
  /// epoch, so that the next read is complete.
  ///
  /// - Throws: `source.setting` when the declaration asks for no triggers, there is no such table,
  ///   or triggers could not log all its changes; `sqlite.busy` when somebody writes for longer
  ///   than five seconds.
  package func install() throws(Failure) -> Bool {
    guard rows.changes == .triggers, case .table(let table) = rows.rows, let key = rows.key else {
      throw Failure(
        .sourceSetting, "the source finds its changes without triggers", at: place,
        remedy: "write `changes: triggers`, or install nothing")
    }
    let file = try rows.onlyFile(of: try files.files())
    let log = ChangeLog(table: table, key: key, domain: rows.domain)
    return try explaining(file) { () throws(Failure) in
      let connection = try Connection(path: file.path, mode: .readWrite)
      try checkTable(table, connection)
      if case .complete = try log.state(connection) { return false }
      return try connection.transaction { () throws(Failure) in try log.make(connection) }
    }
  }

  /// Deletes the log and its triggers from every database of the source; true when there were some.
  ///
  /// - Throws: `sqlite.busy` when somebody writes for longer than five seconds.
  package func uninstall() throws(Failure) -> Bool {
    var found = false
    for file in try files.files() {
      let done = try explaining(file) { () throws(Failure) in
        let connection = try Connection(path: file.path, mode: .readWrite)
        guard try ChangeLog.isThere(rows.domain, connection) else { return false }
        try connection.transaction { () throws(Failure) in
          try ChangeLog.delete(rows.domain, connection)
        }
        return true
      }
      found = found || done
    }
    return found
  }

  private func checkTable(
    _ table: String, _ connection: borrowing Connection
  ) throws(Failure) {
    let names = try tableNames(connection)
    guard !names.contains(where: { $0.lowercased() == table.lowercased() }) else { return }
    throw Failure(
      .sourceSetting, "the database has no table `\(table)`", at: rows.location,
      remedy: nearest(to: table, among: names).map { "did you mean `\($0)`?" })
  }

  private func explaining<Result>(
    _ file: SourceFile, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do throws(Failure) { return try body() } catch { throw rows.explained(error, file) }
  }
}

extension ChangeLog {
  /// Makes the log anew; false when it is complete.
  fileprivate func make(_ connection: borrowing Connection) throws(Failure) -> Bool {
    switch try state(connection) {
    case .complete: return false
    case .impossible(let reason):
      throw Failure(
        .sourceSetting, "changes of `\(table)` cannot be logged: \(reason)",
        remedy: "find changes by `digest`")
    case .missing: break
    }
    guard let shape = try TableShape(table, key: key, connection) else { return false }
    let domain = String(name.dropFirst(ChangeLog.name("").count))
    try ChangeLog.delete(domain, connection)
    let worked = shape.trials(table).filter { trial in (try? connection.execute(trial)) != nil }
    for (_, sql) in tables.sorted(by: { $0.key < $1.key }) { try connection.execute(sql) }
    for (_, sql) in triggers(shape).sorted(by: { $0.key < $1.key }) { try connection.execute(sql) }
    let epoch = (0..<16).map { _ in UInt8.random(in: 0...255) }
    try connection.run(
      "INSERT INTO \(Quoting.sql(name))(sequence, key) VALUES (0, ?)", epoch)
    // A trigger is compiled when it fires: a mistake in one would keep the owner from writing.
    for trial in worked { try connection.execute(trial) }
    return true
  }

  /// Whether anything of a log is in a database.
  fileprivate static func isThere(
    _ domain: String, _ connection: borrowing Connection
  ) throws(Failure) -> Bool {
    let names = [name(domain)] + endings.map { "\(name(domain)):\($0)" }
    let schema = try connection.statement("SELECT 1 FROM sqlite_schema WHERE name = ?")
    for name in names {
      try schema.bind(name, at: 1)
      if try schema.step() { return true }
    }
    return false
  }

  /// Deletes a log and its triggers, on whatever table they are now.
  fileprivate static func delete(
    _ domain: String, _ connection: borrowing Connection
  ) throws(Failure) {
    for ending in endings {
      try connection.execute("DROP TRIGGER IF EXISTS \(Quoting.sql("\(name(domain)):\(ending)"))")
    }
    // With the table goes its index.
    try connection.execute("DROP TABLE IF EXISTS \(Quoting.sql(name(domain)))")
  }
}

extension TableShape {
  /// Statements that compile what a change of each sort fires, and change nothing.
  fileprivate func trials(_ table: String) -> [String] {
    let name = Quoting.sql(table)
    var trials = [
      "EXPLAIN INSERT INTO \(name) DEFAULT VALUES",
      "EXPLAIN INSERT OR REPLACE INTO \(name) DEFAULT VALUES", "EXPLAIN DELETE FROM \(name)",
    ]
    if let column = plainColumn.map(Quoting.sql) {
      trials.append("EXPLAIN UPDATE \(name) SET \(column) = \(column)")
    }
    return trials
  }
}

extension SQLiteSelection {
  /// The only database of a source that tells changes: keys and logs of several would be mixed up.
  func onlyFile(of files: [SourceFile]) throws(Failure) -> SourceFile {
    guard let file = files.first, files.count == 1 else {
      throw Failure(
        .sourceSetting, "`changes` by triggers or watermark needs one database, not \(files.count)",
        at: location, remedy: "name one file, or find changes by `digest`")
    }
    return file
  }
}
