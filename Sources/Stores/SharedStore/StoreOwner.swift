#if PostgresStore
  package import FootlightDiagnostics
  package import FootlightPlatform
  package import PostgresHandles

  /// Administration of a store as a whole: it is made, looked at and swept.
  package struct StoreOwner: ~Copyable {
    private var connection: PostgresConnection

    /// Connects.
    package init(
      _ address: PostgresAddress, limits: PostgresLimits = PostgresLimits(),
      cancellation: Cancellation = Cancellation()
    ) throws(Failure) {
      connection = try PostgresConnection(address, limits: limits, cancellation: cancellation)
      connection.ownStates = PostgresIndex.meaning
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
      try connection.transaction { (connection) throws(Failure) in
        try connection.run("SELECT pg_advisory_xact_lock(\(StoreOwner.lock))")
        try connection.run(StoreSchema.roles)
      }
      if distributing {
        let isDone = try connection.rows("SELECT is_distributed FROM footlight.store").bool(0, 0)
        if !isDone {
          try connection.transaction { (connection) throws(Failure) in
            try connection.run(StoreSchema.distribution)
          }
        }
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

    /// Refuses where the server has no Citus: then nothing was done yet.
    private mutating func checkCitus() throws(Failure) {
      let there = try connection.rows(
        "SELECT EXISTS (SELECT FROM pg_available_extensions WHERE name = 'citus')")
      guard there.bool(0, 0) else {
        throw Failure(
          .storeExtension, "the server has no extension citus",
          remedy:
            "install Citus there and add it to shared_preload_libraries, or leave out --citus")
      }
    }

    /// The domains as they are published and who is at work on them.
    package mutating func domains() throws(Failure) -> [StoreDomainStatus] {
      let rows = try connection.rows(
        """
        SELECT d.name, d.version, coalesce(p.bytes, -1), coalesce(d.owner, ''),
          coalesce(ceil(extract(epoch FROM d.lease - clock_timestamp())), 0)::bigint,
          (SELECT count(*) FROM footlight.delta WHERE domain = d.name),
          (SELECT count(*) FROM footlight.journal WHERE domain = d.name)
        FROM footlight.domain d LEFT JOIN footlight.part p ON p.generation = d.generation
        ORDER BY d.name
        """)
      return (0..<rows.count).map { row in
        StoreDomainStatus(
          name: rows.text(row, 0), version: Int(rows.int(row, 1)),
          bytes: rows.int(row, 2) < 0 ? nil : Int(rows.int(row, 2)),
          owner: rows.int(row, 4) > 0 ? rows.text(row, 3) : nil, deltas: Int(rows.int(row, 5)),
          pending: Int(rows.int(row, 6)))
      }
    }

    /// Deletes the files that nobody needs any more: of generations that were replaced longer ago than the
    /// grace, and of builds that did not end; returns how many.
    ///
    /// Each file goes in a transaction of its own. A build whose right is still renewed is left alone.
    package mutating func sweep(graceSeconds: Int) throws(Failure) -> Int {
      let grace = PostgresValue.int(Int64(graceSeconds))
      let due = """
        (g.state = 'retired' AND g.retired < clock_timestamp() - make_interval(secs => $1::int8)
          OR g.state = 'building' AND g.begun < clock_timestamp() - make_interval(secs => $1::int8)
            AND NOT EXISTS (SELECT FROM footlight.domain d WHERE d.name = g.domain
              AND d.fence = g.fence AND d.lease > clock_timestamp()))
        """
      let list = try connection.rows(
        "SELECT g.id FROM footlight.generation g WHERE \(due) ORDER BY g.id", [grace])
      var swept = 0
      for row in 0..<list.count {
        let generation = PostgresValue.int(list.int(row, 0))
        let isGone = try connection.transaction { (connection) throws(Failure) in
          // Whoever publishes it at this moment is waited for, and then it is none of these.
          let held = try connection.rows(
            "SELECT g.id FROM footlight.generation g WHERE \(due) AND g.id = $2 FOR UPDATE",
            [grace, generation])
          guard held.count == 1 else { return false }
          for sql in [
            """
            DELETE FROM footlight.extent
            WHERE file IN (SELECT file FROM footlight.part WHERE generation = $1)
            """, "DELETE FROM footlight.part WHERE generation = $1",
            "DELETE FROM footlight.generation WHERE id = $1",
          ] {
            _ = try connection.rows(sql, [generation])
          }
          return true
        }
        if isGone { swept += 1 }
      }
      return swept
    }

    /// The advisory lock that serialises `init` on two machines: "footligh" as a number.
    private static let lock: Int64 = 0x666F_6F74_6C69_6768
  }

  /// A domain as the store has it.
  package struct StoreDomainStatus: Sendable, Hashable {
    /// The domain.
    package var name: String
    /// How often it was changed.
    package var version: Int
    /// How large its file is; nil where nothing is published.
    package var bytes: Int?
    /// The machine that holds its lease.
    package var owner: String?
    /// How many deltas it has.
    package var deltas: Int
    /// How many changes wait to be applied.
    package var pending: Int
  }
#endif
