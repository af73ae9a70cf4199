import FileHandles
package import FootlightPlatform

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
      """)
    try statement.bind(domain, at: 1)
    try statement.bind(sequence, at: 2)
    try statement.bind(limit, at: 3)
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
      """)
    try statement.bind(domain, at: 1)
    try statement.bind(count, at: 2)
    var found: [String] = []
    while try statement.step() { found.append(String(decoding: statement.bytes(0), as: UTF8.self)) }
    return found
  }

  static func record(
    _ id: String, _ domain: String, _ connection: borrowing Connection
  ) throws(Failure) -> String? {
    let statement = try connection.statement(
      "SELECT \(SealedTable.pushed.list) FROM pushed WHERE domain = ? AND id = ?")
    try statement.bind(domain, at: 1)
    try statement.bind(Array(id.utf8), at: 2)
    guard try statement.step() else { return nil }
    try SealedTable.pushed.check(statement)
    return statement.optionalText(2)
  }

  static func state(
    _ name: String, _ domain: String, _ connection: borrowing Connection
  ) throws(Failure) -> String? {
    let statement = try connection.statement(
      "SELECT \(SealedTable.clientState.list) FROM client_state WHERE domain = ? AND name = ?")
    try statement.bind(domain, at: 1)
    try statement.bind(name, at: 2)
    guard try statement.step() else { return nil }
    try SealedTable.clientState.check(statement)
    return statement.text(2)
  }
}
