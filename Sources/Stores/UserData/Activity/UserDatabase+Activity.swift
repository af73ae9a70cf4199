import FileHandles
package import FootlightPlatform

extension UserDatabase {
  /// All that is recorded; nothing where nothing was.
  package func activity() throws(Failure) -> [ActivityRecord] {
    try reading([]) { (connection) throws(Failure) in
      try connection.transaction(.deferred) { () throws(Failure) in
        try ActivityTables.records(connection)
      }
    }
  }

  /// Changes what is recorded, in one transaction, durable on return; waits for others, never for an
  /// indexer.
  package func changeActivity<Result>(
    _ body: (borrowing ActivityChange) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try writing { (connection) throws(Failure) in
      let change = ActivityChange(connection: connection)
      return try change.connection.transaction { () throws(Failure) in
        try prepare(change.connection)
        return try body(change)
      }
    }
  }
}

/// A transaction that changes what is recorded.
package struct ActivityChange: ~Copyable {
  let connection: Connection

  /// All that is recorded.
  package func records() throws(Failure) -> [ActivityRecord] {
    try ActivityTables.records(connection)
  }

  /// The number of the next use.
  package func nextSequence() throws(Failure) -> Int64 {
    let statement = try connection.statement("SELECT max(sequence) FROM activity")
    guard try statement.step() else { return 1 }
    return statement.int64(0) &+ 1
  }

  /// How long something stays after it was found to be spent: a clock that was ahead for a while takes nothing
  /// with it.
  private static let grace: Int64 = 30 * 86_400

  /// Forgets what has had no class, star or data for thirty days, and pages that ended as long ago.
  package func purge(now: Int64) throws(Failure) {
    let today = ActivityStrength.day(of: now)
    let statement = try connection.statement(
      """
      SELECT domain, id FROM activity
      WHERE starred = 0 AND (data = '' AND day < ?1 OR expires <= ?2) OR spent > ?2
      """)
    // Anything used in the last thirty days has a class.
    try statement.bind(today - 29, now)
    var suspects: [(String, String)] = []
    while try statement.step() {
      suspects.append((statement.text(0), String(decoding: statement.bytes(1), as: UTF8.self)))
    }
    for (domain, id) in suspects {
      guard var record = try record(domain, id) else { continue }
      let isSpent = record.isSpent(now: now) || record.isPage && record.hasExpired(now: now)
      if isSpent, let since = record.spent, since <= now {
        if now - since >= ActivityChange.grace { try forget(domain, id) }
        continue
      }
      record.spent = isSpent ? now : nil
      try store(record)
    }
  }

  /// Takes a persistent id from whatever else has it: it means one thing.
  package func release(_ identifier: String, for record: ActivityRecord) throws(Failure) {
    let statement = try connection.statement(
      "SELECT domain, id FROM activity WHERE identifier = ?", identifier)
    var others: [(domain: String, id: String)] = []
    while try statement.step() {
      let id = String(decoding: statement.bytes(1), as: UTF8.self)
      if !record.isOf(statement.text(0), id) { others.append((statement.text(0), id)) }
    }
    for (domain, id) in others {
      guard var other = try self.record(domain, id) else { continue }
      other.identifier = ""
      try store(other)
    }
  }
}
