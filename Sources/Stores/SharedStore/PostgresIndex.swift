#if PostgresStore
  package import FootlightPlatform
  import IndexStores
  import Synchronization

  /// A shared index in PostgreSQL.
  ///
  /// One connection at a time serves all calls, and is made anew where it is gone; the claims are renewed over
  /// another one, so that a long upload does not let them run out.
  package final class PostgresIndex: SharedIndex {
    let address: PostgresAddress
    let limits: PostgresLimits
    let cancellation: Cancellation
    private let connection = Mutex<PostgresConnection?>(nil)
    let leases: Leases

    /// Names a store; nothing is connected yet.
    ///
    /// - Parameters:
    ///   - owner: how this process is called while it has a right, for people.
    ///   - leaseSeconds: how long a right lasts when nobody renews it.
    package init(
      _ address: PostgresAddress, owner: String, limits: PostgresLimits = PostgresLimits(),
      leaseSeconds: Int = 30, cancellation: Cancellation = Cancellation()
    ) {
      self.address = address
      self.limits = limits
      self.cancellation = cancellation
      leases = Leases(address, limits, owner: owner, seconds: leaseSeconds)
    }

    /// Lends the connection.
    ///
    /// One that was idle may be gone without anybody having noticed: reading is then tried once more.
    func withConnection<Value: Sendable>(
      isReading: Bool = false, _ body: (inout PostgresConnection) throws(Failure) -> Value
    ) throws(Failure) -> Value {
      let result: Result<Value, Failure> = connection.withLock { held in
        while true {
          let isUsed = held != nil
          do throws(Failure) {
            if held == nil { held = try self.connect() }
            guard var connection = held.take() else { continue }
            do throws(Failure) {
              let value = try body(&connection)
              held = consume connection
              return .success(value)
            } catch {
              let isUsable =
                !connection.isBroken && !connection.isInTransaction
                && !error.concerns([.storeSilent, .cancelled])
              if isUsable { held = consume connection }
              throw error
            }
          } catch {
            if isUsed, isReading, error.concerns([.storeUnreachable]) { continue }
            return .failure(error)
          }
        }
      }
      return try result.get()
    }

    private func connect() throws(Failure) -> PostgresConnection {
      var connection = try PostgresConnection.toStore(address, limits, cancellation)
      try connection.checkFormat()
      return connection
    }

    /// Maps the errors that the functions of the schema raise to failures.
    static let meaning: @Sendable (String, String) -> Failure? = { (state, said) in
      switch state {
      case "FL001":
        Failure(
          .storeFenced, "another machine has taken over \(said)",
          remedy: "nothing is lost; run it again")
      case "FL002":
        Failure(
          .storeClaimed, "another machine is indexing \(said)",
          remedy: "it will be there when that is done; --wait waits for it")
      case "FL003":
        Failure(
          .storeMoved, "another machine has changed \(said) since this one looked",
          remedy: "run it again")
      case "FL004":
        Failure(
          .storeIncomplete, "what was uploaded is not what was sent: \(said)",
          remedy: "run it again; if it stays so, look at the server's disk")
      default: nil
      }
    }

    /// Waits until somebody has published something, or so many milliseconds.
    ///
    /// A notification is a hint: whoever has waited looks for himself.
    package func waitForNews(milliseconds: Int64) throws(Failure) {
      try withConnection(isReading: true) { (connection) throws(Failure) in
        try connection.run("LISTEN footlight")
        // In short steps, so that an interruption is heard.
        var left = milliseconds
        while left > 0, !cancellation.isCancelled {
          if try connection.waitForNotice(milliseconds: min(left, 100)) { return }
          left -= 100
        }
      }
    }
  }
#endif
