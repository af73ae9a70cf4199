#if PostgresStore
  package import FootlightDiagnostics
  import IndexStores
  import PostgresHandles

  extension StoreOwner {
    /// The domains as they are published, who is at work on them, and whether their files can be fetched.
    package mutating func domains() throws(Failure) -> [StoreDomainStatus] {
      try connection.checkFormat()
      let rows = try connection.rows(
        """
        SELECT d.name, d.version,
          (SELECT coalesce(sum(p.bytes), -1)::int8 FROM footlight.part p
            WHERE p.generation = d.generation), coalesce(d.owner, 'a machine without a name'),
          coalesce(d.lease > clock_timestamp(), false), EXISTS (
            SELECT FROM pg_locks l JOIN pg_database b ON b.oid = l.database
            WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted
              AND b.datname = current_database()
              AND l.classid::bigint << 32 | l.objid::bigint = footlight.change_lock(d.name)),
          (SELECT count(*) FROM footlight.delta WHERE domain = d.name),
          (SELECT count(*) FROM footlight.journal WHERE domain = d.name), coalesce(d.generation, 0)
        FROM footlight.domain d
        ORDER BY d.name
        """)
      var found: [StoreDomainStatus] = []
      for row in 0..<rows.count {
        let bytes = rows.int(row, 2) < 0 ? nil : Int(rows.int(row, 2))
        var status = StoreDomainStatus(
          name: rows.text(row, 0), version: Int(rows.int(row, 1)), bytes: bytes,
          work: .none, deltas: Int(rows.int(row, 6)), pending: Int(rows.int(row, 7)))
        if rows.bool(row, 5) {
          status.work = .changed(by: rows.text(row, 3))
        } else if rows.bool(row, 4) {
          status.work = .indexed(by: rows.text(row, 3))
        }
        if bytes != nil { status.problem = try problem(ofGeneration: rows.int(row, 8)) }
        found.append(status)
      }
      return found
    }

    /// Why the first of the files of a generation that cannot be fetched cannot.
    private mutating func problem(ofGeneration generation: Int64) throws(Failure) -> Failure? {
      let parts = try connection.rows(
        "SELECT file, bytes FROM footlight.part WHERE generation = $1 ORDER BY part",
        [.int(generation)])
      for part in 0..<parts.count {
        if let problem = try problem(ofFile: parts.int(part, 0), Int(parts.int(part, 1))) {
          return problem
        }
      }
      return nil
    }

    /// Why a file cannot be fetched, as its last extent shows; nil where it can.
    private mutating func problem(ofFile file: Int64, _ bytes: Int) throws(Failure) -> Failure? {
      do throws(Failure) {
        let isThere = try atWorker(withinSeconds: 5, "its file \(file) cannot be fetched") {
          (connection) throws(Failure) in
          try connection.rows(
            "SELECT EXISTS (SELECT FROM footlight.extent WHERE file = $1 AND n = $2::int8::int)",
            [.int(file), .int(Int64((bytes - 1) / SharedFile.extentSize))]
          ).bool(0, 0)
        }
        guard !isThere else { return nil }
        return Failure(
          .storeMissing, "its file \(file) is not in the store",
          remedy: "run `footlight rebuild` for it where it is indexed, which publishes it anew")
      } catch {
        guard error.concerns([.storeAway]), let first = error.diagnostics.first else { throw error }
        return Failure(
          .storeAway, first.message,
          remedy:
            "start its worker again; one that is lost for good is replaced as docs/guide/citus.md says"
        )
      }
    }
  }

  /// A domain as the store has it.
  package struct StoreDomainStatus: Sendable {
    /// Who is at work on a domain.
    package enum Work: Sendable, Hashable {
      case none
      /// The machine has the right to change it.
      case indexed(by: String)
      /// The machine has begun to publish, and has not ended it.
      case changed(by: String)
    }

    /// The domain.
    package var name: String
    /// How often it was changed.
    package var version: Int
    /// How large its file is; nil where nothing is published.
    package var bytes: Int?
    /// Who is at work on it.
    package var work: Work
    /// How many deltas it has.
    package var deltas: Int
    /// How many changes wait to be applied.
    package var pending: Int
    /// Why nobody can fetch its file.
    package var problem: Failure?
  }
#endif
