#if PostgresStore
  import FootlightPlatform
  import IndexStores

  extension PostgresRows {
    /// A file, of whose name, place, size and digest the first stands in this column.
    func file(_ row: Int, from column: Int) -> SharedFile {
      SharedFile(
        number: Int(int(row, column)), place: Int(int(row, column + 1)),
        bytes: Int(int(row, column + 2)), digest: bytes(row, column + 3))
    }
  }

  extension PostgresConnection {
    /// Connects to the server of a store.
    ///
    /// Citus: the coordinator waits 30 seconds for a worker that lets nobody in, unless it is told otherwise, and that for
    /// each file; on a server without it the setting means nothing.
    static func toStore(
      _ address: PostgresAddress, _ limits: PostgresLimits, _ cancellation: Cancellation
    ) throws(Failure) -> PostgresConnection {
      var connection = try PostgresConnection(address, limits: limits, cancellation: cancellation)
      connection.ownStates = PostgresIndex.meaning
      try connection.run("SET citus.node_connection_timeout = '5s'")
      return connection
    }

    /// Refuses a store of another format.
    mutating func checkFormat() throws(Failure) {
      let format = try rows("SELECT format FROM footlight.store")
      guard format.count == 1, format.int(0, 0) == StoreSchema.format else {
        throw Failure(
          .storeFormat,
          "the store has format \(format.int(0, 0)), and this program knows \(StoreSchema.format)",
          remedy: format.int(0, 0) < StoreSchema.format
            ? "have its owner run `footlight store init` with this program"
            : "use the newer program")
      }
    }

    /// Runs statements that need the worker of one file: where the server itself goes on answering, a failure of the
    /// worker, or of the disk under the file, concerns nothing else.
    ///
    /// - Throws: `store.away`, or what the server says.
    mutating func atWorker<Value: ~Copyable>(
      _ fault: String, _ address: PostgresAddress,
      _ body: (inout PostgresConnection) throws(Failure) -> Value
    ) throws(Failure) -> Value {
      do throws(Failure) {
        return try body(&self)
      } catch {
        let isAnswered =
          error.concerns([.storeSilent])
          ? PostgresConnection.isAnswering(at: address, cancellation)
          : !isBroken
            && (error.concerns([.storeUnreachable, .storeDamaged])
              // A full disk of a server that is alone concerns everything.
              || error.concerns([.storeFull]) && (try? isDistributed()) == true)
        guard isAnswered else { throw error }
        throw Failure(
          .storeAway, "\(fault): \(error.diagnostics.first?.message ?? "")",
          remedy: error.concerns([.storeDamaged])
            ? "look at the server's log and its disk; `footlight sync --rebuild` where the domain is indexed sends it anew"
            : "`footlight store status` shows what else is away")
      }
    }

    /// Whether the files lie on the workers of a cluster.
    mutating func isDistributed() throws(Failure) -> Bool {
      try rows("SELECT footlight.is_distributed()").bool(0, 0)
    }

    /// Whether the server lets somebody in and answers at once.
    static func isAnswering(at address: PostgresAddress, _ cancellation: Cancellation) -> Bool {
      do throws(Failure) {
        let limits = PostgresLimits(connectSeconds: 3, answerSeconds: 3)
        var other = try PostgresConnection(address, limits: limits, cancellation: cancellation)
        _ = try other.rows("SELECT 1")
        return true
      } catch {
        return false
      }
    }
  }
#endif
