#if PostgresStore
  package import FootlightPlatform
  import IndexStores

  extension StoreOwner {
    /// Deletes the files that nobody needs any more: of generations that were replaced longer ago than the
    /// grace, and of builds that did not end; and what is known of shards upon states that are published no more.
    ///
    /// Each file goes in a transaction of its own, by its number alone, so that on a cluster one worker is asked and no
    /// other. Those of a worker that is away stay for the next time. A build whose right is still renewed is left alone.
    package mutating func sweep(graceSeconds: Int) throws(Failure) -> StoreSweep {
      try connection.checkFormat()
      let grace = PostgresValue.int(Int64(graceSeconds))
      let due = """
        (g.state = 'retired' AND g.retired < clock_timestamp() - make_interval(secs => $1::int8)
          OR g.state = 'building' AND g.begun < clock_timestamp() - make_interval(secs => $1::int8)
            AND NOT EXISTS (SELECT FROM footlight.domain d WHERE d.name = g.domain
              AND d.fence = g.fence AND d.lease > clock_timestamp())
            AND NOT EXISTS (SELECT FROM footlight.share s WHERE s.fence = g.fence
              AND (EXISTS (SELECT FROM footlight.share o
                  WHERE o.domain = s.domain AND o.lease > clock_timestamp())
                OR s.touched >= clock_timestamp() - make_interval(secs => $1::int8))))
        """
      // Nobody is at them any more, and what was built of them has no other use.
      _ = try connection.rows(
        """
        DELETE FROM footlight.share WHERE (domain, shard) IN (
          SELECT s.domain, s.shard FROM footlight.share s
          WHERE (s.lease IS NULL OR s.lease <= clock_timestamp())
            AND NOT \(StoreOwner.isOfPresentState) FOR UPDATE SKIP LOCKED)
        """)
      let list = try connection.rows(
        """
        SELECT g.id, coalesce(p.file, 0), g.fence FROM footlight.generation g
          LEFT JOIN footlight.part p ON p.generation = g.id
        WHERE \(due) ORDER BY g.id, p.part
        """, [grace])
      var sweep = StoreSweep()
      for row in 0..<list.count {
        let generation = PostgresValue.int(list.int(row, 0))
        let file = list.int(row, 1)
        do throws(Failure) {
          let isGone = try atWorker(withinSeconds: 60, "file \(file) cannot be deleted") {
            (connection) throws(Failure) in
            try connection.transaction { (connection) throws(Failure) in
              // Whoever publishes it at this moment is waited for, and then it is none of these.
              let held = try connection.rows(
                "SELECT g.id FROM footlight.generation g WHERE \(due) AND g.id = $2 FOR UPDATE",
                [grace, generation])
              guard held.count == 1 else { return false }
              // One that has gone on in another generation stays.
              let gone = try connection.rows(
                "DELETE FROM footlight.part WHERE generation = $1 AND file = $2 RETURNING file",
                [generation, .int(file)])
              if gone.count == 1 {
                _ = try connection.rows(
                  "DELETE FROM footlight.extent WHERE file = $1", [.int(file)])
                _ = try connection.rows(
                  "DELETE FROM footlight.share WHERE fence = $1", [.int(list.int(row, 2))])
              }
              _ = try connection.rows(
                """
                DELETE FROM footlight.generation g WHERE id = $1
                  AND NOT EXISTS (SELECT FROM footlight.part p WHERE p.generation = g.id)
                """, [generation])
              return gone.count == 1
            }
          }
          if isGone { sweep.files += 1 }
        } catch {
          guard error.concerns([.storeAway]) else { throw error }
          sweep.failures.append(error)
        }
      }
      return sweep
    }
  }

  /// The result of a sweep.
  package struct StoreSweep: Sendable {
    /// How many files were deleted.
    package var files = 0
    /// Why others could not be.
    package var failures: [Failure] = []
  }
#endif
