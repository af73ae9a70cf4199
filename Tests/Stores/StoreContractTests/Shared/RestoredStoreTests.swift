#if PostgresStore
  @testable import SharedStore
  import FootlightPlatform
  import DeclaredRecords
  import SearchEngine
  import StoreTestSupport
  import TestSupport
  import Testing

  @testable import IndexStores

  /// A store that went back – a backup was restored, or a standby promoted that lacked the last changes – and was
  /// changed again since: what others had pulled by then is not taken for what is published now.
  @Suite struct RestoredStoreTests {
    /// The editions of which a machine has items.
    private func editions(_ store: EmbeddedStore, _ domain: String = "shelf") throws -> Set<String>
    {
      var found: Set<String> = []
      try store.snapshot(of: nil).scanItems(of: domain) { (item) throws(Failure) in
        found.insert(String(item.title.split(separator: " ").last ?? ""))
      }
      return found
    }

    @Test func `a copy that was ahead is brought to what is published`() throws {
      let shared = try SharedFolder()
      let one = try shared.machine("one")
      let two = try shared.machine("two")
      try one.publish("shelf", someItems(300))
      let backup = try shared.backup()
      try one.publish("shelf", someItems(300, edition: 2))
      try two.pull()
      let address = try shared.restored(backup)
      // As many changes as were lost, of the same size.
      try shared.machine("three", address: address).publish("shelf", someItems(300, edition: 3))
      for name in ["one", "two"] {
        let machine = try shared.machine(name, address: address)
        try machine.pull()
        #expect(try editions(machine) == ["3"], "\(name)")
        try machine.snapshot(of: nil).verify("shelf")
      }
    }

    @Test func `changes of another edition are not laid upon the one that is here`() throws {
      let shared = try SharedFolder()
      let one = try shared.machine("one")
      let two = try shared.machine("two")
      try one.publish("shelf", someItems(300))
      let backup = try shared.backup()
      try one.publish("shelf", someItems(300, edition: 2))
      try two.pull()
      let address = try shared.restored(backup)
      let three = try shared.machine("three", address: address)
      try three.publish("shelf", someItems(300, edition: 3))
      try three.change("shelf", someItems(5, edition: 4))
      let again = try shared.machine("two", address: address)
      try again.pull()
      #expect(try editions(again) == ["3", "4"])
      #expect(try shared.generations(of: "two") == shared.generations(of: "three"))
    }

    @Test func `a delta with the number of one that is here is fetched all the same`() throws {
      let shared = try SharedFolder()
      let one = try shared.machine("one")
      let two = try shared.machine("two")
      try one.publish("shelf", someItems(300))
      let backup = try shared.backup()
      try one.change("shelf", someItems(5, edition: 2))
      try two.pull()
      let address = try shared.restored(backup)
      let three = try shared.machine("three", address: address)
      try three.change("shelf", someItems(5, edition: 3))
      try three.change("shelf", [Item(id: "last", title: "Title of edition 3")])
      let again = try shared.machine("two", address: address)
      try again.pull()
      #expect(try editions(again) == ["1", "3"])
    }

    @Test func `a copy of one store becomes that of another one, whatever the numbers are`() throws
    {
      let left = try SharedFolder()
      let right = try SharedFolder()
      try left.machine("one").publish("shelf", someItems(300))
      try right.machine("one").publish("shelf", someItems(300, edition: 2))
      let two = try left.machine("two")
      try two.pull()
      let other = try left.machine("two", address: right.server.address(right.database))
      try other.pull()
      #expect(try editions(other) == ["2"])
      let back = try left.machine("two")
      try back.pull()
      #expect(try editions(back) == ["1"])
    }

    @Test func `a file that is not the one that was pulled is found by a check, and fetched again`()
      throws
    {
      let shared = try SharedFolder()
      let one = try shared.machine("one")
      let two = try shared.machine("two")
      try one.publish("shelf", someItems(300))
      try two.pull()
      #expect(try two.examine().isEmpty)
      // A file that is sound in itself: with other bytes where no checksum looks, or another one's.
      let name = try #require(shared.generations(of: "two").keys.first)
      var bytes = try #require(shared.generations(of: "two")[name])
      bytes[70] ^= 1
      try shared.folder.write("two/" + name, bytes: bytes)
      let again = try shared.machine("two")
      #expect(try again.examine().map(\.code) == [.indexDamaged])
      try again.pull()
      #expect(try shared.generations(of: "two") == shared.generations(of: "one"))
      #expect(try again.examine().isEmpty)
    }

    @Test func `a builder whose last changes were lost builds upon what is published`() throws {
      let shared = try SharedFolder()
      let one = try shared.machine("one")
      try one.publish("shelf", someItems(300))
      let backup = try shared.backup()
      try one.change("shelf", someItems(5, edition: 2))
      let address = try shared.restored(backup)
      try shared.machine("three", address: address).change("shelf", someItems(9, edition: 3))
      let again = try shared.machine("one", address: address)
      try again.change("shelf", [Item(id: "last", title: "Title of edition 4")])
      let reader = try shared.machine("reader", address: address)
      try reader.pull()
      #expect(try editions(reader) == ["1", "3", "4"])
      #expect(try editions(again) == ["1", "3", "4"])
    }

    @Test
    func `the age of a store's own state does not matter: the same numbers come at once again`()
      throws
    {
      let shared = try SharedFolder()
      let one = try shared.machine("one")
      try one.publish("shelf", someItems(300))
      let backup = try shared.backup()
      // Pulled, lost and made again several times over, without a look in between.
      for edition in 2...4 {
        let address = try shared.restored(backup)
        try shared.machine("one", address: address).publish(
          "shelf", someItems(300, edition: edition))
        let again = try shared.machine("two", address: address)
        try again.pull()
        #expect(try editions(again) == ["\(edition)"])
      }
      let two = try shared.machine("two")
      try two.pull()
      #expect(try editions(two) == ["1"])
    }
  }
#endif
