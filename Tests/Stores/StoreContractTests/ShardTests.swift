import DeclaredRecords
import FootlightPlatform
import IndexStores
import SearchEngine
import TestSupport
import Testing

/// A domain in several files.
@Suite struct ShardTests {
  private func items(_ count: Int) -> [Item] {
    (0..<count).map { Item(id: "i\($0)", title: "Title \($0)", body: "words of item \($0)") }
  }

  @Test func `a rebuild keeps the files of shards that hold the same`() throws {
    let folder = try TemporaryFolder()
    let store = ShardedStore(store: EmbeddedStore(path: folder.path("index")), shards: 5)
    var some = items(200)
    let first = try store.publish("shelf", some).stored
    #expect(first.baseShards.count == 5)
    some[3].title = "Another title"
    let second = try store.publish("shelf", some, version: 2).stored
    #expect(zip(first.baseShards, second.baseShards).count { $0 == $1 } == 4)
    #expect(try store.snapshot(of: nil).item(id: "i3", in: "shelf")?.title == "Another title")
    #expect(try store.publish("shelf", some, version: 3).stored.baseShards == second.baseShards)
    let files = try folder.names("index").filter { $0.hasPrefix("shelf.") }
    #expect(files.count == 5)
  }

  @Test func `changes are merged into the shards that they concern`() throws {
    let folder = try TemporaryFolder()
    let store = ShardedStore(store: EmbeddedStore(path: folder.path("index")), shards: 5)
    let some = items(200)
    let before = try store.publish("shelf", some).stored
    var changed = some[9]
    changed.title = "Another title"
    #expect(try store.change("shelf", [changed]).stored.segments == 2)
    let indexer = try store.indexer(.none)
    let after = try indexer.compact("shelf", memory: 1 << 20)
    indexer.close()
    #expect(after.segments == 1)
    #expect(zip(before.baseShards, after.baseShards).count { $0 == $1 } == 4)
    #expect(try store.snapshot(of: nil).item(id: "i9", in: "shelf")?.title == "Another title")
  }

  /// Items of six colors.
  private func colored(_ count: Int) -> [Item] {
    items(count).enumerated().map { place, item in
      var item = item
      item.attributes = [ItemAttribute("color", .text("color \(place % 6)"))]
      return item
    }
  }

  private func keyed(_ folder: borrowing TemporaryFolder, _ shards: Int = 4) -> ShardedStore {
    ShardedStore(
      store: EmbeddedStore(path: folder.path("index")), shards: shards, isKeyed: true)
  }

  /// The numbers of the shards that hold something else now.
  private func changed(_ before: StoredDomain, _ after: StoredDomain) -> [Int] {
    after.baseShards.indices.filter {
      before.baseShards[$0].identity != after.baseShards[$0].identity
    }
  }

  @Test func `a change is parted by shard, and one shard at a time is merged`() throws {
    let folder = try TemporaryFolder()
    let store = ShardedStore(store: EmbeddedStore(path: folder.path("index")), shards: 3)
    func some(_ numbers: Range<Int>, _ title: String) -> [Item] {
      numbers.map { Item(id: "i\($0)", title: "\(title) \($0)") }
    }
    var stored = try store.publish("shelf", some(0..<18_000, "old")).stored
    func merged() throws -> StoredDomain? {
      let indexer = try store.indexer(.none)
      defer { indexer.close() }
      return try indexer.mergeLargeDeltas(of: "shelf", memory: 1 << 20, Cancellation())
    }
    for batch in 0..<5 {
      let numbers = batch * 1_300..<(batch + 1) * 1_300
      let after = try store.change("shelf", some(numbers, "fresh")).stored
      #expect(after.baseShards == stored.baseShards && after.segments % 3 == 1)
      stored = after
      if batch < 4 { #expect(try merged() == nil) }
    }
    for left in [2, 1, 0] {
      let after = try #require(try merged())
      #expect(changed(stored, after).count == 1 && after.items == 18_000)
      #expect(after.segments == stored.segments - (stored.segments - 1) / (left + 1))
      stored = after
      let snapshot = try store.snapshot(of: nil)
      try snapshot.verify("shelf")
      for (query, wanted) in [("fresh", 6_500), ("old", 11_500)] {
        let request = SearchRequest(query: Query(query), now: 0, countsExactly: true)
        #expect(try snapshot.search(request, in: ["shelf"]).total == wanted)
      }
    }
    #expect(try merged() == nil)
    #expect(try folder.names("index").count { $0.hasPrefix("shelf.") } == 3)
  }

  @Test func `a batch that is large for one shard writes its file alone, and deltas of the others`()
    throws
  {
    let folder = try TemporaryFolder()
    let store = keyed(folder)
    var some = colored(4_200)
    let before = try store.publish("shelf", some).stored
    let places = [0, 2, 3] + stride(from: 1, to: 4_200, by: 6)
    for place in places { some[place].title += " new" }
    let after = try store.change("shelf", places.map { some[$0] }).stored
    #expect(changed(before, after).count == 1 && after.items == 4_200)
    #expect((1...4).contains(after.segments))
    let snapshot = try store.snapshot(of: nil)
    try snapshot.verify("shelf")
    #expect(try snapshot.item(id: "i4195", in: "shelf")?.title == "Title 4195 new")
    #expect(try snapshot.item(id: "i2", in: "shelf")?.title == "Title 2 new")
  }

  @Test func `items of one text lie in one shard, and one that gets another text moves`() throws {
    let folder = try TemporaryFolder()
    let store = keyed(folder)
    var some = colored(120)
    let first = try store.publish("shelf", some).stored
    // All of one color, then those of all colors.
    var places: [String: [Int]] = [:]
    for color in 0..<6 {
      var others = some
      for place in stride(from: color, to: 120, by: 6) { others[place].title += " new" }
      let next = try store.publish("shelf", others, version: 2).stored
      places["color \(color)"] = changed(first, next)
      #expect(changed(first, next).count == 1, "color \(color)")
      try store.publish("shelf", some, version: 3)
    }
    let from = try #require(places["color 1"])
    let to = try #require(places.values.first { $0 != from })
    let other = try #require(places.first { $0.value == to }?.key)
    let before = try store.publish("shelf", some, version: 4).stored
    some[1].attributes = [ItemAttribute("color", .text(other))]
    let after = try store.publish("shelf", some, version: 5).stored
    #expect(changed(before, after) == (from + to).sorted())
    #expect(after.items == 120)
  }

  @Test func `a change moves an item to the shard of its new text when it is merged`() throws {
    let folder = try TemporaryFolder()
    let store = keyed(folder)
    var some = colored(120)
    try store.publish("shelf", some)
    for place in 0..<5 { some[place].attributes = [ItemAttribute("color", .text("color 5"))] }
    some[7].attributes = []
    let changed = Array(some[0..<5]) + [some[7]]
    #expect(try store.change("shelf", changed).changes == ChangeCounts(updated: 6))
    #expect(try store.snapshot(of: nil).domains.first?.items == 120)
    let indexer = try store.indexer(.none)
    let merged = try indexer.compact("shelf", memory: 1 << 20)
    indexer.close()
    let anew = try TemporaryFolder()
    let wanted = try keyed(anew).publish("shelf", some).stored
    #expect(merged.baseShards.map(\.bytes).count == 4 && merged.items == 120)
    for (one, two) in zip(merged.baseShards, wanted.baseShards) {
      let paths = [(folder.path("index"), one), (anew.path("index"), two)].map {
        "\($0)/shelf.\($1.generation).sqlite"
      }
      let segments = try paths.map { try Segment(path: $0) }
      #expect(segments[0].summary.items == segments[1].summary.items)
    }
  }

  @Test(arguments: [DuplicateRule.keepFirst, .keepLast])
  func `records with one id are found in different shards as in one`(_ rule: DuplicateRule) throws {
    var some = colored(60)
    // The same id in other colors, so in other shards: two, three, and one within a shard as well.
    for (place, id, color) in [
      (60, "i3", 4), (61, "i10", 5), (62, "i10", 0), (63, "i8", 2), (64, "i8", 3), (65, "i20", 2),
    ] {
      some.append(
        Item(
          id: id, title: "Repeated \(place)",
          attributes: [ItemAttribute("color", .text("color \(color)"))]))
    }
    let folder = try TemporaryFolder()
    let alone = EmbeddedStore(path: folder.path("alone"))
    let wanted = try alone.publish("shelf", some, keeping: rule)
    let store = keyed(folder)
    let found = try store.publish("shelf", some, keeping: rule)
    #expect(found.duplicates.map(\.first) == wanted.duplicates.map(\.first))
    #expect(found.duplicates.map(\.second) == wanted.duplicates.map(\.second))
    #expect(found.stored.items == 60 && wanted.stored.items == 60)
    for item in some {
      #expect(
        try store.snapshot(of: nil).item(id: item.id, in: "shelf")?.title
          == alone.snapshot(of: nil).item(id: item.id, in: "shelf")?.title, "\(item.id)")
    }
    try store.snapshot(of: nil).verify("shelf")
  }

  @Test func `shards that hold records with one id are never taken for the same`() throws {
    let folder = try TemporaryFolder()
    let store = keyed(folder)
    let changed = try [0, 1, 2, 4, 5].map { color in
      let twin = Item(
        id: "i3", title: "Twin", attributes: [ItemAttribute("color", .text("color \(color)"))])
      let some = colored(60) + [twin]
      let first = try store.publish("shelf", some, version: color * 2 + 1).stored
      let again = try store.publish("shelf", some, version: color * 2 + 2).stored
      return zip(first.baseShards, again.baseShards).count { $0 != $1 }
    }
    // That of the first one, and that of the second where it is another.
    #expect(changed.allSatisfy { (1...2).contains($0) } && changed.contains(2), "\(changed)")
  }

  @Test func `a damaged shard is written anew although it holds the same`() throws {
    let folder = try TemporaryFolder()
    let store = ShardedStore(store: EmbeddedStore(path: folder.path("index")), shards: 3)
    let first = try store.publish("shelf", items(90)).stored
    let path = folder.path("index/shelf.\(first.baseShards[1].generation).sqlite")
    let size = try File.readWhole(path).count
    let file = try FileOperations.system.create(path, keepingContents: true)
    let noise = ByteArena(String(repeating: "x", count: 512))
    for place in stride(from: 4096, to: size - 512, by: 4096) {
      try file.write(noise, noise.all, at: place)
    }
    let second = try store.publish("shelf", items(90)).stored
    #expect(second.baseShards[1].generation != first.baseShards[1].generation)
    #expect(second.baseShards[0] == first.baseShards[0])
    try store.snapshot(of: nil).verify("shelf")
  }
}
