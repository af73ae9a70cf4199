import DeclaredRecords
import FileHandles
import FootlightPlatform

/// How far a database has been read.
enum SQLiteCursor: Sendable, Hashable {
  /// A place in the log of triggers.
  case log(ChangeLog.Position)
  /// The highest value of a column.
  case watermark(Watermark)

  /// As a text: `triggers:EPOCH:SHAPE:SEQUENCE:FILE:ROWS`, the rows as `SEQUENCE=HASH=PROOF,…`, or
  /// `watermark:COLUMN:VALUE:FILE:FIRST VALUE:FIRST KEY:ROWS`, the rows as `HASH=DIGEST,…`; column, values and key in
  /// hexadecimal.
  var text: String {
    switch self {
    case .log(let position):
      "triggers:\(position.epoch):\(position.shape):\(position.sequence):\(position.file):"
        + position.tail.map { "\($0.sequence)=\($0.key)=\($0.proof)" }.joined(separator: ",")
    case .watermark(let mark):
      ([
        "watermark", Hexadecimal.text(Array(mark.column.utf8)), Hexadecimal.text(mark.value.bytes),
        mark.file,
        Hexadecimal.text(mark.first?.value.bytes ?? []),
        Hexadecimal.text(mark.first?.key.bytes ?? []),
        mark.rows.map { "\($0.key)=\($0.digest)" }.joined(separator: ","),
      ]).joined(separator: ":")
    }
  }

  /// Reads the text of a cursor; nil when it is no cursor.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    switch (parts.first, parts.count) {
    case ("triggers", 6):
      guard let shape = UInt64(parts[2]), let sequence = Int64(parts[3]) else { return nil }
      var position = ChangeLog.Position(
        epoch: parts[1], shape: shape, sequence: sequence, file: parts[4])
      for row in parts[5].split(separator: ",") {
        let numbers = row.split(separator: "=")
        guard numbers.count == 3, let sequence = Int64(numbers[0]), let key = UInt64(numbers[1]),
          let proof = Int64(numbers[2])
        else { return nil }
        position.tail.append(ChangeLog.Row(sequence: sequence, key: key, proof: proof))
      }
      self = .log(position)
    case ("watermark", 7):
      guard let column = Hexadecimal.bytes(parts[1]),
        let value = Hexadecimal.bytes(parts[2]).flatMap({ SourceKey($0) })
      else { return nil }
      var mark = Watermark(
        column: String(decoding: column, as: UTF8.self), value: value, file: parts[3], first: nil,
        rows: [])
      if let value = Hexadecimal.bytes(parts[4]).flatMap({ SourceKey($0) }),
        let key = Hexadecimal.bytes(parts[5]).flatMap({ SourceKey($0) })
      {
        mark.first = Watermark.Place(value: value, key: key)
      }
      for row in parts[6].split(separator: ",") {
        let numbers = row.split(separator: "=").map { UInt64($0) }
        guard numbers.count == 2, let key = numbers[0], let digest = numbers[1] else { return nil }
        mark.rows.append(Watermark.Row(key: key, digest: digest))
      }
      self = .watermark(mark)
    default: return nil
    }
  }
}

extension SQLiteSelection {
  /// How far the database has come, in the open transaction; or why that is not known.
  ///
  /// - Parameter file: its name by device and inode, from before it was opened.
  func position(
    _ connection: borrowing Connection, _ file: String
  ) throws(Failure) -> (cursor: SQLiteCursor?, unlogged: String?) {
    switch changes {
    case .digest: return (nil, nil)
    case .triggers:
      guard let log = changeLog else { return (nil, nil) }
      switch try log.state(connection) {
      case .complete(var position):
        position.file = file
        return (.log(position), nil)
      case .missing(let reason): return (nil, reason)
      case .impossible(let reason):
        return (nil, "changes of `\(log.table)` cannot be logged: \(reason)")
      }
    case .watermark(let column):
      return (try Watermark(column, file, self, connection).map { .watermark($0) }, nil)
    }
  }

  /// The log of the table; nil when the source is none with triggers.
  var changeLog: ChangeLog? {
    guard changes == .triggers, case .table(let table) = rows, let key else { return nil }
    return ChangeLog(table: table, key: key, domain: domain)
  }

  /// The remark that all rows were read because no log could be.
  func unloggedRemark(_ reason: String) -> Diagnostic {
    let canBeLogged = !reason.contains("cannot be logged")
    return Diagnostic(
      .sourceUnlogged, "\(reason); so all rows were read and compared", at: location,
      remedy: canBeLogged
        ? "have the source install its log: `footlight allow --install-log \(domain)`"
        : "write `changes: digest`, or give the table what it lacks, and run "
          + "`footlight allow --install-log \(domain)`",
      severity: .warning)
  }
}
