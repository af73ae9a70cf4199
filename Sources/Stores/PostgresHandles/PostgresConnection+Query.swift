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
        for (place, byte) in value.enumerated() { unsafe copy[place] = CChar(bitPattern: byte) }
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
#endif
