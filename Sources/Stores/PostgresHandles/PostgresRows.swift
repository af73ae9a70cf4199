#if PostgresStore
  import CSystemPQ
  import FootlightPlatform

  /// The answer to a statement: rows of columns in binary, which belong to this value.
  ///
  /// Every access is checked against the rows, the columns and the sizes that came: a server is no more
  /// trusted than a file.
  @safe
  package struct PostgresRows: ~Copyable {
    private let result: OpaquePointer
    /// How many rows there are.
    package let count: Int
    private let columns: Int

    /// Takes over a result.
    init(owning result: OpaquePointer) {
      unsafe self.result = unsafe result
      count = unsafe Int(PQntuples(result))
      columns = unsafe Int(PQnfields(result))
    }

    deinit {
      unsafe PQclear(result)
    }

    /// Whether a column of a row holds nothing, or is not there.
    package func isNull(_ row: Int, _ column: Int) -> Bool {
      guard isThere(row, column) else { return true }
      return unsafe PQgetisnull(result, Int32(row), Int32(column)) != 0
    }

    /// The bytes of a column; none where it holds nothing.
    package func bytes(_ row: Int, _ column: Int) -> [UInt8] {
      guard !isNull(row, column) else { return [] }
      let size = unsafe PQgetlength(result, Int32(row), Int32(column))
      guard size > 0, let start = unsafe PQgetvalue(result, Int32(row), Int32(column)) else {
        return []
      }
      return unsafe start.withMemoryRebound(to: UInt8.self, capacity: Int(size)) { bytes in
        unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: Int(size)))
      }
    }

    /// The text of a column; invalid UTF-8 is replaced.
    package func text(_ row: Int, _ column: Int) -> String {
      String(decoding: bytes(row, column), as: UTF8.self)
    }

    /// The whole number of a column of 1, 2, 4 or 8 bytes; 0 where there is none.
    package func int(_ row: Int, _ column: Int) -> Int64 {
      let bytes = bytes(row, column)
      guard let first = bytes.first, bytes.count <= 8 else { return 0 }
      // Negative numbers stay so, whatever their size.
      let start: Int64 = bytes.count > 1 && first & 0x80 != 0 ? -1 : 0
      return bytes.reduce(start) { $0 << 8 | Int64($1) }
    }

    /// The truth of a column; false where there is none.
    package func bool(_ row: Int, _ column: Int) -> Bool { int(row, column) != 0 }

    private func isThere(_ row: Int, _ column: Int) -> Bool {
      (0..<count).contains(row) && (0..<columns).contains(column)
    }
  }
#endif
