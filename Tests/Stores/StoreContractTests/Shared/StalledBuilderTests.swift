#if PostgresStore
  import FootlightPlatform
  import DeclaredRecords
  @testable import SharedStore
  import SearchEngine
  import StoreTestSupport
  import TestSupport
  import Testing

  @testable import IndexStores

  /// A builder that stands still within the transaction that publishes: its statements reach the server, and then
  /// nothing more comes.
  @Suite struct StalledBuilderTests {
    /// Tries until somebody else's right is over; false when that is not within some seconds.
    private func comesThrough(_ body: () throws -> Void) throws -> Bool {
      for _ in 0..<50 {
        do {
          try body()
          return true
        } catch let failure as Failure {
          guard failure.concerns([.storeClaimed]) else { throw failure }
          SystemServices.system.sleep(100_000_000)
        }
      }
      return false
    }

    @Test func `who stands still while it publishes holds its domain for a moment only`() throws {
      let shared = try SharedFolder()
      let socket = try TemporaryFolder()
      let proxy = try InterruptingProxy(in: socket.path, to: shared.server.folder)
      defer { proxy.stop() }
      let address = "host=\(socket.path) user=postgres dbname=\(shared.database)"
      let other = try shared.machine("other")
      try other.publish("shelf", someItems(40))
      // How many pieces a publication has, so that the last ones are known: those of the change.
      proxy.set(.none)
      try shared.machine("counted", address: address).publish(
        "shelf", someItems(40, edition: 2), version: 2)
      let pieces = proxy.count
      for back in 1...4 {
        proxy.set(.swallowFrom(pieces - back))
        let stalled = try shared.machine(
          "stalled\(back)", address: address, leaseSeconds: 1, answerSeconds: 9)
        Workers.detach { _ = try? stalled.publish("shelf", someItems(40, edition: 9), version: 9) }
        for _ in 0..<600 where proxy.count < pieces - back {
          SystemServices.system.sleep(10_000_000)
        }
        let edition = 2 + back
        #expect(
          try comesThrough {
            try other.publish("shelf", someItems(40, edition: edition), version: edition)
          }, "\(back) before the end")
        #expect(
          try other.snapshot(of: nil).item(id: "i3", in: "shelf")?.title
            == "Title 3 edition \(edition)")
      }
    }

    @Test func `nobody waits for who holds a domain: it is named at once`() throws {
      let shared = try SharedFolder()
      let database = try PostgresAddress(shared.server.address(shared.database))
      try shared.machine("one").publish("shelf", someItems(40))
      var stalled = try PostgresConnection(database)
      let fence = try stalled.rows(
        "SELECT the_fence FROM footlight.claim('shelf', 'the stalled one', 1)"
      )
      .int(0, 0)
      let token = try shared.number("SELECT token FROM footlight.domain")
      try stalled.run("BEGIN")
      _ = try stalled.rows(
        "SELECT footlight.begin_change('shelf', $1, $2)", [.int(fence), .int(Int64(token))])
      // A change of the row that is not committed is what an insert of the same name would wait for.
      try stalled.run("SELECT footlight.finish_change('shelf', \(fence), '', NULL)")
      try shared.execute("UPDATE footlight.store SET identity = identity")
      for _ in 0..<30
      where try shared.number(
        "SELECT count(*) FROM footlight.domain WHERE lease > clock_timestamp()") > 0
      { SystemServices.system.sleep(100_000_000) }
      let other = try shared.machine("other", answerSeconds: 3)
      do {
        try other.publish("shelf", someItems(3))
        Issue.record("it was published")
      } catch let failure as Failure {
        #expect(failure.concerns([.storeClaimed]), "\(failure)")
        #expect("\(failure)".contains("the stalled one"), "\(failure)")
      }
      var owner = try StoreOwner(database)
      #expect(try owner.domains().map(\.work) == [.changed(by: "the stalled one")])
      // Other domains are nobody's.
      try other.publish("maps", someItems(3))
      try stalled.run("ROLLBACK")
      try other.publish("shelf", someItems(3))
      #expect(try owner.domains().map(\.work) == [.none, .none])
    }
  }
#endif
