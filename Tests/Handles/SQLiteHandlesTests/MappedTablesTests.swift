import FileHandles
import FootlightPlatform
import TestSupport
import Testing

/// Rows found in the mapped file are those that SQLite wrote.
struct MappedTablesTests {
  /// Writes two tables, in an order of its own each, and returns what they hold.
  private func write(
    _ path: String, pageSize: Int, rows count: Int, largest: Int, _ random: inout SeededRandom
  ) throws -> [String: [Int64: [UInt8]]] {
    let connection = try Connection(path: path, mode: .create)
    try connection.setPragma("page_size", to: "\(pageSize)")
    try connection.setPragma("journal_mode", to: "off", expecting: "off")
    try connection.begin(.exclusive)
    var tables: [String: [Int64: [UInt8]]] = [:]
    for table in ["one", "other"] {
      try connection.execute("CREATE TABLE \(table)(id INTEGER PRIMARY KEY, data BLOB NOT NULL)")
      let insert = try connection.statement("INSERT INTO \(table) VALUES (?1, ?2)")
      var rows: [Int64: [UInt8]] = [:]
      for _ in 0..<count {
        let row = Int64(random.below(count * 3))
        guard rows[row] == nil else { continue }
        let blob = random.bytes(random.below(largest))
        rows[row] = blob
        try insert.insert(row: row, blob: blob.span)
      }
      let last: [UInt8] = [1, 2, 3]
      rows[1 << 40] = last
      try insert.insert(row: 1 << 40, blob: last.span)
      tables[table] = rows
    }
    try connection.commit()
    return tables
  }

  private func bytes(_ table: MappedTable, _ row: Int64) -> [UInt8]? {
    var arena = ByteArena()
    return table.copyBlob(row, into: &arena) ? arena.bytes(arena.all) : nil
  }

  @Test(arguments: [[512, 3_000, 300], [4_096, 600, 20_000], [16_384, 150, 40_000]])
  func `every row is found, on one page or on many`(_ shape: [Int]) throws {
    let (pageSize, rows, largest) = (shape[0], shape[1], shape[2])
    let folder = try TemporaryFolder()
    var random = SeededRandom.announced("mapped tables")
    let path = folder.path("t.sqlite")
    let wanted = try write(path, pageSize: pageSize, rows: rows, largest: largest, &random)
    let tables = try MappedTables(path: path)
    for (name, rows) in wanted {
      let table = try #require(tables.table(name))
      for (row, blob) in rows {
        #expect(bytes(table, row) == blob, "row \(row) of \(name)")
        if let place = table.blob(row) {
          var arena = ByteArena()
          let isThere = tables.file.copy(place.at, size: place.size, into: &arena)
          #expect(isThere && arena.bytes(arena.all) == blob)
        } else {
          #expect(blob.count > pageSize - 60, "only what needs several pages has no one place")
        }
      }
      for row in Int64(-2)..<Int64(rows.count * 3) where rows[row] == nil {
        #expect(table.blob(row) == nil && bytes(table, row) == nil)
      }
    }
    #expect(tables.table("none") == nil)
  }

  @Test func `what is no finished database is refused`() throws {
    let folder = try TemporaryFolder()
    for (name, contents) in [("empty", ""), ("text", String(repeating: "no database ", count: 90))]
    {
      let path = try folder.write(name, contents)
      #expect(failureCode { _ = try MappedTables(path: path) } == .sqliteNotADatabase)
    }
    #expect(failureCode { _ = try MappedTables(path: folder.path("none")) } == .fileMissing)
    #expect(failureCode { _ = try MappedTables(path: folder.path("")) } == .fileWrongKind)
    let logged = try Connection(path: folder.path("wal.sqlite"), mode: .create)
    try logged.setPragma("journal_mode", to: "wal", expecting: "wal")
    try logged.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, data BLOB)")
    #expect(
      failureCode { _ = try MappedTables(path: folder.path("wal.sqlite")) } == .sqliteCorrupt)
  }

  @Test func `damaged bytes end in nothing found, never in a trap`() throws {
    let folder = try TemporaryFolder()
    var random = SeededRandom.announced("damaged tables")
    let path = folder.path("t.sqlite")
    let wanted = try write(path, pageSize: 512, rows: 400, largest: 2_000, &random)
    let whole = try File.readWhole(path)
    let contents = whole.bytes(whole.all)
    var refused = 0
    for round in 0..<100 {
      var damaged = contents
      // Headers and pointers stand at the beginnings of pages: they are hit more often.
      for _ in 0..<(1 + random.below(20)) {
        let page = random.below(damaged.count / 512) * 512
        damaged[page + random.below(random.oneIn(2) ? 16 : 512)] = UInt8(random.below(256))
      }
      if random.oneIn(4) { damaged.removeLast(random.below(damaged.count)) }
      let copy = try folder.write("damaged-\(round)", bytes: damaged)
      do throws(Failure) {
        let tables = try MappedTables(path: copy)
        for name in wanted.keys {
          guard let table = tables.table(name) else { continue }
          for row in Int64(0)..<1_200 {
            _ = table.blob(row)
            _ = bytes(table, row)
          }
        }
      } catch {
        refused += 1
        let code = error.diagnostics.first?.code
        #expect(code == .sqliteCorrupt || code == .sqliteNotADatabase)
      }
    }
    #expect(refused > 0 && refused < 100)
  }
}
