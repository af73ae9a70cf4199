#if PostgresStore
  import Footlight
  import FootlightPlatform
  import IndexStores
  import SharedStore
  import DeclaredRecords
  import SourceKinds
  import StoreTestSupport
  import TestSupport
  import Testing
  import TextAnalysis

  /// Runs every folder of `Tests/Cases` on a copy of a shared store: one machine builds it, another one pulls it and
  /// is asked.
  @Suite struct SharedCaseTests {
    @Test(arguments: SearchCase.names, [1, 3])
    func `every search of a case finds what it must on a copy`(name: String, shards: Int) throws {
      let searchCase = try SearchCase(named: name)
      guard searchCase.hasDomains, !searchCase.needsStems || Stemmer.isAvailable else { return }
      let folder = try TemporaryFolder()
      try searchCase.write(into: folder.path, shards: shards)
      let server = try PrivateServer.running()
      let address = try PostgresAddress(server.address(try server.makeDatabase()))
      func machine(_ name: String) throws -> (Library, EmbeddedStore) {
        let workspace = Workspace(folder: folder.path, index: folder.path(name))
        let replica = IndexReplica(PostgresIndex(address, owner: name), workspace: folder.path)
        let store = EmbeddedStore(path: workspace.index, copying: replica)
        let library = try Library(
          workspace, kinds: SourceKind.builtIn, system: .system, store: store)
        return (library, store)
      }
      let report = try machine("builder").0.sync()
      let (library, copy) = try machine("reader")
      try copy.pull()
      let domains = report.rows.map(\.domain)
      try CaseTests().ask(
        searchCase, library, onlyDomain: domains.count == 1 ? domains.first : nil)
    }
  }
#endif
