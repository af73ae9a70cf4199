#if PostgresStore
  @testable import SharedStore
  import FootlightPlatform
  import DeclaredRecords
  import SearchEngine
  import TestSupport
  import Testing

  @testable import IndexStores

  @Suite struct FenceTests {
    /// What something fails with.
    private func code(_ body: () throws -> Void) -> DiagnosticCode? {
      do {
        try body()
        return nil
      } catch let failure as Failure {
        return failure.diagnostics.first?.code
      } catch {
        return nil
      }
    }

    @Test func `a domain that another machine builds is refused, the others are not`() throws {
      let shared = try SharedFolder()
      let one = try shared.machine("one")
      let two = try shared.machine("two")
      let indexer = try one.indexer(.none)
      let build = try indexer.build("shelf", settings: .forTests, memory: 1 << 20)
      #expect(code { try two.publish("shelf", someItems(3)) } == .storeClaimed)
      try two.publish("maps", someItems(3))
      build.abandon()
      indexer.close()
      try two.publish("shelf", someItems(3))
    }

    @Test func `a builder whose right has run out publishes nothing`() throws {
      let shared = try SharedFolder()
      let stalled = try shared.machine("stalled", leaseSeconds: 3_600)
      let other = try shared.machine("other")
      let indexer = try stalled.indexer(.none)
      let build = try indexer.build("shelf", settings: .forTests, memory: 1 << 20)
      try build.add(someItems(9))
      _ = try build.finish(keeping: .keepFirst)
      try shared.expireLeases()
      try other.publish("shelf", someItems(5, edition: 2))
      let facts = DomainFacts(label: "late", version: 9, fingerprint: "f")
      #expect(code { _ = try build.publish(facts) } == .storeFenced)
      build.abandon()
      indexer.close()
      try stalled.pull()
      #expect(try stalled.ids("shelf").count == 5)
      #expect(try other.ids("shelf").count == 5)
    }

    @Test func `who was overtaken after the upload publishes nothing either`() throws {
      let shared = try SharedFolder()
      let one = try shared.machine("one", leaseSeconds: 3_600)
      try one.publish("shelf", someItems(5))
      let indexer = try one.indexer(.none)
      let change = try indexer.change("shelf", memory: 1 << 20)
      try change.worker().add([Item(id: "late", title: "Late")])
      _ = try change.finish(keeping: .keepLast)
      try shared.expireLeases()
      let two = try shared.machine("two")
      try two.change("shelf", [Item(id: "early", title: "Early")])
      let facts = DomainFacts(label: "late", version: 1, fingerprint: "f")
      #expect(code { _ = try change.commit(ChangeCommit(facts: facts)) } == .storeFenced)
      indexer.close()
      try one.pull()
      #expect(try one.ids("shelf").contains("early") && !one.ids("shelf").contains("late"))
      #expect(try shared.number("SELECT version FROM footlight.domain") == 2)
    }

    @Test func `a right that is renewed does not run out`() throws {
      let shared = try SharedFolder()
      let one = try shared.machine("one", leaseSeconds: 2)
      let indexer = try one.indexer(.none)
      let build = try indexer.build("shelf", settings: .forTests, memory: 1 << 20)
      try build.add(someItems(4))
      _ = try build.finish(keeping: .keepFirst)
      let two = try shared.machine("two")
      for _ in 0..<12 {
        #expect(code { try two.publish("shelf", someItems(3)) } == .storeClaimed)
        SystemServices.system.sleep(300_000_000)
      }
      _ = try build.publish(DomainFacts(label: "x", version: 1, fingerprint: "f"))
      indexer.close()
      try two.pull()
      #expect(try two.ids("shelf").count == 4)
    }

    @Test func `what has changed since a machine looked is pulled before it changes anything`()
      throws
    {
      let shared = try SharedFolder()
      let one = try shared.machine("one")
      let two = try shared.machine("two")
      try one.publish("shelf", someItems(5))
      try two.pull()
      let indexer = try two.indexer(.none)
      try one.change("shelf", [Item(id: "early", title: "Early")])
      #expect(code { _ = try indexer.change("shelf", memory: 1 << 20) } == .storeMoved)
      indexer.close()
      try two.change("shelf", [Item(id: "late", title: "Late")])
      #expect(try two.ids("shelf").count == 7)
    }
  }
#endif
