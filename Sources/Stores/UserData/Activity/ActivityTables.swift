import FileHandles
package import FootlightPlatform

/// Rows of activity, read and written.
enum ActivityTables {
  /// Everything, with the picks.
  static func records(_ connection: borrowing Connection) throws(Failure) -> [ActivityRecord] {
    var found = try SealedTable.activity.rows("ORDER BY domain, id", in: connection) { record($0) }
    let picks = try connection.statement(
      "SELECT \(SealedTable.pick.list) FROM activity_pick ORDER BY domain, id, query")
    // Both are in one order: a pick whose row is gone is passed over.
    var index = 0
    while try picks.step() {
      let (domain, id) = (picks.text(0), text(picks.bytes(1)))
      while index < found.count, precedes(found[index], domain, id) { index += 1 }
      guard index < found.count, found[index].isOf(domain, id) else { continue }
      try SealedTable.pick.check(picks)
      found[index].picks.append(pick(picks))
    }
    return found
  }

  private static func precedes(_ record: ActivityRecord, _ domain: String, _ id: String) -> Bool {
    guard record.domain == domain else {
      return record.domain.utf8.lexicographicallyPrecedes(domain.utf8)
    }
    return record.id.utf8.lexicographicallyPrecedes(id.utf8)
  }

  fileprivate static func record(_ statement: borrowing Statement) -> ActivityRecord {
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
    record.spent = statement.isNull(19) ? nil : statement.moment(19)
    return record
  }

  fileprivate static func pick(_ statement: borrowing Statement) -> ActivityPick {
    ActivityPick(
      query: statement.text(2),
      strength: ActivityStrength(strength: statement.int(3), day: day(statement, 4)))
  }

  /// A column as a day, counted from 1970: a file can hold any number.
  private static func day(_ statement: borrowing Statement, _ column: Int) -> Int {
    min(max(0, statement.int(column)), 1 << 40)
  }

  fileprivate static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// Texts as one, with a character between that none of them holds.
  fileprivate static func joined(_ texts: [String]) -> String {
    texts.map { $0.filter { $0 != "\u{1F}" } }.joined(separator: "\u{1F}")
  }

  private static func split(_ text: String) -> [String] {
    text.split(separator: "\u{1F}").map { String($0) }
  }
}

extension ActivityChange {
  /// The record of one thing.
  package func record(_ domain: String, _ id: String) throws(Failure) -> ActivityRecord? {
    let condition = "WHERE domain = ? AND id = ?"
    var found = try SealedTable.activity.rows(condition, domain, Array(id.utf8), in: connection) {
      ActivityTables.record($0)
    }.first
    found?.picks = try SealedTable.pick.rows(condition, domain, Array(id.utf8), in: connection) {
      ActivityTables.pick($0)
    }
    return found
  }

  /// Stores what is known of one thing, in place of what was.
  package func store(_ record: ActivityRecord) throws(Failure) {
    try SealedTable.activity.write(
      [
        .text(record.domain), .bytes(Array(record.id.utf8)), .text(record.url), .text(record.type),
        .text(record.title), .text(record.details), .text(ActivityTables.joined(record.keywords)),
        .text(record.data), .text(ActivityTables.joined(record.requiredKeys)),
        .text(record.identifier),
        .integer(Int64(Eligibility.bits(record.excluded))), .integer(record.isWeak ? 1 : 0),
        .integer(record.expires), .integer(Int64(record.strength.strength)),
        .integer(Int64(record.strength.day)), .integer(record.isStarred ? 1 : 0),
        .integer(record.first), .integer(record.last), .integer(record.sequence),
        .integer(record.spent),
      ], connection)
    try forgetPicks(of: record.domain, record.id)
    for pick in record.picks {
      try SealedTable.pick.write(
        [
          .text(record.domain), .bytes(Array(record.id.utf8)), .text(pick.query),
          .integer(Int64(pick.strength.strength)), .integer(Int64(pick.strength.day)),
        ], connection)
    }
  }

  /// Forgets one thing.
  package func forget(_ domain: String, _ id: String) throws(Failure) {
    try connection.run("DELETE FROM activity WHERE domain = ? AND id = ?", domain, Array(id.utf8))
    try forgetPicks(of: domain, id)
  }

  private func forgetPicks(of domain: String, _ id: String) throws(Failure) {
    try connection.run(
      "DELETE FROM activity_pick WHERE domain = ? AND id = ?", domain, Array(id.utf8))
  }
}
