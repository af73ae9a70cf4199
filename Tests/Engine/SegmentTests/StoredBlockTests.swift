import DeclaredRecords
import FootlightPlatform
import TestSupport
import Testing

@testable import SearchEngine

/// How stored items lie in blocks, and which blocks refer back to which.
@Suite struct StoredBlockTests {
  private static func header(_ numbers: [UInt64]) -> StoredBlock.Header? {
    var bytes = ByteArena()
    for number in numbers { bytes.append(varint: number) }
    return bytes.withView { StoredBlock.header($0) }
  }

  @Test func `a header tells how a block is written`() throws {
    let plain = try #require(Self.header([5 << 2, 100]))
    #expect(plain.form == .plain && plain.records == 5 && plain.size == 100 && plain.behind == 0)
    let alone = try #require(Self.header([128 << 2 | 1, 60]))
    #expect(alone.form == .compressed && alone.records == 128 && alone.behind == 0)
    let behind = try #require(Self.header([1 << 2 | 2, 60, 70_000]))
    #expect(behind.form == .compressedBehind && behind.behind == 70_000)
    #expect(try #require(Self.header([7 << 2 | 3, 60])).form == .letters)
  }

  @Test(
    arguments: [
      [0, 100], [1, 100], [129 << 2, 100], [5 << 2 | 2, 60, 0], [5 << 2 | 2, 60, 1 << 40],
      [5 << 2, 1 << 31],
    ] as [[UInt64]])
  func `what no writer writes is no header`(_ numbers: [UInt64]) {
    #expect(Self.header(numbers) == nil)
  }

  /// Where a record lies in a block whose records have some sizes and so many bytes.
  private static func place(
    _ ordinal: Int, _ form: StoredBlock.Form, sizes: [UInt64], bytes: Int
  ) throws -> StoredBlock.Place? {
    var body = ByteArena()
    for size in sizes { body.append(varint: size) }
    body.append(zeros: bytes)
    var block = ByteArena()
    StoredBlock.writeHeader(
      records: sizes.count, form, size: body.count, behind: form == .compressedBehind ? 9 : nil,
      into: &block)
    let header = try #require(block.withView { StoredBlock.header($0) })
    return body.withView { StoredBlock.place(ordinal, header, $0) }
  }

  @Test func `the sizes of records tell where each one lies`() throws {
    let second = try #require(try Self.place(1, .plain, sizes: [200, 30, 4], bytes: 234))
    #expect(second.start == 200 && second.size == 30 && second.all == 234)
    #expect(second.records == 4)
    #expect(try Self.place(2, .letters, sizes: [200, 30, 4], bytes: 234)?.start == 230)
    #expect(try Self.place(3, .plain, sizes: [200, 30, 4], bytes: 234) == nil)
    // Records that are more or less than there is.
    #expect(try Self.place(0, .plain, sizes: [200, 30], bytes: 229) == nil)
    #expect(try Self.place(0, .plain, sizes: [200, 30], bytes: 231) == nil)
    #expect(try Self.place(0, .letters, sizes: [200, 30], bytes: 229) == nil)
    #expect(try Self.place(0, .compressed, sizes: [100_000], bytes: 5) == nil)
    #expect(try Self.place(0, .compressedBehind, sizes: [1_000], bytes: 5)?.all == 1_000)
    #expect(try Self.place(0, .letters, sizes: [1 << 62, 1 << 62], bytes: 9) == nil)
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

  private static func batch(_ items: [StoredItem]) -> StoredBatch {
    var batch = StoredBatch()
    var buffer = ItemBuffer()
    for (place, item) in items.enumerated() {
      buffer.fill(with: item, record: UInt32(place + 1))
      batch.add(buffer)
    }
    batch.end()
    return batch
  }

  /// Whether each compressed block of a batch refers back to the first one.
  private static func references(_ items: [StoredItem]) throws -> [Bool] {
    var blocks = StoredBlocks()
    blocks.write(batch(items), .blocks)
    return try blocks.starts.map { start in
      let header = blocks.bytes.withView {
        StoredBlock.header($0.part(Int(start), size: $0.count - Int(start)))
      }
      let behind = try #require(header).behind
      #expect(behind == 0 || behind == Int(start))
      return behind > 0
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

  @Test func `many short records are written letter by letter, long and repeated ones are not`()
    throws
  {
    var random = SeededRandom.announced("codings")
    func isByLetters(_ items: [StoredItem]) -> Bool {
      if case .letters = StoredBlocks.coding(Self.batch(items)) { true } else { false }
    }
    #expect(isByLetters(Self.items([Int](repeating: 80, count: 2_000), &random)))
    #expect(!isByLetters(Self.items([Int](repeating: 80, count: 200), &random)))
    #expect(!isByLetters(Self.items([Int](repeating: 3_000, count: 100), &random)))
    // Records that are all the same are smaller when they refer back.
    let same = Self.batch((0..<2_000).map { .item("\($0)", "Item", body: Self.repeated) })
    var blocks = StoredBlocks()
    blocks.write(same, StoredBlocks.coding(same))
    #expect(blocks.bytes.count < same.records.count / 4)
  }

  private static let repeated =
    "The quick brown fox jumps over the lazy dog, packs my box with five dozen liquor jugs."

  @Test(arguments: ["short", "long", "mixed", "large"])
  func `items come back from all blocks, one by one and in order`(_ kind: String) throws {
    var random = SeededRandom.announced("blocks of \(kind) items")
    let sizes = (0..<2_700).map { _ in
      switch kind {
      case "short": random.below(200)
      case "long": 600 + random.below(3_000)
      case "mixed": random.oneIn(8) ? random.below(6_000) : random.below(200)
      default: random.oneIn(90) ? random.below(90_000) : random.below(300)
      }
    }
    let items = Self.items(sizes, &random)
    let folder = try TemporaryFolder()
    let generation = try ItemFile(itemsABatch: 900)
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
    // Of the others it depends on how many large items there are at the beginning.
    if kind == "short" || kind == "long" {
      #expect((generation.chunks.size(.model) > 0) == (kind == "short"))
    }
    // Whoever comes first, the bytes are the same.
    let other = try ItemFile(workers: 3, itemsABatch: 900, order: .backwards)
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
