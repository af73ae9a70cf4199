#if PostgresStore
  import CSystemPQ
  package import FootlightPlatform

  extension PostgresConnection {
    /// Runs a prepared statement with its parameters; its answer is in binary.
    ///
    /// C: PQsendPrepare, PQsendQueryPrepared.
    package mutating func rows(
      _ sql: String, _ values: [PostgresValue] = []
    ) throws(Failure) -> PostgresRows {
      let name = try prepare(sql)
      let encoded = values.map(\.encoded)
      var texts: [UnsafePointer<CChar>?] = unsafe []
      var copies: [UnsafeMutablePointer<CChar>] = unsafe []
      defer { unsafe copies.forEach { unsafe $0.deallocate() } }
      for value in encoded {
        guard let value else {
          unsafe texts.append(nil)
          continue
        }
        // One byte more, so that an empty value is not taken for none.
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: value.count + 1)
        for (index, byte) in value.enumerated() { unsafe copy[index] = CChar(bitPattern: byte) }
        unsafe copy[value.count] = 0
        unsafe copies.append(copy)
        unsafe texts.append(UnsafePointer(copy))
      }
      let sizes = encoded.map { Int32(truncatingIfNeeded: $0?.count ?? 0) }
      let formats = [Int32](repeating: 1, count: values.count)
      guard
        unsafe PQsendQueryPrepared(
          handle, name, Int32(values.count), texts, sizes, formats, 1) != 0
      else { throw broken() }
      let result = unsafe try lastResult()
      return unsafe PostgresRows(owning: result)
    }

    /// Runs statements without parameters whose answers nobody reads: a script, or `BEGIN`.
    ///
    /// C: PQsendQuery.
    package mutating func run(_ sql: String) throws(Failure) {
      guard unsafe PQsendQuery(handle, sql) != 0 else { throw broken() }
      let result = unsafe try lastResult()
      unsafe PQclear(result)
    }

    /// Runs `body` in a transaction: committed when it returns, rolled back when it throws.
    ///
    /// When the connection goes while it commits, nobody knows whether it has: the next look tells.
    package mutating func transaction<Value: ~Copyable>(
      _ kind: String = "", _ body: (inout PostgresConnection) throws(Failure) -> Value
    ) throws(Failure) -> Value {
      try run("BEGIN \(kind)")
      do throws(Failure) {
        let value = try body(&self)
        try run("COMMIT")
        return value
      } catch {
        if !isBroken, isInTransaction { try? run("ROLLBACK") }
        throw error
      }
    }

    /// The name under which a statement is prepared.
    private mutating func prepare(_ sql: String) throws(Failure) -> String {
      if let name = prepared[sql] { return name }
      let name = "s\(prepared.count)"
      guard unsafe PQsendPrepare(handle, name, sql, 0, nil) != 0 else { throw broken() }
      let result = unsafe try lastResult()
      unsafe PQclear(result)
      prepared[sql] = name
      return name
    }

    /// How many answers what was sent may have: the longest script has some dozens of statements.
    private static let mostResults = 1_000

    /// The last answer to what was sent; the first failure of all is thrown.
    ///
    /// A copy that begins is an answer, too: what follows is the caller's.
    ///
    /// C: PQisBusy, PQconsumeInput, PQgetResult.
    func lastResult() throws(Failure) -> OpaquePointer {
      try flush()
      var last: OpaquePointer?
      var failure: Failure?
      var results = 0
      while true {
        do throws(Failure) {
          while unsafe PQisBusy(handle) != 0 {
            try waitForStep(forWriting: false)
            guard unsafe PQconsumeInput(handle) != 0 else { throw broken() }
          }
        } catch {
          unsafe PQclear(last)
          throw failure ?? error
        }
        guard let result = unsafe PQgetResult(handle) else { break }
        results += 1
        guard results <= PostgresConnection.mostResults else {
          unsafe PQclear(result)
          unsafe PQclear(last)
          throw endless()
        }
        let status = unsafe PQresultStatus(result)
        if status == PGRES_COPY_IN || status == PGRES_COPY_OUT {
          unsafe PQclear(last)
          return unsafe result
        }
        if status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK
          && status != PGRES_EMPTY_QUERY
        {
          let said = unsafe serverFailure(result)
          failure = failure ?? said
        }
        unsafe PQclear(last)
        unsafe last = result
      }
      if let failure {
        unsafe PQclear(last)
        throw failure
      }
      guard let last = unsafe last else { throw broken() }
      return unsafe last
    }
  }

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

    /// The bytes of a column; empty where it holds NULL.
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

  /// A parameter of a statement, sent in binary.
  package enum PostgresValue: Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case text(String)
    case bytes([UInt8])
    /// Several whole numbers (`bigint[]`).
    case ints([Int64])
    /// Several runs of bytes (`bytea[]`).
    case byteRuns([[UInt8]])

    /// As the server's `recv` functions read it; nil for null.
    var encoded: [UInt8]? {
      switch self {
      case .null: return nil
      case .bool(let value): return [value ? 1 : 0]
      case .int(let value): return bigEndian(value)
      case .text(let text): return Array(text.utf8)
      case .bytes(let bytes): return bytes
      case .ints(let values): return PostgresValue.array(values.map(bigEndian), of: 20)
      case .byteRuns(let values): return PostgresValue.array(values, of: 17)
      }
    }

    /// An array of one dimension (PostgreSQL: array_recv): dimensions, whether there are nulls, the type of
    /// the elements, their number, the first index, then each with its size.
    private static func array(_ elements: [[UInt8]], of type: Int32) -> [UInt8] {
      var bytes = bigEndian(Int32(elements.isEmpty ? 0 : 1)) + bigEndian(Int32(0)) + bigEndian(type)
      guard !elements.isEmpty else { return bytes }
      bytes += bigEndian(Int32(truncatingIfNeeded: elements.count)) + bigEndian(Int32(1))
      for element in elements {
        bytes += bigEndian(Int32(truncatingIfNeeded: element.count))
        bytes += element
      }
      return bytes
    }
  }

  /// The bytes of a number, the most significant first.
  package func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    var rest = number
    var bytes = [UInt8](repeating: 0, count: Number.bitWidth / 8)
    for index in bytes.indices.reversed() {
      bytes[index] = UInt8(truncatingIfNeeded: rest)
      rest >>= 8
    }
    return bytes
  }
#endif
