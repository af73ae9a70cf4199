#if PostgresStore
  import FootlightPlatform
  import DeclaredRecords
  @testable import SharedStore
  import SearchEngine
  import StoreTestSupport
  import TestSupport
  import Testing

  @testable import IndexStores

  @Suite struct PublishAndPullTests {
    @Test func `what one machine publishes another one pulls, byte for byte`() throws {
      let shared = try SharedFolder()
      let one = try shared.machine("one")
      let two = try shared.machine("two")
      try one.publish("shelf", someItems(10_000))
      try one.publish("maps", someItems(3))
      #expect(try two.pull())
      #expect(try shared.generations(of: "one") == shared.generations(of: "two"))
      #expect(try two.ids("shelf") == one.ids("shelf"))
      let (left, right) = (try one.snapshot(of: nil), try two.snapshot(of: nil))
      #expect(left.domains == right.domains)
      // Several extents, or the test shows little.
      #expect(try shared.number("SELECT count(*) FROM footlight.extent") > 3)
      #expect(try !two.pull())
    }

    @Test func `changes, removals and merges come over as deltas and files`() throws {
      let shared = try SharedFolder()
      let one = try shared.machine("one")
      let two = try shared.machine("two")
      try one.publish("shelf", someItems(2_000))
      try two.pull()
      try one.change("shelf", someItems(10, edition: 2), deleting: ["i1999"])
      #expect(try two.pull())
      #expect(try two.snapshot(of: nil).domains.first?.segments == 2)
      #expect(try one.snapshot(of: nil).domains == two.snapshot(of: nil).domains)
      #expect(try two.ids("shelf") == one.ids("shelf"))
      #expect(try two.snapshot(of: nil).item(id: "i3", in: "shelf")?.title == "Title 3 edition 2")
      let indexer = try one.indexer(.none)
      _ = try indexer.compact("shelf", memory: 1 << 20)
      indexer.close()
      try two.pull()
      #expect(try two.snapshot(of: nil).domains.first?.segments == 1)
      #expect(try shared.generations(of: "one") == shared.generations(of: "two"))
      #expect(try shared.number("SELECT count(*) FROM footlight.delta") == 0)
      let last = try one.indexer(.none)
      try last.remove("shelf")
      last.close()
      try two.pull()
      #expect(try two.snapshot(of: nil).domains.isEmpty)
      #expect(try shared.generations(of: "two").isEmpty)
      // It can come again.
      try two.publish("shelf", someItems(4))
      try one.pull()
      #expect(try one.ids("shelf") == ["i0", "i1", "i2", "i3"])
    }

    @Test func `a shard that is merged moves its file, and the deltas of the others stay`() throws {
      let shared = try SharedFolder()
      let one = try shared.machine("one")
      let two = try shared.machine("two")
      let sharded = ShardedStore(store: one, shards: 4, isKeyed: true)
      var items = someItems(4_200).enumerated().map { place, item in
        var item = item
        item.attributes = [ItemAttribute("color", .text("color \(place % 6)"))]
        return item
      }
      try sharded.publish("shelf", items)
      try two.pull()
      func change(_ places: [Int], _ title: String) throws -> StoredDomain {
        for place in places { items[place].title = "\(title) \(place)" }
        let stored = try sharded.change("shelf", places.map { items[$0] }).stored
        #expect(try two.pull())
        #expect(try two.snapshot(of: nil).domains == one.snapshot(of: nil).domains)
        #expect(try two.ids("shelf") == one.ids("shelf"))
        #expect(try shared.generations(of: "one") == shared.generations(of: "two"))
        let snapshot = try two.snapshot(of: nil)
        try snapshot.verify("shelf")
        for place in places.prefix(9) {
          #expect(
            try snapshot.item(id: "i\(place)", in: "shelf")?.title == "\(title) \(place)")
        }
        return stored
      }
      let small = try change(Array(0..<12), "small")
      #expect(small.segments > 2)
      let large = try change(Array(stride(from: 1, to: 4_200, by: 6)), "large")
      #expect(zip(small.baseShards, large.baseShards).count { $0 != $1 } == 1)
      #expect(large.segments == small.segments - 1)
      #expect(try shared.number("SELECT count(*) FROM footlight.delta") == large.segments - 1)
    }

    @Test func `the journal is shared`() throws {
      let shared = try SharedFolder()
      let one = try shared.machine("one")
      let two = try shared.machine("two")
      try one.publish("shelf", someItems(10))
      let first = try one.indexer(.none)
      try first.record([JournalKey("a"), JournalKey("b")], in: "shelf", at: 7)
      first.close()
      let second = try two.indexer(.none)
      #expect(try second.journal(of: "shelf").map(\.key.text).sorted() == ["a", "b"])
      #expect(try second.domains().first?.pending == 2)
      let batch = try #require(try second.pendingBatch(of: nil, atMost: 1, .retry(now: 10)))
      let facts = try #require(try second.domains().first).facts
      let change = try second.change("shelf", memory: 1 << 20)
      _ = try change.finish(keeping: .keepLast)
      _ = try change.commit(ChangeCommit(facts: facts, finished: batch.rows, now: 10))
      second.close()
      let third = try one.indexer(.none)
      #expect(try third.journal(of: "shelf").map(\.key.text) == ["b"])
      third.close()
    }

    @Test func `how a source looks from one machine is not published`() throws {
      let shared = try SharedFolder()
      let one = try shared.machine("one")
      let two = try shared.machine("two")
      try one.publish("shelf", someItems(10))
      for (machine, look) in [(one, "seen by one"), (two, "seen by two")] {
        let indexer = try machine.indexer(.none)
        var facts = try #require(try indexer.domains().first).facts
        facts.sourceDigest = 77
        facts.sourceStamp = look
        try indexer.restamp("shelf", facts: facts)
        indexer.close()
      }
      // The digest was, by the first of them.
      #expect(try shared.number("SELECT version FROM footlight.domain") == 2)
      try two.change("shelf", [Item(id: "x", title: "X")])
      try one.pull()
      #expect(try one.snapshot(of: nil).domains.first?.facts.sourceStamp == "seen by one")
      #expect(try two.snapshot(of: nil).domains.first?.facts.sourceStamp == "seen by two")
      #expect(try one.ids("shelf").count == 11)
    }

    @Test func `machines take turns with a domain and never lose what another one did`() throws {
      let shared = try SharedFolder()
      let machines = [
        try shared.machine("one"), try shared.machine("two"), try shared.machine("three"),
      ]
      try machines[0].publish("shelf", someItems(100))
      for turn in 0..<12 {
        let item = Item(id: "turn\(turn)", title: "Turn \(turn)")
        try machines[turn % 3].change("shelf", [item])
      }
      for machine in machines {
        try machine.pull()
        #expect(try machine.ids("shelf").count == 112)
      }
    }

    @Test func `a lost catalog is pulled again, and its files with it only where they differ`()
      throws
    {
      let shared = try SharedFolder()
      let one = try shared.machine("one")
      try one.publish("shelf", someItems(50))
      let two = try shared.machine("two")
      try two.pull()
      let before = try shared.generations(of: "two")
      try FileOperations.system.remove(shared.folder.path("two/catalog.sqlite"))
      #expect(try two.pull())
      #expect(try two.ids("shelf").count == 50)
      #expect(try shared.generations(of: "two") == before)
      // A file of ours that holds something else is fetched again.
      let name = try #require(before.keys.first)
      var bytes = try #require(before[name])
      bytes[bytes.count / 2] ^= 1
      try FileOperations.system.remove(shared.folder.path("two/catalog.sqlite"))
      try shared.folder.write("two/" + name, bytes: bytes)
      #expect(try two.pull())
      #expect(try shared.generations(of: "two") == before)
    }

    @Test func `a file of somebody else that is in the way is left alone`() throws {
      let shared = try SharedFolder()
      try shared.machine("one").publish("shelf", someItems(50))
      let two = try shared.machine("two")
      try two.pull()
      let name = try #require(shared.generations(of: "two").keys.first)
      let theirs = [UInt8](repeating: 7, count: 5_000)
      // Without a catalog nothing shows that the folder is an index.
      for file in ["catalog.sqlite", name] {
        try FileOperations.system.remove(shared.folder.path("two/" + file))
      }
      try shared.folder.write("two/" + name, bytes: theirs)
      do throws(Failure) {
        try two.pull()
        Issue.record("it was taken for an index")
      } catch {
        #expect(error.concerns([.indexForeign]))
      }
      // Where it is one, the file is nothing that the catalog has named.
      let three = try shared.machine("three")
      try three.indexer(.none).close()
      try three.pull()
      try shared.machine("one").publish("shelf", someItems(60), version: 2)
      let live = try shared.number("SELECT generation FROM footlight.domain")
      let next = GenerationFile(domain: "shelf", generation: live).name
      try shared.folder.write("three/" + next, bytes: theirs)
      do throws(Failure) {
        try three.pull()
        Issue.record("a file of somebody else was replaced")
      } catch {
        #expect(error.concerns([.indexForeign]))
      }
      let kept = try File.readWhole(shared.folder.path("three/" + next))
      #expect(kept.bytes(kept.all) == theirs)
      #expect(try three.ids("shelf").count == 50)
    }

    @Test func `an index of a shared store is not changed without it`() throws {
      let shared = try SharedFolder()
      try shared.machine("one").publish("shelf", someItems(3))
      let alone = EmbeddedStore(path: shared.folder.path("one"))
      #expect(try alone.ids("shelf").count == 3)
      for store in [alone, EmbeddedStore(path: shared.folder.path("one"), isFollowing: true)] {
        do throws(Failure) {
          _ = try store.indexer(.none)
          Issue.record("it was changed")
        } catch {
          #expect(error.concerns([.storeCopy]))
        }
      }
    }

    @Test(arguments: [0, -1, Int.max])
    func `a store without an identity makes no folder its copy`(_ identity: Int) throws {
      let shared = try SharedFolder()
      try EmbeddedStore(path: shared.folder.path("one")).publish("own", someItems(3))
      try shared.execute("UPDATE footlight.store SET identity = \(identity)")
      let one = try shared.machine("one")
      do throws(Failure) {
        try one.pull()
        Issue.record("it was taken")
      } catch {
        #expect(error.concerns([.storeFormat]))
      }
      #expect(try EmbeddedStore(path: shared.folder.path("one")).ids("own").count == 3)
    }

    @Test func `domains of another store, or of none, are not kept`() throws {
      let shared = try SharedFolder()
      try EmbeddedStore(path: shared.folder.path("one")).publish("own", someItems(3))
      let one = try shared.machine("one")
      try one.publish("shelf", someItems(3))
      #expect(try one.snapshot(of: nil).domains.map(\.name) == ["shelf"])
      try shared.execute("UPDATE footlight.store SET identity = identity + 1000000")
      try one.pull()
      #expect(try one.ids("shelf").count == 3)
    }

    @Test func `two followers in one folder do no harm`() throws {
      let shared = try SharedFolder()
      let writer = try shared.machine("one")
      try writer.publish("shelf", someItems(200))
      let followers = [try shared.machine("two"), try shared.machine("two")]
      Workers.run(3) { number in
        if number == 2 {
          for turn in 0..<20 {
            let item = Item(id: "turn\(turn)", title: "Turn \(turn)")
            do { try writer.change("shelf", [item]) } catch { Issue.record(error) }
          }
          return
        }
        for _ in 0..<60 {
          do throws(Failure) {
            try followers[number].pull()
          } catch {
            #expect(error.concerns([.lockHeld]), "\(error)")
          }
        }
      }
      for follower in followers { try follower.pull() }
      #expect(try followers[0].ids("shelf") == writer.ids("shelf"))
      #expect(try followers[1].ids("shelf").count == 220)
    }

    @Test func `one row tells whether anything was published, and changes with each change`() throws
    {
      let shared = try SharedFolder()
      let one = try shared.machine("one")
      func news() throws -> Int { try shared.number("SELECT news FROM footlight.store") }
      var seen: Set<Int> = [try news()]
      try one.publish("left", someItems(5))
      seen.insert(try news())
      try one.publish("right", someItems(5))
      seen.insert(try news())
      try one.change("left", someItems(1, edition: 2))
      seen.insert(try news())
      let indexer = try one.indexer(.none)
      try indexer.remove("right")
      indexer.close()
      seen.insert(try news())
      #expect(seen.count == 5)
      let two = try shared.machine("two")
      try two.pull()
      #expect(try !two.pull())
      // Nothing but the row is looked at: without another number nobody is woken.
      try shared.execute("ALTER TABLE footlight.domain DISABLE TRIGGER news")
      try one.change("left", someItems(1, edition: 3))
      #expect(try !two.pull())
      try shared.execute("UPDATE footlight.store SET news = news + 1")
      #expect(try two.pull())
      #expect(try two.snapshot(of: nil).item(id: "i0", in: "left")?.title == "Title 0 edition 3")
    }

    @Test func `who stands still within a change holds up nobody else's`() throws {
      let shared = try SharedFolder()
      try shared.machine("one").publish("left", someItems(5))
      try shared.machine("one").publish("right", someItems(5))
      var stalled = try PostgresConnection(
        PostgresAddress(shared.server.address(shared.database)))
      try stalled.run("BEGIN")
      try stalled.run("UPDATE footlight.domain SET token = token + 1 WHERE name = 'left'")
      try shared.machine("two", answerSeconds: 5).change("right", someItems(1, edition: 2))
      try stalled.run("COMMIT")
      #expect(try shared.machine("three").pull())
    }
  }
#endif
