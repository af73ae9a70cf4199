import FootlightDiagnostics
import FootlightPlatform
import ItemMapping
import TestSupport
import Testing

@testable import SegmentFiles
@testable import SegmentWriting

/// How stored items lie in blocks, and which blocks refer back to which.
@Suite struct StoredBlockTests {
  private static func header(_ numbers: [UInt64]) -> StoredBlock.Header? {
    var bytes = ByteArena()
    for number in numbers { bytes.append(varint: number) }
    let read = StoredBlock.header(bytes, at: 0)
    let viewed = bytes.withView { StoredBlock.header($0) }
    #expect(read?.size == viewed?.size && read?.stored == viewed?.stored)
    #expect(read?.behind == viewed?.behind && read?.isCompressed == viewed?.isCompressed)
    return read
  }

  @Test func `a header tells how a block is written`() throws {
    let plain = try #require(Self.header([100, 100 << 2]))
    #expect(!plain.isCompressed && plain.size == 100 && plain.stored == 100 && plain.behind == 0)
    let alone = try #require(Self.header([100, 60 << 2 | 1]))
    #expect(alone.isCompressed && alone.stored == 60 && alone.behind == 0)
    let behind = try #require(Self.header([100, 60 << 2 | 2, 70_000]))
    #expect(behind.isCompressed && behind.stored == 60 && behind.behind == 70_000)
  }

  @Test(
    arguments: [
      [100, 60 << 2 | 3, 1], [100, 60 << 2 | 2, 0], [100, 60 << 2], [100, 101 << 2],
      [1 << 31, 1 << 30 | 1], [100_000, 5 << 2 | 1], [100, 60 << 2 | 2, 1 << 40],
    ] as [[UInt64]])
  func `what no writer writes is no header`(_ numbers: [UInt64]) {
    #expect(Self.header(numbers) == nil)
  }

  /// Items with bodies of some sizes, made of few words.
  private static func items(_ sizes: [Int], _ random: inout SeededRandom) -> [StoredItem] {
    let words = ["river", "mountain", "valley", "old", "north", "saint", "bridge", "42", "été"]
    return sizes.enumerated().map { number, size in
      var body = ""
      while body.utf8.count < size { body += words[random.below(words.count)] + " " }
      return .item("\(number)", "Item \(number)", body: body)
    }
  }

  /// Whether each block of a batch refers back to the first one.
  private static func references(_ items: [StoredItem]) throws -> [Bool] {
    var batch = StoredBatch()
    var buffer = ItemBuffer()
    for (place, item) in items.enumerated() {
      buffer.fill(with: item, record: UInt32(place + 1))
      batch.add(buffer)
    }
    batch.end()
    return try batch.starts.map { start in
      let read = StoredBlock.header(batch.blocks, at: Int(start))
      let header = try #require(read)
      #expect(header.behind == 0 || header.behind == Int(start))
      return header.behind > 0
    }
  }

  @Test func `blocks of short records refer back to the first one of their batch`() throws {
    var random = SeededRandom.announced("references")
    let short = try Self.references(Self.items([Int](repeating: 80, count: 400), &random))
    #expect(short.count > 10 && short.first == false && short.dropFirst().allSatisfy { $0 })
    let long = try Self.references(Self.items([Int](repeating: 3_000, count: 40), &random))
    #expect(long.count > 10 && !long.contains(true))
    // Fewer than fill the first block.
    #expect(try Self.references(Self.items([80, 80, 80], &random)) == [false])
    // A first block that others cannot reach.
    let large = [Int](repeating: 20, count: 100) + [39_000] + [Int](repeating: 80, count: 200)
    #expect(try !Self.references(Self.items(large, &random)).contains(true))
  }

  @Test(arguments: ["short", "long", "mixed", "large"])
  func `items come back from all blocks, one by one and in order`(_ kind: String) throws {
    var random = SeededRandom.announced("blocks of \(kind) items")
    let sizes = (0..<900).map { _ in
      switch kind {
      case "short": random.below(200)
      case "long": 600 + random.below(3_000)
      case "mixed": random.oneIn(8) ? random.below(6_000) : random.below(200)
      default: random.oneIn(90) ? random.below(90_000) : random.below(300)
      }
    }
    let items = Self.items(sizes, &random)
    let folder = try TemporaryFolder()
    let generation = try ItemFile(itemsABatch: 300)
      .generation(of: items, at: folder.path("one.sqlite"))
    try generation.verify(quick: false)
    for _ in 0..<300 {
      let number = random.below(items.count)
      let document = try #require(try generation.document(ofID: "\(number)"))
      #expect(try generation.item(document).body == items[number].body, "seed \(random.seed)")
    }
    var scanned: [StoredItem] = []
    try generation.scanItems { scanned.append($0) }
    #expect(scanned.map(\.id) == items.map(\.id), "seed \(random.seed)")
    #expect(zip(scanned, items).allSatisfy { $0.body == $1.body }, "seed \(random.seed)")
    // Whoever comes first, the bytes are the same.
    let other = try ItemFile(workers: 3, itemsABatch: 300, order: .backwards)
      .generation(of: items, at: folder.path("other.sqlite"))
    #expect(other.chunks.size(.stored) == generation.chunks.size(.stored))
    var one = ByteArena()
    var two = ByteArena()
    try generation.chunks.copy(.stored, 0, count: generation.chunks.size(.stored), into: &one)
    try other.chunks.copy(.stored, 0, count: other.chunks.size(.stored), into: &two)
    let isSame = one.equals(one.all, two, two.all)
    #expect(isSame, "seed \(random.seed)")
  }
}
