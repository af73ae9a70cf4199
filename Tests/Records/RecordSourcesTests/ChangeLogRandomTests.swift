import FileHandles
import FootlightPlatform
import TestSupport
import Testing

@testable import DeclaredRecords
@testable import SourceKinds

/// Random statements on tables of many shapes: what the logged keys say is what the table holds.
struct ChangeLogRandomTests {
  /// A table and the names of its columns: the key, two others, and a number.
  struct Shape: Sendable {
    var name: String
    var table: String
    var columns: [String]
    var sql: String
  }

  static let shapes = [
    Shape(
      name: "text key and unique columns", table: "t", columns: ["id", "a", "b", "n"],
      sql: """
        CREATE TABLE t(id TEXT PRIMARY KEY, a TEXT UNIQUE, b TEXT, n INTEGER);
        CREATE UNIQUE INDEX pair ON t(b, n)
        """),
    Shape(
      name: "integer key", table: "t", columns: ["id", "a", "b", "n"],
      sql: "CREATE TABLE t(id INTEGER PRIMARY KEY, a UNIQUE, b COLLATE NOCASE UNIQUE, n REAL)"),
    Shape(
      name: "key without a type, beside the row", table: "t", columns: ["id", "a", "b", "n"],
      sql: "CREATE TABLE t(rowid, oid INTEGER PRIMARY KEY, id UNIQUE, a, b, n NUMERIC UNIQUE)"),
    Shape(
      name: "without rows, two columns a key", table: "t", columns: ["id", "a", "b", "n"],
      sql: """
        CREATE TABLE t(id TEXT COLLATE NOCASE, a, b, n INT NOT NULL DEFAULT 3,
          PRIMARY KEY (id), UNIQUE (a, n)) WITHOUT ROWID
        """),
    Shape(
      name: "hostile names", table: "new \"o'ld\" [三]; --",
      columns: ["key", "select", "a\"b'c", "rowid"],
      sql: """
        CREATE TABLE "new ""o'ld"" [三]; --"("sequence", "key" PRIMARY KEY, "select" UNIQUE,
          "a""b'c" TEXT, "rowid" INT, "g" GENERATED ALWAYS AS ("rowid" * 2));
        CREATE UNIQUE INDEX "where (" ON "new ""o'ld"" [三]; --"("a""b'c" /* ) where */ COLLATE NOCASE
        ) WHERE "rowid" > 2 -- and no more
        """),
    Shape(
      name: "a table called new", table: "NEW", columns: ["OLD", "a", "b", "n"],
      sql: "CREATE TABLE NEW(OLD PRIMARY KEY, a UNIQUE, b, n); CREATE UNIQUE INDEX i ON NEW(b, a)"),
  ]

  @Test(arguments: shapes.map(\.name))
  func `random statements leave in the log what they change`(_ name: String) throws {
    let shape = try #require(ChangeLogRandomTests.shapes.first { $0.name == name })
    var random = SeededRandom.announced("change log, \(name)")
    for _ in 0..<3 {
      let table = try LoggedTable(
        shape.sql, table: shape.table, key: shape.columns[0], shape.columns)
      #expect(try table.install())
      #expect(try table.sync() == "all: ")
      let connection = try Connection(path: table.folder.path("a.sqlite"), mode: .readWrite)
      for round in 0..<25 {
        for _ in 0..<random.below(12) {
          let sql = ChangeLogRandomTests.statement(shape, &random)
          // Most statements break a constraint now and then; that is part of the game.
          do { try connection.execute(sql) } catch {}
          if connection.inTransaction, random.oneIn(4) {
            try connection.execute(random.oneIn(2) ? "COMMIT" : "ROLLBACK")
          }
        }
        if connection.inTransaction { try connection.execute("COMMIT") }
        if random.oneIn(20) {
          try connection.execute("DROP TABLE \(Quoting.sql(shape.table)); \(shape.sql)")
          if random.oneIn(2) { #expect(try table.install()) }
        }
        let how = try table.sync()
        #expect(
          try table.rows == table.truth(), "seed \(random.seed), round \(round), \(name): \(how)")
        if how.hasPrefix("all") { _ = try table.install() }
        if table.cursor == nil { _ = try table.sync() }
      }
    }
  }

  private static func statement(_ shape: Shape, _ random: inout SeededRandom) -> String {
    let table = Quoting.sql(shape.table)
    let columns = shape.columns.map(Quoting.sql)
    let values = [
      "NULL", "1", "2", "3", "2.5", "3.0", "'1'", "'2'", "'a'", "'A'", "'b'", "'é'", "x'61'", "4",
      "5", "6", "7", "''",
    ]
    func value() -> String { values[random.below(values.count)] }
    func orElse() -> String {
      ["", "", "OR REPLACE", "OR IGNORE", "OR FAIL", "OR ABORT", "OR ROLLBACK"][random.below(7)]
    }
    func row() -> String { "(\(columns.map { _ in value() }.joined(separator: ", ")))" }
    let column = columns[random.below(columns.count)]
    let names = columns.joined(separator: ", ")
    switch random.below(12) {
    case 0...3:
      let rows = (0...random.below(3)).map { _ in row() }.joined(separator: ", ")
      return "INSERT \(orElse()) INTO \(table)(\(names)) VALUES \(rows)"
    case 4, 5:
      return
        "UPDATE \(orElse()) \(table) SET \(column) = \(value()) WHERE \(columns[random.below(columns.count)]) = \(value())"
    case 6:
      return
        "UPDATE \(orElse()) \(table) SET \(columns[0]) = \(value()) WHERE \(column) >= \(value())"
    case 7: return "DELETE FROM \(table) WHERE \(column) = \(value())"
    case 8:
      return "INSERT INTO \(table)(\(names)) VALUES \(row()) ON CONFLICT DO UPDATE SET "
        + "\(column) = \(value())"
    case 9: return "UPDATE \(orElse()) \(table) SET \(column) = \(column)"
    case 10: return "PRAGMA recursive_triggers = \(random.below(2))"
    default: return random.oneIn(3) ? "DELETE FROM \(table)" : "BEGIN"
    }
  }
}
