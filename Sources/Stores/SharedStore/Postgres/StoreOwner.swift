#if PostgresStore
  package import FootlightPlatform
  import IndexStores

  /// Administration of a store as a whole: it is made, looked at and swept.
  package struct StoreOwner: ~Copyable {
    var connection: PostgresConnection
    private let address: PostgresAddress
    private let limits: PostgresLimits
    private let cancellation: Cancellation

    /// Connects.
    package init(
      _ address: PostgresAddress, limits: PostgresLimits = PostgresLimits(),
      cancellation: Cancellation = Cancellation()
    ) throws(Failure) {
      connection = try StoreOwner.connect(address, limits, cancellation)
      self.address = address
      self.limits = limits
      self.cancellation = cancellation
    }

    private static func connect(
      _ address: PostgresAddress, _ limits: PostgresLimits, _ cancellation: Cancellation
    ) throws(Failure) -> PostgresConnection {
      try PostgresConnection.toStore(address, limits, cancellation)
    }

    /// Runs statements that need the worker of one file, within `seconds` for each answer; afterwards the connection
    /// can be used, whatever has become of them.
    ///
    /// - Throws: `store.away`, or what the server says.
    mutating func atWorker<Value>(
      withinSeconds seconds: Int, _ fault: String,
      _ body: (inout PostgresConnection) throws(Failure) -> Value
    ) throws(Failure) -> Value {
      connection.limits.answerSeconds = seconds
      defer { connection.limits = limits }
      do throws(Failure) {
        return try connection.atWorker(fault, address, body)
      } catch {
        guard error.concerns([.storeAway]) else { throw error }
        try reconnect()
        throw error
      }
    }

    /// Makes a store in the database, or brings one up to the present format; tells the format that was there,
    /// 0 for none.
    ///
    /// Each migration is one transaction, and whoever comes second waits.
    ///
    /// - Throws: `store.forbidden` for who is not the owner, `store.format`, `store.extension`.
    package mutating func initialise(distributing: Bool = false) throws(Failure) -> Int {
      do throws(Failure) {
        return try bringUp(distributing)
      } catch {
        guard error.concerns([.storeForbidden]), var told = error.diagnostics.first else {
          throw error
        }
        told.remedy =
          "run it as the owner of the database, with the right to make roles (CREATEROLE)"
        throw Failure(told)
      }
    }

    private mutating func bringUp(_ distributing: Bool) throws(Failure) -> Int {
      if distributing { try checkCitus() }
      let before = try format()
      guard before <= StoreSchema.format else {
        throw Failure(
          .storeFormat,
          "the store has format \(before), and this program knows \(StoreSchema.format)",
          remedy: "use the newer program")
      }
      while try migrate() {}
      // Rights are given to shards as well, which have to be there.
      if distributing { try distribute() }
      try connection.transaction { (connection) throws(Failure) in
        try connection.run("SELECT pg_advisory_xact_lock(\(StoreOwner.lock))")
        try connection.run(StoreSchema.roles)
      }
      return before
    }

    /// The format that is there; 0 for none.
    private mutating func format() throws(Failure) -> Int {
      let there = try connection.rows("SELECT to_regclass('footlight.store') IS NOT NULL")
      guard there.bool(0, 0) else { return 0 }
      return Int(try connection.rows("SELECT format FROM footlight.store").int(0, 0))
    }

    /// Takes one step to the present format; false when there is none left.
    private mutating func migrate() throws(Failure) -> Bool {
      try connection.transaction { (connection) throws(Failure) in
        try connection.run("SELECT pg_advisory_xact_lock(\(StoreOwner.lock))")
        let there = try connection.rows("SELECT to_regclass('footlight.store') IS NOT NULL")
        var format = 0
        if there.bool(0, 0) {
          format = Int(try connection.rows("SELECT format FROM footlight.store").int(0, 0))
        }
        guard format < StoreSchema.format else { return false }
        try connection.run(StoreSchema.migrations[format])
        try connection.run("UPDATE footlight.store SET format = \(format + 1)")
        return true
      }
    }

    /// Connects anew where a statement was given up.
    private mutating func reconnect() throws(Failure) {
      guard connection.isBroken || connection.isInTransaction else { return }
      connection = try StoreOwner.connect(address, limits, cancellation)
    }

    /// The advisory lock that serialises `init` on two machines: "footligh" as a number.
    private static let lock: Int64 = 0x666F_6F74_6C69_6768

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

  extension StoreOwner {
    /// Refuses where Citus cannot take the files yet: then nothing was done.
    ///
    /// Citus: pg_dist_node lists the servers of the cluster; the coordinator is group 0.
    mutating func checkCitus() throws(Failure) {
      let steps: [(sql: String, fault: String, remedy: String)] = [
        (
          "SELECT EXISTS (SELECT FROM pg_available_extensions WHERE name = 'citus')",
          "the server has no extension citus", "install Citus on each server of the cluster"
        ),
        (
          "SELECT EXISTS (SELECT FROM pg_settings WHERE name = 'citus.shard_count')",
          "the server does not load Citus when it starts",
          "write shared_preload_libraries = 'citus' into the postgresql.conf of each server, and restart it"
        ),
        (
          "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')",
          "this database lacks the extension citus",
          "run CREATE EXTENSION citus in the database of this name on each server of the cluster"
        ),
        (
          """
          SELECT EXISTS (SELECT FROM pg_dist_node
            WHERE groupid <> 0 AND isactive AND shouldhaveshards AND noderole = 'primary')
          """, "the cluster knows no worker that takes files",
          "run SELECT citus_add_node('HOST', 5432) in this database for each worker"
        ),
        (
          "SELECT has_function_privilege('pg_catalog.recover_prepared_transactions()', 'EXECUTE')",
          "the store's owner may not end what a lost worker leaves half committed",
          "run it as a superuser, or GRANT EXECUTE ON FUNCTION recover_prepared_transactions() to this role"
        ),
      ]
      for step in steps where try !connection.rows(step.sql).bool(0, 0) {
        throw Failure(
          .storeExtension, step.fault,
          remedy: step.remedy + " (docs/guide/citus.md), or leave out --citus")
      }
    }

    /// Spreads the extents over the workers, and makes what a worker lacks that was set up anew.
    ///
    /// Citus: create_distributed_table copies the rows that are there and leaves the local ones, which
    /// truncate_local_data_after_distributing_table deletes; run_command_on_placements asks the worker of each shard,
    /// over connections of its own, so that the table has to be committed before.
    mutating func distribute() throws(Failure) {
      if try !connection.rows("SELECT footlight.is_distributed()").bool(0, 0) {
        _ = try connection.rows("SELECT create_distributed_table('footlight.extent', 'file')")
      }
      _ = try connection.rows(
        "SELECT truncate_local_data_after_distributing_table('footlight.extent')")
      let faults = try connection.rows(
        """
        SELECT DISTINCT nodename || ':' || nodeport, result FROM run_command_on_placements('footlight.extent',
          'CREATE TABLE IF NOT EXISTS %s (LIKE footlight.extent INCLUDING ALL)') WHERE NOT success
        """)
      if let failure = Failure(
        (0..<faults.count).map { row in
          Diagnostic(
            .storeAway,
            "the worker \(faults.text(row, 0)) has no place for files: \(faults.text(row, 1))",
            remedy:
              "start it again, or replace it as docs/guide/citus.md says, and run this once more")
        })
      {
        throw failure
      }
    }
  }
#endif
