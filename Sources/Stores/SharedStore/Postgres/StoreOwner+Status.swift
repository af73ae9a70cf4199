#if PostgresStore
  package import FootlightPlatform
  package import IndexStores

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
      let joint = try jointBuilds()
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
        status.joint = joint[status.name]
        if bytes != nil { status.problem = try problem(ofGeneration: rows.int(row, 8)) }
        found.append(status)
      }
      return found
    }

    /// Whether a shard is built upon the state of its domain that is published now: the others fit no longer.
    static let isOfPresentState = """
      EXISTS (SELECT FROM footlight.domain d WHERE d.name = s.domain
        AND s.token = CASE d.version WHEN 0 THEN 0 ELSE d.token END)
      """

    /// The builds that several machines do together, by domain.
    private mutating func jointBuilds() throws(Failure) -> [String: StoreDomainStatus.Joint] {
      let rows = try connection.rows(
        """
        SELECT s.domain, s.shard, s.name IS NOT NULL, s.lease > clock_timestamp(),
          coalesce(s.owner, 'a machine without a name'),
          floor(extract(epoch FROM coalesce(s.taken, s.touched)))::int8,
          floor(extract(epoch FROM coalesce(s.lease, s.touched)))::int8
        FROM footlight.share s WHERE \(StoreOwner.isOfPresentState) ORDER BY s.domain, s.shard
        """)
      var found: [String: StoreDomainStatus.Joint] = [:]
      for row in 0..<rows.count {
        let domain = rows.text(row, 0)
        var joint = found[domain] ?? StoreDomainStatus.Joint()
        joint.shards += 1
        let (shard, since, until) = (rows.int(row, 1), rows.int(row, 5), rows.int(row, 6))
        guard joint.shards <= StoreOwner.mostShards,
          (0..<Int64(StoreOwner.mostShards)).contains(shard),
          StoreOwner.moments.contains(since), StoreOwner.moments.contains(until)
        else {
          throw Failure(
            .storeIncomplete, "the store tells of shards of \(domain) that cannot be",
            remedy: "look at who may write into the table footlight.share of the server")
        }
        if rows.bool(row, 2) {
          joint.built += 1
        } else if rows.bool(row, 3) {
          let machine = rows.text(row, 4)
          if let index = joint.builders.firstIndex(where: { $0.machine == machine }) {
            joint.builders[index].shards.append(Int(shard))
            joint.builders[index].since = min(joint.builders[index].since, since)
            joint.builders[index].until = max(joint.builders[index].until, until)
          } else {
            joint.builders.append(
              StoreDomainStatus.Builder(
                machine: machine, shards: [Int(shard)], since: since, until: until))
          }
        }
        found[domain] = joint
      }
      return found
    }

    /// A store has no more shards of a domain.
    private static let mostShards = 256
    /// The moments that a server can mean: those of the years 1970 to 9999.
    private static let moments: ClosedRange<Int64> = 0...253_402_300_799

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
          remedy:
            "run `footlight sync --rebuild` for it where it is indexed, which publishes it anew")
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
#endif
