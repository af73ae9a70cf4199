import FootlightDiagnostics
import FootlightPlatform
import SQLiteHandles
import TestSupport
import Testing

struct BlobReaderTests {
  private func connection(_ rows: [Int64: [UInt8]]) throws -> Connection {
    let connection = try Connection(path: ":memory:", mode: .create)
    try connection.execute("CREATE TABLE b(id INTEGER PRIMARY KEY, data BLOB)")
    let insert = try connection.statement("INSERT INTO b VALUES (?1, ?2)")
    for (row, bytes) in rows { try insert.insert(row: row, blob: bytes.span) }
    return connection
  }

  @Test func `blobs are read row after row through one handle`() throws {
    var random = SeededRandom.announced("blob reader")
    var rows: [Int64: [UInt8]] = [0: [], .max: [1]]
    for row in 1..<20 { rows[Int64(row)] = random.bytes(random.below(40_000)) }
    let connection = try connection(rows)
    var reader = BlobReader(connection, table: "b")
    var arena = ByteArena("before")
    for (row, bytes) in rows.shuffled(using: &random) {
      let range = try reader.read(row, into: &arena)
      #expect(arena.bytes(range) == bytes)
      let size = try reader.reopen(row)
      #expect(size == bytes.count)
      var copy = [UInt8](repeating: 0, count: 40_000)
      let copied = try unsafe copy.withUnsafeMutableBytes { room in
        try unsafe reader.read(row, into: room)
      }
      #expect(Array(copy.prefix(copied)) == bytes)
    }
    #expect(arena.text(ByteRange(start: 0, count: 6)) == "before")
  }

  @Test func `a missing row is told, and the reader goes on`() throws {
    let connection = try connection([1: [1, 2], 3: [3]])
    var reader = BlobReader(connection, table: "b")
    var arena = ByteArena()
    for row: Int64 in [2, -1, .min] {
      #expect(code(of: &reader, row, &arena) == .sqliteMissingRow)
      #expect(code(of: &reader, 1, &arena) == nil)
    }
    #expect(arena.count == 6)
  }

  @Test func `a blob that is larger than expected is refused`() throws {
    let connection = try connection([1: [UInt8](repeating: 9, count: 100)])
    var reader = BlobReader(connection, table: "b")
    var arena = ByteArena()
    #expect(code(of: &reader, 1, &arena, limit: 99) == .sqliteCorrupt)
    #expect(code(of: &reader, 1, &arena, limit: 100) == nil)
    #expect(arena.count == 100)
  }

  @Test func `a table or column that does not exist is told`() throws {
    let connection = try connection([:])
    var arena = ByteArena()
    var reader = BlobReader(connection, table: "none")
    #expect(code(of: &reader, 1, &arena) == .sqliteStatement)
    reader = BlobReader(connection, table: "b", column: "none")
    #expect(code(of: &reader, 1, &arena) == .sqliteStatement)
  }

  @Test func `a reader outlives its connection`() throws {
    var reader: BlobReader
    var arena = ByteArena()
    do {
      let connection = try connection([1: [7]])
      reader = BlobReader(connection, table: "b")
      try reader.read(1, into: &arena)
    }
    try reader.read(1, into: &arena)
    #expect(arena.bytes(arena.all) == [7, 7])
  }

  private func code(
    of reader: inout BlobReader, _ row: Int64, _ arena: inout ByteArena, limit: Int = 1 << 30
  ) -> DiagnosticCode? {
    do throws(Failure) {
      try reader.read(row, into: &arena, limit: limit)
      return nil
    } catch {
      return error.diagnostics.first?.code
    }
  }
}
