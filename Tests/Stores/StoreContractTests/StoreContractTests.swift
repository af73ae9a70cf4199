import DeclaredRecords
import FootlightPlatform
import IndexStores
import SearchEngine
import TestSupport
import Testing

/// What every store must do, whatever it keeps items in.
@Suite struct StoreContractTests {
  private func ids(
    _ snapshot: any StoreSnapshot, _ text: String, _ match: MatchMode = .tiers, now: Int64 = 0
  ) throws -> [String] {
    let domains = snapshot.domains.map(\.name)
    let request = SearchRequest(query: Query(text), limit: 50, match: match, now: now)
    return try snapshot.search(request, in: domains).hits.map { $0.item.id }
  }

  @Test(arguments: Backend.allCases)
  func `a store that does not exist yet is empty, not a failure`(_ backend: Backend) throws {
    let folder = try TemporaryFolder()
    let snapshot = try backend.store(in: folder).snapshot(of: nil)
    #expect(!snapshot.exists)
    #expect(snapshot.domains.isEmpty)
    #expect(try ids(snapshot, "anything").isEmpty)
    #expect(try snapshot.item(id: "1", in: "names") == nil)
  }

  @Test(arguments: Backend.allCases)
  func `what is published is found with its facts, what is not is not`(_ backend: Backend) throws {
    let folder = try TemporaryFolder()
    let store = backend.store(in: folder)
    try store.publish("names", [Item(id: "1", title: "alpha")], version: 3)
    let indexer = try store.indexer(.none)
    let build = try indexer.build("others", settings: .forTests, memory: 1 << 20)
    try build.add([Item(id: "2", title: "alpha")])
    let snapshot = try store.snapshot(of: nil)
    #expect(snapshot.domains.map(\.name) == ["names"])
    #expect(snapshot.domains.first?.facts.version == 3)
    #expect(snapshot.domains.first?.items == 1)
    #expect(try ids(snapshot, "alpha") == ["1"])
    build.abandon()
    indexer.close()
    #expect(try store.snapshot(of: nil).domains.map(\.name) == ["names"])
  }

  @Test(arguments: Backend.allCases)
  func `a later build replaces the earlier one, and a pinned state stays`(
    _ backend: Backend
  ) throws {
    let folder = try TemporaryFolder()
    let store = backend.store(in: folder)
    let first = try store.publish("names", [Item(id: "1", title: "alpha")]).stored
    let pinned = try store.snapshot(of: nil)
    let second = try store.publish("names", [Item(id: "2", title: "beta")], version: 2).stored
    #expect(second.generation > first.generation)
    #expect(try ids(pinned, "alpha") == ["1"])
    let snapshot = try store.snapshot(of: nil)
    #expect(try ids(snapshot, "alpha").isEmpty)
    #expect(try ids(snapshot, "beta") == ["2"])
    #expect(snapshot.domains.map(\.facts.version) == [2])
  }

  @Test(arguments: Backend.allCases)
  func `a removed domain is gone and the others are not`(_ backend: Backend) throws {
    let folder = try TemporaryFolder()
    let store = backend.store(in: folder)
    try store.publish("law", [Item(id: "1", title: "scope")])
    try store.publish("law.rules", [Item(id: "2", title: "scope")])
    let indexer = try store.indexer(.none)
    try indexer.remove("law")
    try indexer.remove("never")
    #expect(try indexer.domains().map(\.name) == ["law.rules"])
    indexer.close()
    #expect(try ids(store.snapshot(of: nil), "scope") == ["2"])
  }

  @Test(arguments: Backend.allCases)
  func `other facts can be stored without another build`(_ backend: Backend) throws {
    let folder = try TemporaryFolder()
    let store = backend.store(in: folder)
    let stored = try store.publish("names", [Item(id: "1", title: "alpha")]).stored
    let indexer = try store.indexer(.none)
    var facts = stored.facts
    facts.label = "People"
    try indexer.restamp("names", facts: facts)
    indexer.close()
    let after = try #require(try store.snapshot(of: nil).domains.first)
    #expect(after.facts.label == "People")
    #expect(after.generation == stored.generation)
  }

  @Test(arguments: Backend.allCases)
  func `one indexer at a time, and the next one when it has let go`(_ backend: Backend) throws {
    let folder = try TemporaryFolder()
    let store = backend.store(in: folder)
    let first = try store.indexer(.none)
    #expect(failureCode { _ = try store.indexer(.none) } == .lockHeld)
    first.close()
    let second = try store.indexer(.none)
    second.close()
  }

  @Test(arguments: Backend.allCases)
  func `of two with one id the rule decides, by the order of records`(_ backend: Backend) throws {
    for (rule, kept) in [(DuplicateRule.keepFirst, "alpha"), (.keepLast, "gamma")] {
      let folder = try TemporaryFolder()
      let store = backend.store(in: folder)
      let items = [
        Item(id: "1", title: "alpha"), Item(id: "2", title: "beta"), Item(id: "1", title: "gamma"),
      ]
      let published = try store.publish("names", items, keeping: rule, batch: 1)
      #expect(published.stored.items == 2)
      #expect(published.duplicates == [DuplicateIdentifier(first: 1, second: 3)])
      #expect(try store.snapshot(of: nil).item(id: "1", in: "names")?.title == kept)
    }
  }

  @Test(arguments: Backend.allCases)
  func `any text is an id, and an item comes back whole (RA-30)`(_ backend: Backend) throws {
    let folder = try TemporaryFolder()
    let store = backend.store(in: folder)
    let texts = ["a:b", "100%", " ", "über 🦊", "e\u{301}", "é", "\u{0}", "a/b", "--limit", "x_y"]
    let items = texts.enumerated().map { place, id in
      Item(
        id: id, title: "thing \(place)", description: "d", body: "b \(place)",
        keywords: ["k", "k2"],
        aliases: ["other \(place)"], url: "https://example.org/\(place)",
        attributes: [ItemAttribute("color", .text("red"))], rank: place, expires: 1_000)
    }
    try store.publish("names", items)
    let snapshot = try store.snapshot(of: nil)
    #expect(snapshot.attributes(of: "names") == [IndexedAttribute("color")])
    for item in items {
      let found = try #require(try snapshot.item(id: item.id, in: "names"))
      #expect(Array(found.id.utf8) == Array(item.id.utf8))
      #expect(found.title == item.title && found.body == item.body)
      #expect(Array(found.keywords) == item.keywords)
      #expect(Array(found.aliases) == item.aliases)
      #expect(found.attributes.first?.text == "red")
      #expect(found.rank == item.rank && found.expires == 1_000)
      #expect(try snapshot.item(url: item.url, now: 0, in: "names")?.title == item.title)
      #expect(try snapshot.item(url: item.url, now: 1_000, in: "names") == nil)
    }
    #expect(try snapshot.item(id: "b", in: "names") == nil)
    #expect(try snapshot.item(url: "", now: 0, in: "names") == nil)
    #expect(try snapshot.item(id: "a:b", in: "other") == nil)
  }

  @Test(arguments: Backend.allCases)
  func `an expired item is in no answer, and counts as an item`(_ backend: Backend) throws {
    let folder = try TemporaryFolder()
    let store = backend.store(in: folder)
    try store.publish(
      "names", [Item(id: "1", title: "offer", expires: 100), Item(id: "2", title: "offer")])
    let snapshot = try store.snapshot(of: nil)
    #expect(snapshot.domains.first?.items == 2)
    #expect(try ids(snapshot, "offer", now: 99) == ["1", "2"])
    #expect(try ids(snapshot, "offer", now: 100) == ["2"])
  }

  @Test(arguments: Backend.allCases)
  func `words match all, any or none (RK-5 to RK-8)`(_ backend: Backend) throws {
    let folder = try TemporaryFolder()
    let store = backend.store(in: folder)
    let titles = [
      "Asia Penelope Watters", "Reginald Royford Williams, III", "$", "£ sterling", "€ euro",
    ]
    try store.publish(
      "names", titles.enumerated().map { Item(id: "\($0 + 1)", title: $1) })
    let snapshot = try store.snapshot(of: nil)
    #expect(try ids(snapshot, "Asia", .all) == ["1"])
    #expect(try ids(snapshot, "Asia Roy", .any).sorted() == ["1", "2"])
    #expect(try ids(snapshot, "Asia Roy", .all).isEmpty)
    #expect(try ids(snapshot, "roy WILL", .all) == ["2"])
    #expect(try ids(snapshot, "ford").isEmpty)
    #expect(try ids(snapshot, "asia", .none).sorted() == ["2", "3", "4", "5"])
    #expect(try ids(snapshot, "williams, iii", .all) == ["2"])
    #expect(try ids(snapshot, "$", .all) == ["3"])
    #expect(try ids(snapshot, "$ £ €", .any).sorted() == ["3", "4", "5"])
  }

  @Test(arguments: Backend.allCases)
  func `numbers order by value, and an exact title comes first (TB-17)`(_ backend: Backend) throws {
    let folder = try TemporaryFolder()
    let store = backend.store(in: folder)
    let titles = ["2026 Michigan State", "270 Winchester", "27", "2700 Hz", "27 Dresses"]
    try store.publish("names", titles.map { Item(id: $0, title: $0) })
    let snapshot = try store.snapshot(of: nil)
    #expect(try ids(snapshot, "27") == ["27", "27 Dresses", "270 Winchester", "2700 Hz"])
    #expect(try ids(snapshot, "2026 michigan") == ["2026 Michigan State"])
  }

  @Test(arguments: Backend.allCases)
  func `a scan yields every kept item in the order of the source, with its digest`(
    _ backend: Backend
  ) throws {
    let folder = try TemporaryFolder()
    let store = backend.store(in: folder)
    var items = (1...500).map { number in
      Item(
        id: "\(number * 7919 % 1000)", title: "title \(number % 13)",
        body: String(repeating: "body \(number) ", count: number % 40), keywords: ["a", "b"],
        aliases: ["alias \(number)"], attributes: [ItemAttribute("color", .text("c\(number)"))],
        rank: number, expires: number % 5 == 0 ? Int64(number) : nil)
    }
    items.append(Item(id: items[3].id, title: "has the id of another"))
    try store.publish("names", items)
    let snapshot = try store.snapshot(of: nil)
    try snapshot.verify("names")
    var ids: [String] = []
    try snapshot.scanItems(of: "names") { item in ids.append(item.id) }
    // Shards stand one after the other, each in the order of the source.
    let kept = Array(items.dropLast())
    let order =
      backend.shards == 1
      ? Array(kept.indices)
      : ids.compactMap { id in kept.firstIndex { $0.id == id } }
    #expect(order.sorted() == Array(kept.indices))
    #expect(zip(order, order.dropFirst()).count { $0 > $1 } == backend.shards - 1)
    #expect(ids == order.map { kept[$0].id })
    for places in [0..<1, 3..<200, 199..<500, 499..<900, 500..<900, 0..<0] {
      var some: [String] = []
      try snapshot.scanItems(of: "names", in: places, hidingPrivate: false) { item in
        some.append(item.id)
      }
      #expect(some == Array(ids[places.clamped(to: 0..<500)]), "\(places)")
    }
    let settings = IndexSettings.forTests
    let digester = ItemDigester(
      attributes: (backend == .keyed ? settings.keyed : settings).attributes)
    var buffer = ItemBuffer()
    var expected: [ItemDigest] = []
    for item in order.map({ kept[$0] }) {
      buffer.set(backend == .keyed ? item.keyed : item, record: 1)
      expected.append(digester.digest(buffer))
    }
    var digests: [ItemDigest] = []
    var named: [String] = []
    try snapshot.scanDigests(of: "names") { digest, id in
      digests.append(digest)
      named.append(id)
    }
    #expect(digests == expected)
    #expect(Set(digests.map(\.contents)).count == 500)
    #expect(named == ids)
    try snapshot.scanItems(of: "nobody") { _ in Issue.record("there is none") }
  }
}
