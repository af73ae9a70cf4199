import FileHandles
package import FootlightPlatform

/// The changes of pushed records in one transaction.
package struct Pushing: ~Copyable {
  let connection: Connection
  private let sequences = PushSequences()

  func transaction<Result>(
    _ body: (borrowing Pushing) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try connection.transaction { () throws(Failure) in
      try SealedTable.pushState.write(
        [.text(""), .integer(Int64.random(in: 1...Int64.max))], connection, keepsOther: true)
      let result = try body(self)
      try writeSequences()
      return result
    }
  }

  /// A record as it is now.
  package func record(_ id: String, of domain: String) throws(Failure) -> String? {
    try SealedTable.pushed.rows(
      "WHERE domain = ? AND id = ?", domain, Array(id.utf8), in: connection
    ) { $0.optionalText(2) }.first ?? nil
  }

  /// Stores a record in place of the one with its id.
  package func put(_ id: String, json: String, in domain: String) throws(Failure) {
    try write(id, json, domain)
  }

  /// Deletes a record; false when there is none.
  @discardableResult
  package func delete(_ id: String, from domain: String) throws(Failure) -> Bool {
    guard try record(id, of: domain) != nil else { return false }
    try write(id, nil, domain)
    return true
  }

  /// Deletes all records of a domain; returns how many there were.
  @discardableResult
  package func deleteAll(from domain: String) throws(Failure) -> Int {
    let statement = try connection.statement(
      "SELECT id FROM pushed WHERE domain = ? AND record IS NOT NULL", domain)
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
  package func forgetDeleted(in domain: String, upTo sequence: Int64) throws(Failure) {
    let statement = try connection.statement(Pushing.forgetting, domain, sequence)
    var last: Int64 = 0
    while try statement.step() { last = max(last, statement.int64(0)) }
    if last > 0 { try rememberForgotten(last, of: domain) }
  }

  private func rememberForgotten(_ sequence: Int64, of domain: String) throws(Failure) {
    let known = try SealedTable.pushForgotten.number(of: domain, in: connection) ?? 0
    try SealedTable.pushForgotten.write(
      [.text(domain), .integer(max(sequence, known))], connection)
  }

  /// Forgets everything about a domain, client states included.
  package func wipe(_ domain: String) throws(Failure) {
    for table in ["pushed", "client_state"] {
      try connection.run("DELETE FROM \(table) WHERE domain = ?", domain)
    }
    // The sequence stays: a number never stands for two pushes.
    try rememberForgotten(try nextSequence(of: domain), of: domain)
  }

  /// Stores the state of a program together with what it pushes.
  ///
  /// - Parameter expected: what must be stored now; nil when that does not matter, empty for nothing.
  /// - Throws: `index.state-too-long`, `index.state-conflict`.
  package func setState(
    _ name: String, _ text: String, expecting expected: String?, of domain: String
  ) throws(Failure) {
    try UserDatabase.check(state: text)
    let present = try Pushing.state(name, domain, connection)
    if let expected, !expected.utf8.elementsEqual((present ?? "").utf8) {
      throw Failure(
        .clientStateConflict, "another state is stored for the batch '\(name)' than was expected",
        remedy: "ask for the last state, and push again what follows it")
    }
    try SealedTable.clientState.write([.text(domain), .text(name), .text(text)], connection)
  }

  private func write(_ id: String, _ json: String?, _ domain: String) throws(Failure) {
    try SealedTable.pushed.write(
      [
        .text(domain), .bytes(Array(id.utf8)), .text(json),
        .integer(try nextSequence(of: domain)),
      ], connection)
  }

  /// The number of the next push; it is written when the transaction ends.
  private func nextSequence(of domain: String) throws(Failure) -> Int64 {
    let last: Int64
    if let given = sequences.last[domain] {
      last = given
    } else {
      last = try SealedTable.pushState.number(of: domain, in: connection) ?? 0
    }
    guard last >= 0, last < .max else {
      throw Failure(
        .userDataDamaged,
        "the number of the last push into \(domain) in \(UserDatabase.fileName) is none",
        remedy: "put a copy of the file in its place")
    }
    sequences.last[domain] = last + 1
    return last + 1
  }

  /// An index whose position is older than so many transactions reads all records.
  private static let mostProofs = 256

  private func writeSequences() throws(Failure) {
    for (domain, sequence) in sequences.last {
      try SealedTable.pushState.write([.text(domain), .integer(sequence)], connection)
      try SealedTable.pushProof.write(
        [.text(domain), .integer(sequence), .integer(Int64.random(in: 1...Int64.max))], connection)
      try connection.run(
        """
        DELETE FROM push_proof WHERE domain = ?1 AND sequence <= (SELECT sequence FROM push_proof
          WHERE domain = ?1 ORDER BY sequence DESC LIMIT 1 OFFSET ?2)
        """, domain, Pushing.mostProofs)
    }
  }
}

/// The numbers of the last pushes into domains, while a transaction gives out others: written at its end,
/// since to write them with each record took a tenth of a large push.
private final class PushSequences {
  var last: [String: Int64] = [:]
}

extension Pushing {
  /// The most bytes of records that are taken at a time, but for one record that has more.
  private static let pageBytes = 1 << 20

  /// The records of a domain that changed after a place, as this transaction sees them.
  package func pushed(
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
      SELECT \(SealedTable.pushed.list) FROM pushed
      WHERE domain = ?1 AND sequence > ?2 AND (?2 > 0 OR record IS NOT NULL)
      ORDER BY sequence LIMIT ?3
      """, domain, sequence, limit)
    var found: [PushedRecord] = []
    var bytes = 0
    while bytes < pageBytes, try statement.step() {
      try SealedTable.pushed.check(statement)
      let record = PushedRecord(
        id: String(decoding: statement.bytes(1), as: UTF8.self),
        json: statement.optionalText(2), sequence: statement.int64(3))
      bytes += record.json?.utf8.count ?? 0
      found.append(record)
    }
    return found
  }

  /// The ids of the records of a domain that were pushed last, the latest first.
  static func latest(
    in domain: String, atMost count: Int, _ connection: borrowing Connection
  ) throws(Failure) -> [String] {
    let statement = try connection.statement(
      """
      SELECT id FROM pushed WHERE domain = ? AND record IS NOT NULL
      ORDER BY sequence DESC LIMIT ?
      """, domain, count)
    var found: [String] = []
    while try statement.step() { found.append(String(decoding: statement.bytes(0), as: UTF8.self)) }
    return found
  }

  static func state(
    _ name: String, _ domain: String, _ connection: borrowing Connection
  ) throws(Failure) -> String? {
    try SealedTable.clientState.rows(
      "WHERE domain = ? AND name = ?", domain, name, in: connection
    ) { $0.text(2) }.first
  }
}
