import FootlightDiagnostics
import SQLiteHandles

/// Rows of activity, read and written.
enum ActivityTables {
  private static let columns = """
    domain, id, url, type, title, details, keywords, data, required, identifier, excluded, weak, \
    expires, strength, day, starred, first, last, sequence
    """

  /// Whether something was ever recorded here.
  static func exist(_ connection: borrowing Connection) throws(Failure) -> Bool {
    let statement = try connection.statement(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'activity_pick'")
    return try statement.step()
  }

  /// Everything, with the picks.
  static func records(_ connection: borrowing Connection) throws(Failure) -> [ActivityRecord] {
    let statement = try connection.statement("SELECT \(columns) FROM activity ORDER BY domain, id")
    var found: [ActivityRecord] = []
    while try statement.step() { found.append(record(statement)) }
    let picks = try connection.statement(
      "SELECT domain, id, query, strength, day FROM activity_pick ORDER BY domain, id, query")
    // Both are in one order: a pick whose row is gone is passed over.
    var place = 0
    while try picks.step() {
      let (domain, id) = (picks.text(0), text(picks.bytes(1)))
      while place < found.count, precedes(found[place], domain, id) { place += 1 }
      guard place < found.count, found[place].isOf(domain, id) else { continue }
      found[place].picks.append(pick(picks, from: 2))
    }
    return found
  }

  private static func precedes(_ record: ActivityRecord, _ domain: String, _ id: String) -> Bool {
    guard record.domain == domain else {
      return record.domain.utf8.lexicographicallyPrecedes(domain.utf8)
    }
    return record.id.utf8.lexicographicallyPrecedes(id.utf8)
  }

  static func record(
    _ domain: String, _ id: String, _ connection: borrowing Connection
  ) throws(Failure) -> ActivityRecord? {
    let statement = try connection.statement(
      "SELECT \(columns) FROM activity WHERE domain = ? AND id = ?")
    try statement.bind(domain, at: 1)
    try statement.bind(Array(id.utf8), at: 2)
    guard try statement.step() else { return nil }
    var found = record(statement)
    let picks = try connection.statement(
      "SELECT query, strength, day FROM activity_pick WHERE domain = ? AND id = ?")
    try picks.bind(domain, at: 1)
    try picks.bind(Array(id.utf8), at: 2)
    while try picks.step() { found.picks.append(pick(picks, from: 0)) }
    return found
  }

  static func store(
    _ record: ActivityRecord, _ connection: borrowing Connection
  ) throws(Failure) {
    let marks = Array(repeating: "?", count: 19).joined(separator: ", ")
    let statement = try connection.statement(
      "INSERT OR REPLACE INTO activity (\(columns)) VALUES (\(marks))")
    try statement.bind(record.domain, at: 1)
    try statement.bind(Array(record.id.utf8), at: 2)
    try statement.bind(record.url, at: 3)
    try statement.bind(record.type, at: 4)
    try statement.bind(record.title, at: 5)
    try statement.bind(record.details, at: 6)
    try statement.bind(joined(record.keywords), at: 7)
    try statement.bind(record.data, at: 8)
    try statement.bind(joined(record.requiredKeys), at: 9)
    try statement.bind(record.identifier, at: 10)
    try statement.bind(Eligibility.bits(record.excluded), at: 11)
    try statement.bind(record.isWeak ? 1 : 0, at: 12)
    try statement.bind(record.expires, at: 13)
    try statement.bind(record.strength.strength, at: 14)
    try statement.bind(record.strength.day, at: 15)
    try statement.bind(record.isStarred ? 1 : 0, at: 16)
    try statement.bind(record.first, at: 17)
    try statement.bind(record.last, at: 18)
    try statement.bind(record.sequence, at: 19)
    try statement.run()
    try forgetPicks(record.domain, record.id, connection)
    for pick in record.picks {
      let statement = try connection.statement(
        """
        INSERT OR REPLACE INTO activity_pick (domain, id, query, strength, day)
        VALUES (?, ?, ?, ?, ?)
        """)
      try statement.bind(record.domain, at: 1)
      try statement.bind(Array(record.id.utf8), at: 2)
      try statement.bind(pick.query, at: 3)
      try statement.bind(pick.strength.strength, at: 4)
      try statement.bind(pick.strength.day, at: 5)
      try statement.run()
    }
  }

  static func forget(
    _ domain: String, _ id: String, _ connection: borrowing Connection
  ) throws(Failure) {
    let statement = try connection.statement("DELETE FROM activity WHERE domain = ? AND id = ?")
    try statement.bind(domain, at: 1)
    try statement.bind(Array(id.utf8), at: 2)
    try statement.run()
    try forgetPicks(domain, id, connection)
  }

  private static func forgetPicks(
    _ domain: String, _ id: String, _ connection: borrowing Connection
  ) throws(Failure) {
    let statement = try connection.statement(
      "DELETE FROM activity_pick WHERE domain = ? AND id = ?")
    try statement.bind(domain, at: 1)
    try statement.bind(Array(id.utf8), at: 2)
    try statement.run()
  }

  private static func record(_ statement: borrowing Statement) -> ActivityRecord {
    var record = ActivityRecord(domain: statement.text(0), id: text(statement.bytes(1)))
    record.url = statement.text(2)
    record.type = statement.text(3)
    record.title = statement.text(4)
    record.details = statement.text(5)
    record.keywords = split(statement.text(6))
    record.data = statement.text(7)
    record.requiredKeys = split(statement.text(8))
    record.identifier = statement.text(9)
    record.excluded = Eligibility.of(bits: statement.int(10))
    record.isWeak = statement.int(11) != 0
    record.expires = statement.isNull(12) ? nil : statement.int64(12)
    record.strength = ActivityStrength(
      strength: statement.int(13), day: day(statement, 14))
    record.isStarred = statement.int(15) != 0
    record.first = statement.moment(16)
    record.last = statement.isNull(17) ? nil : statement.moment(17)
    record.sequence = statement.moment(18)
    return record
  }

  private static func pick(_ statement: borrowing Statement, from column: Int) -> ActivityPick {
    ActivityPick(
      query: statement.text(column),
      strength: ActivityStrength(
        strength: statement.int(column + 1), day: day(statement, column + 2)))
  }

  /// A column as a day, counted from 1970: a file can hold any number.
  private static func day(_ statement: borrowing Statement, _ column: Int) -> Int {
    min(max(0, statement.int(column)), 1 << 40)
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Texts as one, with a character between that none of them holds.
  private static func joined(_ texts: [String]) -> String {
    texts.map { $0.filter { $0 != "\u{1F}" } }.joined(separator: "\u{1F}")
  }

  private static func split(_ text: String) -> [String] {
    text.split(separator: "\u{1F}").map { String($0) }
  }
}
