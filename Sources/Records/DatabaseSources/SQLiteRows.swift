import DeclaredRecords
import FileHandles
import FootlightPlatform

/// The rows of one database while they are read.
///
/// A row goes into a batch as its cells: the kind of each, its length and its bytes.
struct SQLiteRows: ~Copyable {
  let columns: ColumnSlots
  /// Which cell answers what: the same cells under other names are another record.
  let digestSeed: UInt64
  /// The columns that the rows have, for messages.
  let names: [String]
  private let statement: Statement
  /// The column of the key.
  private let key: Int?
  private let connection: Connection
  /// How the database looked, when it is read without locks.
  private let unlocked: UnlockedRead?
  private let file: SourceFile
  /// How far the source had come, read in the transaction of the rows; nil when it tells nothing.
  let cursor: SQLiteCursor?
  /// Why the source tells nothing although it is declared to.
  let unlogged: String?
  /// Whether the rows are those of a private copy.
  let isCopied: Bool

  /// Opens a database and prepares its rows.
  init(
    _ file: SourceFile, _ selection: SQLiteSelection, _ plan: FieldPlan,
    _ cancellation: Cancellation, part: SQLiteSelection.Part = .all
  ) throws(Failure) {
    let database = try SourceDatabase(file)
    let (unlocked, isPacked, isCopied) = (database.unlocked, database.isPacked, database.isCopied)
    let connection = database.release()
    let identity = try file.identity()
    try connection.restrictToReading(
      steps: selection.stepLimit, valueLimit: 1 << 26, cancellation: cancellation)
    // One look for the rows and for the place in the log that belongs to them.
    try connection.begin(.deferred)
    let names = try columnNames(connection, selection)
    if let key = selection.key, !names.contains(key) {
      throw Failure(
        .sourceSetting, "the rows have no column `\(key)`, which is the key",
        at: selection.location,
        remedy: nearest(to: key, among: names).map { "did you mean `\($0)`?" }
          ?? "name a column of the rows with `key:`")
    }
    let given = RecordIdentity(plan)
    // Of a packed database all rows are read.
    if selection.changes != .digest, !isPacked, given.usesNumber, !names.contains("number") {
      throw Failure(
        .sourceSetting,
        "`{number}` is the place among all rows, and single rows are read as they change",
        at: selection.location, remedy: "use a column instead, or find changes by `digest`")
    }
    let usesHash = given.usesHash
    var wanted = names
    // A row of a table holds all of its columns.
    if case .table = selection.rows, !usesHash {
      // Only what is used: a wide table is read as fast as a narrow one.
      let asked = Set(
        plan.paths.compactMap(\.columnName) + plan.paths.compactMap(\.firstKey)
          + [selection.key].compactMap { $0 })
      wanted = names.filter { asked.contains($0) }
    }
    var place: (cursor: SQLiteCursor?, unlogged: String?) = (nil, nil)
    // For rows by their keys nobody looks for the highest watermark.
    if selection.changes == .triggers || !part.isKeys {
      place = try selection.position(connection, identity)
    }
    let bound: [SourceKey] =
      switch part {
      case .all: []
      case .keys(let keys): keys
      case .since(let mark): [mark]
      }
    let statement = try connection.statement(selection.sql(wanted, part), binding: bound)
    guard statement.isReadOnly else {
      throw Failure(
        .sourceSetting, "the query changes the database", at: selection.location,
        remedy: "write a SELECT")
    }
    var (columns, repeated) = ColumnSlots.matching(wanted, plan)
    if let repeated {
      throw Failure(
        .sourceHeader, "the rows have two columns `\(repeated)`, and the mapping uses that name",
        at: selection.location, remedy: "name one of them otherwise, with `AS`")
    }
    if usesHash { columns.wanted = Array(wanted.indices) }
    cursor = place.cursor
    unlogged = place.unlogged
    self.file = file
    self.unlocked = unlocked
    self.isCopied = isCopied
    self.names = names
    self.columns = columns
    digestSeed = columns.digest
    key = selection.key.flatMap { key in wanted.firstIndex { $0 == key } }
    self.statement = statement
    self.connection = connection
  }

  /// Appends rows until the batch is full; false when there are no more.
  mutating func fill(
    _ batch: inout RecordBatch, number: inout UInt32, first: UInt32
  ) throws(Failure) -> Bool {
    while batch.bytes.count < 1 << 20, batch.records.count < 1 << 15 {
      guard try statement.step() else {
        try unlocked?.check()
        return false
      }
      defer { number &+= 1 }
      if let key, statement.isNull(key) {
        batch.report(
          Diagnostic(
            .recordUnreadable, "the key of the row is NULL",
            at: SourceLocation(file: file.display, line: Int(number &- first) &+ 1),
            remedy: "leave the row out with a `query:`, or name another `key:`"))
        continue
      }
      let start = batch.bytes.count
      for column in columns.wanted { append(column, to: &batch.bytes) }
      let cells = batch.bytes.count
      if let key { appendKey(key, to: &batch.bytes) }
      batch.records.append(
        RecordEntry(
          firstValue: 0, valueCount: 0, number: number,
          raw: ByteRange(start: start, count: batch.bytes.count - start),
          sourceKey: ByteRange(start: cells, count: batch.bytes.count - cells)))
    }
    return true
  }

  /// Appends the canonical form of the key; see ``SourceKey``.
  private func appendKey(_ column: Int, to bytes: inout ByteArena) {
    switch statement.type(column) {
    case .integer:
      bytes.append(UInt8(ascii: "i"))
      bytes.append(String(statement.int64(column)))
    case .text:
      bytes.append(UInt8(ascii: "t"))
      statement.text(column, into: &bytes)
    case .real, .blob, .null:
      if let key = SourceKey(statement, column: column) { bytes.append(key.bytes.span) }
    }
  }

  private func append(_ column: Int, to bytes: inout ByteArena) {
    let type = statement.type(column)
    var kind = FieldKind.text
    var start = 0
    func begin(_ of: FieldKind) {
      kind = of
      bytes.append(kind.rawValue)
      // The length is written afterwards: four bytes are enough for the limit of values.
      bytes.append(littleEndian: UInt32(0))
      start = bytes.count
    }
    switch type {
    case .null: begin(.null)
    case .integer:
      begin(.number)
      bytes.append(String(statement.int64(column)))
    case .real:
      let number = statement.double(column)
      begin(number.isFinite ? .number : .null)
      if number.isFinite { bytes.append(number.description) }
    case .text:
      begin(.text)
      statement.text(column, into: &bytes)
    case .blob:
      begin(.text)
      statement.blob(column, into: &bytes)
    }
    bytes.store(UInt32(truncatingIfNeeded: bytes.count - start), at: start - 4)
  }
}

/// The names of the columns that the rows have.
private func columnNames(
  _ connection: borrowing Connection, _ selection: SQLiteSelection
) throws(Failure) -> [String] {
  let statement: Statement
  switch selection.rows {
  case .query(let sql): statement = try connection.statement(sql)
  case .table(let name):
    do throws(Failure) {
      statement = try connection.statement("SELECT * FROM \(Quoting.sql(name))")
    } catch  where error.diagnostics.first?.code == .sqliteStatement {
      let tables = try tableNames(connection)
      guard !tables.contains(name) else { throw error }
      throw Failure(
        .sourceSetting, "the database has no table `\(name)`", at: selection.location,
        remedy: nearest(to: name, among: tables).map { "did you mean `\($0)`?" }
          ?? (tables.isEmpty
            ? "the database is empty"
            : "its tables are: \(tables.prefix(20).joined(separator: ", "))"))
    } catch {
      throw error
    }
  }
  var names: [String] = []
  for column in 0..<statement.columnCount { names.append(statement.name(ofColumn: column)) }
  return names
}

/// The tables and views of a database.
func tableNames(_ connection: borrowing Connection) throws(Failure) -> [String] {
  let statement = try connection.statement(
    "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'")
  var names: [String] = []
  while try statement.step() { names.append(statement.text(0)) }
  return names
}
