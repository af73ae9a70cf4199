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
    /// A notification is a hint: whoever has waited looks for himself. A hot standby refuses to listen: there the time passes.
    package func waitForNews(milliseconds: Int64) throws(Failure) {
      try withConnection(isReading: true) { (connection) throws(Failure) in
        try connection.run(
          "DO $$ BEGIN IF NOT pg_is_in_recovery() THEN LISTEN footlight; END IF; END $$")
        // In short steps, so that an interruption is heard.
        for begun in stride(from: 0, to: milliseconds, by: 100) where !cancellation.isCancelled {
          if try connection.waitForNotice(milliseconds: min(milliseconds - begun, 100)) { return }
        }
      }
    }

    package func presence(
      ofPublished number: Int, of domain: String
    ) throws(Failure) -> SharedPresence {
      let file = try withConnection(isReading: true) { (connection) throws(Failure) in
        let part = try connection.rows(
          """
          SELECT p.name, p.file, p.bytes, p.sha256 FROM footlight.part p
            JOIN footlight.domain d ON d.generation = p.generation
          WHERE d.name = $1 AND p.name = $2 AND p.done
          """, [.text(domain), .int(Int64(number))])
        guard part.count == 1 else { return SharedFile?.none }
        return part.file(0, from: 0)
      }
      guard let file else { return .lost }
      return try presence(of: file)
    }

    package func presence(of file: SharedFile) throws(Failure) -> SharedPresence {
      var question = Question()
      // The failure is caught out here: a connection whose statement may still run is not used again.
      do throws(Failure) {
        return try withConnection { (connection) throws(Failure) in
          try question.ask(about: file, &connection)
        }
      } catch {
        return try presence(after: error, question)
      }
    }

    /// A question about a file that may not be answered.
    private struct Question {
      /// Whether the server was asked: what fails before that says nothing of the file.
      var isAsked = false
      /// Whether the connection was gone then.
      var isBroken = false

      mutating func ask(
        about file: SharedFile, _ connection: inout PostgresConnection
      ) throws(Failure) -> SharedPresence {
        let usual = connection.limits
        defer { connection.limits = usual }
        connection.limits.answerSeconds += PostgresIndex.readingSeconds(
          min(max(0, file.bytes), 1 << 40))
        isAsked = true
        do throws(Failure) {
          let there = try connection.rows(
            "SELECT bytes, sha256 FROM footlight.uploaded($1)", [.int(Int64(file.place))])
          let isWhole =
            there.int(0, 0) == Int64(file.bytes) && there.bytes(0, 1) == file.digest
          return isWhole ? .whole : .lost
        } catch {
          isBroken = connection.isBroken
          throw error
        }
      }
    }

    /// What a failure tells about the file that was asked for.
    private func presence(
      after failure: Failure, _ question: Question
    ) throws(Failure) -> SharedPresence {
      guard question.isAsked else { throw failure }
      // A damaged page, or a file of the server that is gone from its disk.
      if failure.concerns([.storeDamaged, .storeExtension]) { return .lost }
      if failure.concerns([.storeUnreachable]) {
        // Some damage ends the process of the server that reads it, and with it all others for a moment.
        guard try isBack() else { throw failure }
        return question.isBroken ? .lost : .away
      }
      if failure.concerns([.storeFull]), try isDistributed() { return .away }
      guard failure.concerns([.storeSilent]),
        PostgresConnection.isAnswering(at: address, cancellation)
      else { throw failure }
      return .unknown
    }

    /// Whether the server lets somebody in again within half a minute.
    private func isBack() throws(Failure) -> Bool {
      for look in 0..<PostgresIndex.mostLooks {
        if look > 0 { SystemServices.system.sleep(1_000_000_000) }
        try cancellation.check()
        do throws(Failure) {
          _ = try news()
          return true
        } catch {
          guard error.concerns([.storeUnreachable, .storeSilent]) else { throw error }
        }
      }
      return false
    }

    private static let mostLooks = 30
  }
#endif
