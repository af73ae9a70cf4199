#if PostgresStore
  import DeclaredRecords
  import FootlightPlatform
  import SearchEngine
  import SharedStore
  import StoreTestSupport
  import TestSupport
  import Testing

  /// Machines that pull from a hot standby, a server that repeats what another one does and changes nothing by itself.
  @Suite struct StandbyTests {
    @Test(.disabled(if: PrivateServer.isCluster))
    func `a copy follows a hot standby, which lets nobody listen`() throws {
      let server = try PrivateServer.alone()
      let shared = try SharedFolder(on: server)
      let one = try shared.machine("one")
      try one.publish("shelf", someItems(30))
      let address = try server.startStandby(shared.database)
      defer { _ = try? server.endStandby() }
      let index = PostgresIndex(try PostgresAddress(address), owner: "two")
      let two = try shared.machine("two", address: address)
      try two.pull()
      #expect(try two.ids("shelf").count == 30)
      try one.change("shelf", [Item(id: "last", title: "The last one")])
      var isFound = false
      for _ in 0..<300 where !isFound {
        try index.waitForNews(milliseconds: 100)
        isFound = try two.pull() && two.ids("shelf").contains("last")
      }
      #expect(isFound)
      // What would change something is refused, and the reason told.
      #expect(failureCode { try two.publish("shelf", someItems(3)) } == .storeForbidden)
    }
  }
#endif
