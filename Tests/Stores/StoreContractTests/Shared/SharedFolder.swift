#if PostgresStore
  import FootlightPlatform
  import DeclaredRecords
  @testable import SharedStore
  import SearchEngine
  import StoreTestSupport
  import Synchronization
  import TestSupport

  @testable import IndexStores

  /// A database with a shared store, and folders of machines that index into it and pull from it.
  struct SharedFolder: ~Copyable {
    let server: PrivateServer
    let database: String
    let folder: TemporaryFolder

    init(on server: PrivateServer? = nil) throws {
      let server = try server ?? PrivateServer.running()
      let database = try server.makeDatabase()
      folder = try TemporaryFolder()
      self.server = server
      self.database = database
    }

    /// A machine: a folder of its own, joined with the store.
    func machine(
      _ name: String, address: String? = nil, leaseSeconds: Int = 30,
      files: FileOperations = .system, answerSeconds: Int = 20
    ) throws -> EmbeddedStore {
      let index = try PostgresIndex(
        PostgresAddress(address ?? server.address(database)), owner: name,
        limits: PostgresLimits(connectSeconds: 10, answerSeconds: answerSeconds),
        leaseSeconds: leaseSeconds)
      return EmbeddedStore(
        path: folder.path(name), files: files,
        copying: IndexReplica(index, workspace: folder.path("workspace")))
    }

    /// Lets every right run out, as when its holder was killed and time has passed.
    func expireLeases() throws {
      try server.execute(
        "UPDATE footlight.domain SET lease = clock_timestamp() - interval '1 second' WHERE lease IS NOT NULL",
        in: database)
    }

    /// Writes a backup of the store as the guide says; returns its path.
    func backup() throws -> String {
      let path = folder.path("backup.sql")
      try server.backUp(database, to: path)
      return path
    }

    /// The address of a database into which a backup was restored.
    func restored(_ backup: String) throws -> String {
      server.address(try server.restore(backup))
    }

    func number(_ sql: String) throws -> Int { try server.number(sql, in: database) }

    func execute(_ sql: String) throws { try server.execute(sql, in: database) }

    /// Runs a statement of PL/pgSQL before the server reads one of the files that are there now to compare it; the
    /// sequence `asked` tells how often.
    func disturbReading(_ statement: String) throws {
      try execute(
        """
        CREATE TABLE footlight.disturbed AS SELECT file FROM footlight.part;
        CREATE SEQUENCE footlight.asked;
        ALTER FUNCTION footlight.uploaded(bigint) RENAME TO counted;
        CREATE FUNCTION footlight.uploaded(the_file bigint, OUT extents bigint, OUT bytes bigint, OUT sha256 bytea)
        LANGUAGE plpgsql AS $$
        DECLARE turn bigint;
        BEGIN
          IF EXISTS (SELECT FROM footlight.disturbed d WHERE d.file = the_file) THEN
            turn := nextval('footlight.asked');
            \(statement);
          END IF;
          SELECT c.extents, c.bytes, c.sha256 INTO extents, bytes, sha256 FROM footlight.counted(the_file) c;
        END $$
        """)
    }

    /// The bytes of the generations in the folder of a machine, by name.
    func generations(of name: String) throws -> [String: [UInt8]] {
      var files: [String: [UInt8]] = [:]
      for name2 in try folder.names(name) where GenerationFile(name: name2)?.suffix == "" {
        let bytes = try File.readWhole(Path.join(folder.path(name), name2))
        files[name2] = bytes.bytes(bytes.all)
      }
      return files
    }
  }

  extension IndexStore {
    /// The ids of all items of a domain, sorted; empty where it is not there.
    func ids(_ domain: String) throws -> [String] {
      let snapshot = try snapshot(of: nil)
      guard snapshot.domains.contains(where: { $0.name == domain }) else { return [] }
      var ids: [String] = []
      try snapshot.scanItems(of: domain) { (item) throws(Failure) in ids.append(item.id) }
      return ids.sorted()
    }
  }

  extension CopyWish {
    /// All domains and shards again.
    static var all: CopyWish {
      var wish = CopyWish()
      wish.isAll = true
      return wish
    }

    /// The room on the disk alone.
    static func disk(_ bytes: Int) -> CopyWish {
      var wish = CopyWish()
      wish.disk = .atMost(bytes)
      return wish
    }

    /// No bound any more.
    static var unbounded: CopyWish {
      var wish = CopyWish()
      wish.disk = .unbounded
      return wish
    }

    /// Domains, or groups of them, and of domains in shards some.
    static func part(_ domains: Set<String>, shards: ClosedRange<Int>?) -> CopyWish {
      var wish = CopyWish()
      wish.domains = domains
      wish.shards = shards
      return wish
    }

    /// Domains, or groups of them, beside those that are kept already.
    static func also(_ domains: Set<String>) -> CopyWish { part(domains, shards: nil) }
  }

  /// Some items, whose texts differ by `edition`.
  func someItems(_ count: Int, edition: Int = 1) -> [Item] {
    (0..<count).map { number in
      Item(
        id: "i\(number)", title: "Title \(number) edition \(edition)",
        body: "words of item \(number) in edition \(edition)")
    }
  }
#endif
