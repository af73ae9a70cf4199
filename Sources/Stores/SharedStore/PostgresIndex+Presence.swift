#if PostgresStore
  package import FootlightPlatform
  package import IndexStores

  extension PostgresIndex {
    package func presence(
      ofPublished number: Int, of domain: String
    ) throws(Failure) -> SharedPresence {
      let file = try withConnection(isReading: true) { (connection) throws(Failure) in
        let part = try connection.rows(
          """
          SELECT p.file, p.bytes, p.sha256 FROM footlight.part p
            JOIN footlight.domain d ON d.generation = p.generation
          WHERE d.name = $1 AND p.name = $2 AND p.done
          """, [.text(domain), .int(Int64(number))])
        guard part.count == 1 else { return SharedFile?.none }
        return SharedFile(
          number: number, place: Int(part.int(0, 0)), bytes: Int(part.int(0, 1)),
          digest: part.bytes(0, 2))
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
        if look > 0 { World.system.sleep(1_000_000_000) }
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
