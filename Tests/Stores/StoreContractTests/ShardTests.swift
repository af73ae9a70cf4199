import FootlightPlatform
import IndexStores
import ItemMapping
import SegmentFiles
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
    #expect(first.parts.count == 5)
    some[3].title = "Another title"
    let second = try store.publish("shelf", some, version: 2).stored
    #expect(zip(first.parts, second.parts).count { $0 == $1 } == 4)
    #expect(try store.snapshot(of: nil).item(id: "i3", in: "shelf")?.title == "Another title")
    #expect(try store.publish("shelf", some, version: 3).stored.parts == second.parts)
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
    #expect(zip(before.parts, after.parts).count { $0 == $1 } == 4)
    #expect(try store.snapshot(of: nil).item(id: "i9", in: "shelf")?.title == "Another title")
  }

  @Test func `a damaged shard is written anew although it holds the same`() throws {
    let folder = try TemporaryFolder()
    let store = ShardedStore(store: EmbeddedStore(path: folder.path("index")), shards: 3)
    let first = try store.publish("shelf", items(90)).stored
    let path = folder.path("index/shelf.\(first.parts[1].generation).sqlite")
    let size = try File.readWhole(path).count
    let file = try FileOperations.system.create(path, keepingContents: true)
    let noise = ByteArena(String(repeating: "x", count: 512))
    for place in stride(from: 4096, to: size - 512, by: 4096) {
      try file.write(noise, noise.all, at: place)
    }
    let second = try store.publish("shelf", items(90)).stored
    #expect(second.parts[1].generation != first.parts[1].generation)
    #expect(second.parts[0] == first.parts[0])
    try store.snapshot(of: nil).verify("shelf")
  }
}
