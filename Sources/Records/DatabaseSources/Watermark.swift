import DeclaredRecords
import FileHandles
import FootlightPlatform

/// How far a database was read by the highest value of a column, and the rows with the highest values: they tell this
/// history from another one that has come equally high, such as that of a copy that was put back and changed again.
struct Watermark: Sendable, Hashable {
  /// A row: hashes of its key and of all of its values.
  struct Row: Sendable, Hashable {
    var key: UInt64
    var digest: UInt64
  }

  /// Where the rows begin: the value of the column, and the key.
  struct Place: Sendable, Hashable {
    var value: SourceKey
    var key: SourceKey
  }

  var column: String
  var value: SourceKey
  /// The database, by device and inode.
  var file: String
  var first: Place?
  var rows: [Row] = []

  /// How many rows are remembered.
  private static let mostRows = 64
}

extension Watermark {
  /// Reads the highest value and the rows with the highest ones, in the open transaction; nil where no row has a value.
  init?(
    _ column: String, _ file: String, _ selection: SQLiteSelection,
    _ connection: borrowing Connection
  ) throws(Failure) {
    let highest = try connection.statement(selection.watermarkSQL(column))
    guard try highest.step(), let value = SourceKey(highest, column: 0) else { return nil }
    highest.reset()
    self.init(column: column, value: value, file: file)
    let name = Quoting.sql(column)
    let key = Quoting.sql(selection.key ?? "")
    let below = try connection.statement(
      "SELECT *, \(name), \(key) FROM \(selection.rowsSQL) WHERE \(name) <= ? "
        + "ORDER BY \(name) DESC, \(key) DESC LIMIT \(Watermark.mostRows)", value)
    while try below.step() {
      let last = below.columnCount - 2
      guard let value = SourceKey(below, column: last), let key = SourceKey(below, column: last + 1)
      else { continue }
      first = Place(value: value, key: key)
      rows.append(Row(key: key.hash, digest: Watermark.digest(below, leaving: 2)))
    }
  }

  /// How the rows of a database stand to those that were read.
  enum Continuation {
    /// No row would be read but those that were: none stands above the mark, and none has no value.
    case same
    /// The database can have grown out of what it was.
    case grown
    /// It is another history: rows below the mark are others than those that were read.
    case other
  }

  /// Compares the database with what it was: a row is as it was, or is read now since it stands at the mark or above;
  /// no other has come between those below; and one is left to tell.
  ///
  /// - Parameter highest: the highest value that the column has now.
  func continuation(
    of selection: SQLiteSelection, highest: SourceKey, _ connection: borrowing Connection
  ) throws(Failure) -> Continuation {
    guard let first else { return .other }
    let name = Quoting.sql(column)
    let key = Quoting.sql(selection.key ?? "")
    let below = try connection.statement(
      "SELECT *, \(name) < ?1, \(key) FROM \(selection.rowsSQL) WHERE \(name) <= ?1 "
        + "AND (\(name) > ?2 OR \(name) = ?2 AND \(key) >= ?3)", value, first.value, first.key)
    let known = Set(rows)
    var missing = known
    var hasMore = highest != value
    while try below.step() {
      let last = below.columnCount - 2
      guard let key = SourceKey(below, column: last + 1) else { return .other }
      let row = Row(key: key.hash, digest: Watermark.digest(below, leaving: 2))
      missing.remove(row)
      guard !known.contains(row) else { continue }
      if below.int(last) == 1 { return .other }
      hasMore = true
    }
    guard missing.count < known.count else { return .other }
    if missing.isEmpty {
      // Where all that is remembered stands at the mark, more rows may stand there.
      let isComplete = first.value != value || rows.count < Watermark.mostRows
      guard isComplete, !hasMore else { return .grown }
      let without = try connection.statement(
        "SELECT 1 FROM \(selection.rowsSQL) WHERE \(name) IS NULL LIMIT 1")
      return try without.step() ? .grown : .same
    }
    // Rows that have changed since stand at the mark or above it, where they are read.
    var risen: Set<UInt64> = []
    let above = try connection.statement(
      "SELECT \(key) FROM \(selection.rowsSQL) WHERE \(name) >= ?", value)
    while try above.step() {
      if let key = SourceKey(above, column: 0) { risen.insert(key.hash) }
    }
    return missing.allSatisfy { risen.contains($0.key) } ? .grown : .other
  }

  /// A hash of the values of a row but the last ones.
  private static func digest(_ row: borrowing Statement, leaving others: Int) -> UInt64 {
    var bytes = ByteArena(capacity: 256)
    for column in 0..<row.columnCount - others {
      guard let value = SourceKey(row, column: column) else {
        bytes.append(0)
        continue
      }
      bytes.append(littleEndian: UInt64(value.bytes.count))
      bytes.append(value.bytes)
    }
    return bytes.hash(bytes.all)
  }
}
