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
  }
#endif
