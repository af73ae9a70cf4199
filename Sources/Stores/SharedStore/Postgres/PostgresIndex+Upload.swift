#if PostgresStore
  package import FootlightPlatform
  import IndexStores

  extension PostgresIndex {
    /// How many numbers are tried for a file: of two workers one takes it with the second at the latest, half of the
    /// time; of many, some of which are away, with a few.
    private static let mostPlaces = 24

    package func upload(_ number: Int, of domain: String, at path: String) throws(Failure) {
      try upload(number, of: domain, at: path, try fence(of: domain))
    }

    /// Sends a file under a fence of the domain, or of a shard.
    func upload(
      _ number: Int, of domain: String, at path: String, _ fence: Int64
    ) throws(Failure) {
      // A build takes long: who cuts idle connections has cut this one.
      try withConnection(isReading: true) { (connection) throws(Failure) in
        _ = try connection.rows("SELECT 1")
      }
      var place = number
      var attempts = 1
      while true {
        do throws(Failure) {
          return try send(number, of: domain, at: path, fence, as: place)
        } catch {
          // The worker that would have it is away: with another number it lies on another one.
          guard error.concerns([.storeAway]), attempts < PostgresIndex.mostPlaces,
            try isDistributed()
          else { throw error }
          place = try nextNumber()
          attempts += 1
        }
      }
    }

    private func send(
      _ number: Int, of domain: String, at path: String, _ fence: Int64, as place: Int
    ) throws(Failure) {
      let file = try File(path: path)
      let size = try file.size()
      try withConnection { (connection) throws(Failure) in
        _ = try connection.rows(
          "SELECT footlight.begin_file($1, $2, $3, $4)",
          [.text(domain), .int(fence), .int(Int64(place)), .int(Int64(number))])
        var digests = ExtentDigests()
        try connection.atWorker("file \(place) of \(domain) cannot be stored", address) {
          (connection) throws(Failure) in
          try send(file, size, as: place, &digests, &connection)
        }
        let sent = SharedFile(number: number, place: place, bytes: size, digest: digests.finish())
        let usual = connection.limits
        defer { connection.limits = usual }
        connection.limits.answerSeconds += PostgresIndex.readingSeconds(size)
        try finish(sent, of: domain, fence, &connection)
      }
    }

    /// How long the server takes at most to read so many bytes of a file: 20 MB in a second at least.
    static func readingSeconds(_ bytes: Int) -> Int { bytes / 20_000_000 }

    /// Whether the files lie on the workers of a cluster.
    func isDistributed() throws(Failure) -> Bool {
      try withConnection(isReading: true) { (connection) throws(Failure) in
        try connection.isDistributed()
      }
    }

    /// Sends the extents of a file.
    private func send(
      _ file: borrowing File, _ size: Int, as place: Int, _ digests: inout ExtentDigests,
      _ connection: inout PostgresConnection
    ) throws(Failure) {
      var extent = ByteArena(capacity: SharedFile.extentSize)
      var offset = 0
      var number: Int32 = 0
      try connection.copyIn(
        "COPY footlight.extent(file, n, data) FROM STDIN (FORMAT binary)"
      ) { (rows) throws(Failure) in
        try cancellation.check()
        extent.removeAll()
        let read = try file.read(into: &extent, at: offset, upTo: SharedFile.extentSize)
        guard read > 0 else { return }
        guard read == min(SharedFile.extentSize, size - offset) else {
          throw Failure(
            .generationUnfaithful, "the new index changes while it is sent",
            at: SourceLocation(file: file.path))
        }
        digests.append(extent, extent.all)
        rows.append([Int64(place), number], extent, extent.all)
        offset += read
        number += 1
      }
    }

    /// Has the server compare what has come with what was sent.
    ///
    /// A transaction that a lost worker has left half committed is settled only where it does not fit: that takes one lock of the
    /// whole cluster, and asks workers that have nothing to do with the file.
    private func finish(
      _ sent: SharedFile, of domain: String, _ fence: Int64,
      _ connection: inout PostgresConnection
    ) throws(Failure) {
      let place = PostgresValue.int(Int64(sent.place))
      func check(_ connection: inout PostgresConnection) throws(Failure) {
        try connection.atWorker("file \(sent.place) of \(domain) cannot be read", address) {
          (connection) throws(Failure) in
          _ = try connection.rows(
            "SELECT footlight.finish_file($1, $2, $3, $4)",
            [place, .int(fence), .int(Int64(sent.bytes)), .bytes(sent.digest)])
        }
      }
      do throws(Failure) {
        try check(&connection)
      } catch {
        guard error.concerns([.storeIncomplete]) else { throw error }
        _ = try connection.rows("SELECT footlight.settle_file($1, $2)", [place, .int(fence)])
        try check(&connection)
      }
    }
  }
#endif
