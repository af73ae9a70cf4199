#if PostgresStore
  import FootlightPlatform
  import IndexStores
  @testable import SharedStore
  import StoreTestSupport
  import Synchronization
  import TestSupport

  /// The shared store as one of those that keep the contract: each folder has a database of its own.
  enum SharedBackend {
    private static let databases = Mutex<[String: String]>([:])

    static func store(in folder: borrowing TemporaryFolder) -> any IndexStore {
      do throws(Failure) {
        return try machine("index", in: folder)
      } catch {
        // A store that answers nothing fails every test with what is wrong.
        return EmbeddedStore(path: folder.path("index"), isFollowing: true)
      }
    }

    /// What another machine has, brought up to date.
    static func copy(in folder: borrowing TemporaryFolder) throws(Failure) -> any IndexStore {
      let store = try machine("copy", in: folder)
      try store.pull()
      return store
    }

    private static func machine(
      _ name: String, in folder: borrowing TemporaryFolder
    ) throws(Failure) -> EmbeddedStore {
      let server = try PrivateServer.running()
      let path = folder.path
      let database = try databases.withLock { (known) throws(Failure) in
        if let name = known[path] { return name }
        let name = try server.makeDatabase()
        known[path] = name
        return name
      }
      let index = try PostgresIndex(PostgresAddress(server.address(database)), owner: name)
      return EmbeddedStore(
        path: folder.path(name), copying: IndexReplica(index, workspace: path))
    }
  }
#endif
