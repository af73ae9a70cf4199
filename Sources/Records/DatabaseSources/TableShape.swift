import DeclaredRecords
import FileHandles
import FootlightPlatform

/// The key and the unique indexes of a table: they decide which rows a statement can remove.
struct TableShape: Sendable, Hashable {
  /// A column of a unique index.
  struct Part: Sendable, Hashable {
    var column: String
    var collation: String
    /// The SQL of the value that REPLACE puts in the place of NULL: the default of a column that may not be
    /// NULL.
    var replacement: String?
  }

  /// A unique index whose rows a trigger can find.
  struct UniqueIndex: Sendable, Hashable {
    var parts: [Part]
    /// The condition of a partial index, as SQL.
    var condition: String?
  }

  /// The SQL that made the table.
  var sql = ""
  /// The name by which statements mean the row itself; nil when there is none.
  var rowName: String?
  /// A column that a statement may set.
  var plainColumn: String?
  var indexes: [UniqueIndex] = []
  /// Why changes of the table cannot be logged completely; nil when they can.
  var obstacle: String?

  /// Looks at a table; nil when there is none of this name.
  ///
  /// https://www.sqlite.org/pragma.html#pragma_table_xinfo, #pragma_index_list, #pragma_index_xinfo.
  init?(_ table: String, key: String, _ connection: borrowing Connection) throws(Failure) {
    let schema = try connection.statement(
      "SELECT type, sql FROM sqlite_schema WHERE type IN ('table', 'view') "
        + "AND name = ? COLLATE NOCASE", table)
    guard try schema.step() else { return nil }
    let type = schema.text(0)
    sql = schema.text(1)
    schema.reset()
    guard type == "table" else {
      obstacle = "it is a view"
      return
    }
    guard !sql.uppercased().hasPrefix("CREATE VIRTUAL") else {
      obstacle = "it is a virtual table"
      return
    }
    var names: Set<String> = []
    var computed: Set<String> = []
    var replacements: [String: String] = [:]
    var keyIsRow = false
    let columns = try connection.statement(
      "SELECT name, hidden, pk, upper(type), (SELECT count(*) FROM pragma_table_xinfo(?1) "
        + "WHERE pk > 0), CASE WHEN \"notnull\" THEN dflt_value END FROM pragma_table_xinfo(?1)",
      table)
    while try columns.step() {
      let name = columns.text(0)
      names.insert(name.lowercased())
      if !columns.text(5).isEmpty { replacements[name] = columns.text(5) }
      if columns.int(1) != 0 { computed.insert(name) } else { plainColumn = plainColumn ?? name }
      if name == key, columns.int(2) > 0, columns.int(4) == 1, columns.text(3) == "INTEGER" {
        keyIsRow = true
      }
    }
    let kind = try connection.statement(
      "SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ? COLLATE NOCASE", table)
    let hasRows = try kind.step() ? kind.int(0) == 0 : true
    if hasRows { rowName = ["rowid", "_rowid_", "oid"].first { !names.contains($0) } }
    try readIndexes(table, computed, replacements, connection)
    if obstacle == nil, !(keyIsRow && hasRows), !indexes.contains(where: { $0.isOf(key) }) {
      obstacle = "its column `\(key)` is no primary key and has no unique index of its own"
    }
  }

  private mutating func readIndexes(
    _ table: String, _ computed: Set<String>, _ replacements: [String: String],
    _ connection: borrowing Connection
  ) throws(Failure) {
    let list = try connection.statement(
      """
      SELECT l.name, l.partial, s.sql FROM pragma_index_list(?) AS l
      LEFT JOIN sqlite_schema AS s ON s.type = 'index' AND s.name = l.name
      WHERE l."unique" = 1 ORDER BY l.name
      """, table)
    let parts = try connection.statement(
      "SELECT cid, name, coll FROM pragma_index_xinfo(?) WHERE key = 1 ORDER BY seqno")
    while try list.step() {
      let name = list.text(0)
      var index = UniqueIndex(parts: [])
      try parts.bind(name, at: 1)
      while try parts.step() {
        let column = parts.text(1)
        if parts.int(0) < 0 || computed.contains(column) {
          obstacle = obstacle ?? "its unique index `\(name)` is over an expression"
        }
        index.parts.append(
          Part(column: column, collation: parts.text(2), replacement: replacements[column]))
      }
      if list.int(1) != 0 {
        index.condition = IndexCondition.sql(of: list.text(2))
        if index.condition == nil {
          obstacle = obstacle ?? "the condition of its unique index `\(name)` is not understood"
        }
      }
      indexes.append(index)
    }
  }
}

extension TableShape.UniqueIndex {
  /// Whether it makes the values of a column unique.
  func isOf(_ column: String) -> Bool {
    condition == nil && parts.count == 1 && parts[0].column == column
  }
}

/// Finds the condition in the SQL of a partial index.
enum IndexCondition {
  /// The condition after WHERE; nil when there is none.
  ///
  /// After the names of index and table come the columns in parentheses, and then WHERE. Quoted
  /// names, texts and comments can hold any of that: https://www.sqlite.org/lang_createindex.html.
  static func sql(of index: String) -> String? {
    let bytes = Array(index.utf8)
    var at = 0
    var depth = 0
    var hasColumns = false
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
        at = end(of: bytes[at], bytes, at + 1)
        continue
      case UInt8(ascii: "["):
        at = end(of: UInt8(ascii: "]"), bytes, at + 1)
        continue
      case UInt8(ascii: "-") where at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "-"):
        at = end(of: 0x0A, bytes, at + 2)
        continue
      case UInt8(ascii: "/") where at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "*"):
        at += 2
        while at + 1 < bytes.count, bytes[at] != UInt8(ascii: "*") || bytes[at + 1] != 0x2F {
          at += 1
        }
        at += 2
        continue
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { hasColumns = true }
      case UInt8(ascii: "w"), UInt8(ascii: "W"):
        guard hasColumns, depth == 0, at + 5 <= bytes.count else { break }
        let word = String(decoding: bytes[at..<(at + 5)], as: UTF8.self)
        guard word.uppercased() == "WHERE" else { break }
        let condition = String(decoding: bytes[(at + 5)...], as: UTF8.self)
        return condition.contains(where: { !$0.isWhitespace }) ? condition : nil
      default: break
      }
      at += 1
    }
    return nil
  }

  /// The place after the next such byte.
  private static func end(of byte: UInt8, _ bytes: [UInt8], _ start: Int) -> Int {
    (bytes[start...].firstIndex(of: byte) ?? bytes.count) + 1
  }
}
