import FileHandles
import FootlightPlatform

/// What is to be told of searches that have names, and how far each reader was told.
///
/// Alerts are written by the transaction that changes the items: a process that is killed leaves both or none of them.
/// The tables are made with the first alert; the seal leaves them out, so that a commit does not read them all.
extension Catalog {
  /// So many alerts are kept, the newest.
  static let mostAlerts = 10_000

  /// The row of `counter` with the highest number of an alert.
  private static let alertName = "alert"

  private static let alertSchema = """
    CREATE TABLE IF NOT EXISTS alert (
      sequence INTEGER PRIMARY KEY,
      search TEXT NOT NULL,
      kind TEXT NOT NULL,
      domain TEXT NOT NULL,
      id TEXT NOT NULL,
      title TEXT NOT NULL,
      url TEXT NOT NULL,
      private INTEGER NOT NULL,
      time INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS alert_reader (
      name TEXT PRIMARY KEY,
      sequence INTEGER NOT NULL,
      missed INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// Writes alerts within a transaction; every reader has missed those that are beyond what is told at once.
  func insert(_ batch: AlertBatch) throws(Failure) {
    guard let first = batch.alerts.first else { return }
    try connection.execute(Catalog.alertSchema)
    for reader in AlertReader.allCases {
      try connection.run(
        "INSERT OR IGNORE INTO alert_reader (name, sequence, missed) VALUES (?, 0, 0)",
        reader.rawValue)
    }
    // A catalog that was begun anew goes on above the numbers that readers may still know.
    var sequence = max(
      Int64(try counter(Catalog.alertName)), first.time.multipliedReportingOverflow(by: 1_000).0)
    let statement = try connection.statement(
      """
      INSERT INTO alert (sequence, search, kind, domain, id, title, url, private, time)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    for alert in batch.alerts {
      sequence += 1
      try statement.run(
        sequence, alert.search, alert.kind.rawValue, alert.domain, alert.id, alert.title, alert.url,
        alert.isPrivate ? 1 : 0, alert.time)
    }
    try raise(Catalog.alertName, to: Int(sequence))
    try dropOldAlerts()
    guard batch.missed > 0 else { return }
    try connection.run("UPDATE alert_reader SET missed = missed + ?", batch.missed)
  }

  /// Drops the oldest ones of too many, and notes who was not told of them.
  private func dropOldAlerts() throws(Failure) {
    let last = try connection.statement(
      "SELECT sequence FROM alert ORDER BY sequence DESC LIMIT 1 OFFSET \(Catalog.mostAlerts)")
    guard try last.step() else { return }
    let sequence = last.int64(0)
    for sql in [
      """
      UPDATE alert_reader SET missed = missed + (
        SELECT count(*) FROM alert
        WHERE alert.sequence > alert_reader.sequence AND alert.sequence <= ?)
      """, "DELETE FROM alert WHERE sequence <= ?",
    ] {
      try connection.run(sql, sequence)
    }
  }

  /// The alerts after one, the oldest first, at most so many.
  func alerts(
    after sequence: Int64, atMost limit: Int, hidesPrivate: Bool = false
  ) throws(Failure) -> [Alert] {
    guard try hasAlerts() else { return [] }
    let statement = try connection.statement(
      """
      SELECT sequence, search, kind, domain, id, title, url, private, time FROM alert
      WHERE sequence > ? AND private <= ? ORDER BY sequence LIMIT ?
      """, sequence, hidesPrivate ? 0 : 1, limit)
    var found: [Alert] = []
    while try statement.step() {
      guard let kind = Alert.Kind(rawValue: statement.text(2)) else { continue }
      found.append(
        Alert(
          sequence: statement.int64(0), search: statement.text(1), kind: kind,
          domain: statement.text(3), id: statement.text(4), title: statement.text(5),
          url: statement.text(6), isPrivate: statement.int(7) != 0, time: statement.int64(8)))
    }
    return found
  }

  /// The alerts that a reader was not told yet.
  func alerts(for reader: AlertReader) throws(Failure) -> AlertBatch {
    guard try hasAlerts() else { return AlertBatch() }
    let statement = try connection.statement(
      "SELECT sequence, missed FROM alert_reader WHERE name = ?", reader.rawValue)
    let isKnown = try statement.step()
    let missed = isKnown ? statement.count(1) : 0
    return AlertBatch(
      try alerts(after: isKnown ? statement.int64(0) : 0, atMost: Catalog.mostAlerts),
      missed: missed)
  }

  /// Notes up to which alert a reader was told.
  func noteTold(_ reader: AlertReader, upTo sequence: Int64) throws(Failure) {
    try connection.transaction { () throws(Failure) in
      guard try hasAlerts() else { return }
      try connection.run(
        "UPDATE alert_reader SET sequence = max(sequence, ?), missed = 0 WHERE name = ?", sequence,
        reader.rawValue)
    }
  }

  private func hasAlerts() throws(Failure) -> Bool {
    try connection.statement("SELECT 1 FROM sqlite_schema WHERE name = 'alert_reader'").step()
  }
}
