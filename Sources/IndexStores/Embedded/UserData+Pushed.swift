public import FootlightDiagnostics
import FootlightPlatform
import SQLiteHandles

extension UserData {
  /// The most bytes of a client state, in UTF-8.
  public static let longestState = 250

  /// Looks whether a state may be stored.
  ///
  /// - Throws: `index.state-too-long`.
  public static func check(state text: String) throws(Failure) {
    guard text.utf8.count > longestState else { return }
    throw Failure(
      .clientStateTooLong, "the state has \(text.utf8.count) bytes; \(longestState) are allowed",
      remedy: "store a token or a hash instead of the whole")
  }

  /// Changes records and states in one transaction: all of it happens, durably, or nothing.
  public func push<Result>(
    _ body: (borrowing Pushing) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let connection = try openForWriting()
    let pushing = Pushing(connection)
    return try pushing.transaction(body)
  }

  /// The records of a domain that changed behind a place, in the order of their last push; all of
  /// them that are there behind 0.
  ///
  /// - Parameter limit: how many at most; fewer where they come to a megabyte.
  public func pushed(
    to domain: String, after sequence: Int64, atMost limit: Int
  ) throws(Failure) -> [PushedRecord] {
    try reading([]) { (connection) throws(Failure) in
      try Pushing.pushed(to: domain, after: sequence, atMost: limit, connection)
    }
  }

  /// How far the pushes of a domain have come; nil when there never was one.
  public func pushCursor(of domain: String) throws(Failure) -> PushCursor? {
    try reading(nil) { (connection) throws(Failure) in
      let statement = try connection.statement(
        """
        SELECT (SELECT sequence FROM push_state WHERE domain = ''), sequence FROM push_state
        WHERE domain = ? AND domain <> ''
        """)
      try statement.bind(domain, at: 1)
      guard try statement.step() else { return nil }
      var cursor = PushCursor(epoch: statement.int64(0), sequence: statement.int64(1))
      // A file of an earlier format gets the table with the next push.
      guard try presentFormat(connection) >= 4 else { return cursor }
      let forgotten = try connection.statement(
        "SELECT sequence FROM push_forgotten WHERE domain = ?")
      try forgotten.bind(domain, at: 1)
      if try forgotten.step() { cursor.forgotten = forgotten.int64(0) }
      return cursor
    }
  }

  /// The state that a program stored with its last batch of a name; nil for none.
  public func clientState(_ name: String, of domain: String) throws(Failure) -> String? {
    try reading(nil) { (connection) throws(Failure) in
      try Pushing.state(name, domain, connection)
    }
  }
}

/// What is done to pushed records in one transaction.
public struct Pushing: ~Copyable {
  let connection: Connection
  private let sequences = PushSequences()

  init(_ connection: consuming Connection) {
    self.connection = connection
  }

  func transaction<Result>(
    _ body: (borrowing Pushing) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try connection.transaction { () throws(Failure) in
      try connection.execute(UserData.schema)
      let epoch = try connection.statement(
        "INSERT OR IGNORE INTO push_state (domain, sequence) VALUES ('', ?)")
      try epoch.bind(Int64.random(in: 1...Int64.max), at: 1)
      try epoch.run()
      let result = try body(self)
      try writeSequences()
      return result
    }
  }

  /// A record as it is now.
  public func record(_ id: String, of domain: String) throws(Failure) -> String? {
    try Pushing.record(id, domain, connection)
  }

  /// Stores a record in place of the one with its id.
  public func put(_ id: String, json: String, in domain: String) throws(Failure) {
    try write(id, json, domain)
  }

  /// Deletes a record; false when there is none.
  @discardableResult
  public func delete(_ id: String, from domain: String) throws(Failure) -> Bool {
    guard try Pushing.record(id, domain, connection) != nil else { return false }
    try write(id, nil, domain)
    return true
  }

  /// Deletes all records of a domain; returns how many there were.
  @discardableResult
  public func deleteAll(from domain: String) throws(Failure) -> Int {
    let statement = try connection.statement(
      "SELECT id FROM pushed WHERE domain = ? AND record IS NOT NULL")
    try statement.bind(domain, at: 1)
    var ids: [String] = []
    while try statement.step() { ids.append(String(decoding: statement.bytes(0), as: UTF8.self)) }
    // Each has a sequence of its own, so that whoever goes on between two of them misses none.
    for id in ids { try write(id, nil, domain) }
    return ids.count
  }

  /// Every push does it: it must not look at all records.
  static let forgetting =
    "DELETE FROM pushed WHERE domain = ? AND record IS NULL AND sequence <= ? RETURNING sequence"

  /// Forgets deletions that every index covers.
  public func forgetDeleted(in domain: String, upTo sequence: Int64) throws(Failure) {
    let statement = try connection.statement(Pushing.forgetting)
    try statement.bind(domain, at: 1)
    try statement.bind(sequence, at: 2)
    var last: Int64 = 0
    while try statement.step() { last = max(last, statement.int64(0)) }
    if last > 0 { try rememberForgotten(last, of: domain) }
  }

  private func rememberForgotten(_ sequence: Int64, of domain: String) throws(Failure) {
    let statement = try connection.statement(
      """
      INSERT INTO push_forgotten (domain, sequence) VALUES (?, ?)
      ON CONFLICT (domain) DO UPDATE SET sequence = max(sequence, excluded.sequence)
      """)
    try statement.bind(domain, at: 1)
    try statement.bind(sequence, at: 2)
    try statement.run()
  }

  /// Forgets everything about a domain, client states included.
  public func wipe(_ domain: String) throws(Failure) {
    for table in ["pushed", "client_state"] {
      let statement = try connection.statement("DELETE FROM \(table) WHERE domain = ?")
      try statement.bind(domain, at: 1)
      try statement.run()
    }
    // The sequence stays: a number never stands for two pushes.
    try rememberForgotten(try nextSequence(of: domain), of: domain)
  }

  /// Stores the state of a program together with what it pushes.
  ///
  /// - Parameter expected: what must be stored now; nil when that does not matter, empty for nothing.
  /// - Throws: `index.state-too-long`, `index.state-conflict`.
  public func setState(
    _ name: String, _ text: String, expecting expected: String?, of domain: String
  ) throws(Failure) {
    try UserData.check(state: text)
    let present = try Pushing.state(name, domain, connection)
    if let expected, !expected.utf8.elementsEqual((present ?? "").utf8) {
      throw Failure(
        .clientStateConflict, "another state is stored for the batch '\(name)' than was expected",
        remedy: "ask for the last state, and push again what follows it")
    }
    let statement = try connection.statement(
      "INSERT OR REPLACE INTO client_state (domain, name, state) VALUES (?, ?, ?)")
    try statement.bind(domain, at: 1)
    try statement.bind(name, at: 2)
    try statement.bind(text, at: 3)
    try statement.run()
  }

  private func write(_ id: String, _ json: String?, _ domain: String) throws(Failure) {
    let statement = try connection.statement(
      "INSERT OR REPLACE INTO pushed (domain, id, record, sequence) VALUES (?, ?, ?, ?)")
    try statement.bind(domain, at: 1)
    try statement.bind(Array(id.utf8), at: 2)
    try statement.bind(json, at: 3)
    try statement.bind(try nextSequence(of: domain), at: 4)
    try statement.run()
  }

  /// The number of the next push; it is written when the transaction ends.
  private func nextSequence(of domain: String) throws(Failure) -> Int64 {
    let last: Int64
    if let given = sequences.last[domain] {
      last = given
    } else {
      last = try storedSequence(of: domain)
    }
    guard last >= 0, last < .max else {
      throw Failure(
        .userDataDamaged,
        "the number of the last push into \(domain) in \(UserData.fileName) is none",
        remedy: "put a copy of the file in its place")
    }
    sequences.last[domain] = last + 1
    return last + 1
  }

  private func storedSequence(of domain: String) throws(Failure) -> Int64 {
    let statement = try connection.statement("SELECT sequence FROM push_state WHERE domain = ?")
    try statement.bind(domain, at: 1)
    return try statement.step() ? statement.int64(0) : 0
  }

  private func writeSequences() throws(Failure) {
    let statement = try connection.statement(
      "INSERT OR REPLACE INTO push_state (domain, sequence) VALUES (?, ?)")
    for (domain, sequence) in sequences.last {
      try statement.bind(domain, at: 1)
      try statement.bind(sequence, at: 2)
      try statement.run()
    }
  }

  /// The most bytes of records that are taken at a time, but for one record that has more.
  private static let pageBytes = 1 << 20

  /// The records of a domain that changed behind a place, as this transaction sees them.
  public func pushed(
    to domain: String, after sequence: Int64, atMost limit: Int
  ) throws(Failure) -> [PushedRecord] {
    try Pushing.pushed(to: domain, after: sequence, atMost: limit, connection)
  }

  static func pushed(
    to domain: String, after sequence: Int64, atMost limit: Int,
    _ connection: borrowing Connection
  ) throws(Failure) -> [PushedRecord] {
    let statement = try connection.statement(
      """
      SELECT id, record, sequence FROM pushed
      WHERE domain = ?1 AND sequence > ?2 AND (?2 > 0 OR record IS NOT NULL)
      ORDER BY sequence LIMIT ?3
      """)
    try statement.bind(domain, at: 1)
    try statement.bind(sequence, at: 2)
    try statement.bind(limit, at: 3)
    var found: [PushedRecord] = []
    var bytes = 0
    while bytes < pageBytes, try statement.step() {
      let record = PushedRecord(
        id: String(decoding: statement.bytes(0), as: UTF8.self),
        json: statement.optionalText(1), sequence: statement.int64(2))
      bytes += record.json?.utf8.count ?? 0
      found.append(record)
    }
    return found
  }

  static func record(
    _ id: String, _ domain: String, _ connection: borrowing Connection
  ) throws(Failure) -> String? {
    let statement = try connection.statement(
      "SELECT record FROM pushed WHERE domain = ? AND id = ?")
    try statement.bind(domain, at: 1)
    try statement.bind(Array(id.utf8), at: 2)
    return try statement.step() ? statement.optionalText(0) : nil
  }

  static func state(
    _ name: String, _ domain: String, _ connection: borrowing Connection
  ) throws(Failure) -> String? {
    let statement = try connection.statement(
      "SELECT state FROM client_state WHERE domain = ? AND name = ?")
    try statement.bind(domain, at: 1)
    try statement.bind(name, at: 2)
    return try statement.step() ? statement.text(0) : nil
  }
}

/// The numbers of the last pushes into domains, while a transaction gives out others: written at its end,
/// since to write them with each record took a tenth of a large push.
private final class PushSequences {
  var last: [String: Int64] = [:]
}
