import DeclaredRecords
import FootlightPlatform
import TestSupport
import Testing

@testable import SearchEngine

/// Items that are larger than the pieces in which they are stored.
@Suite struct LargeItemTests {
  private static func found(_ text: String, _ match: MatchMode = .tiers, _ generation: Segment)
    throws(Failure) -> [String]
  {
    try search(text, match, limit: 100, in: [generation]).hits.map { "\($0.item.id) \($0.tier)" }
  }

  @Test func `a name of more than 255 words is compared to its end`() throws {
    let words = (0..<600).map { "w\($0 * 7 % 600)x" }
    let long = words.joined(separator: " ")
    let folder = try TemporaryFolder()
    let generation = try ItemFile().generation(
      of: [
        .item("long", long), .item("longer", "Short", aliases: [long + " end"]),
        .item("cut", words.dropLast().joined(separator: " ")),
      ], at: folder.path("g.sqlite"))
    // A query holds 64 words; as a name it is compared whole.
    #expect(
      try LargeItemTests.found(long + " ", .tiers, generation).prefix(2) == ["long 1", "longer 2"])
    #expect(try LargeItemTests.found(long + " end", .tiers, generation).first == "longer 1")
    #expect(
      try LargeItemTests.found(words[0] + " " + words[1] + " ", .tiers, generation).count == 3)
    #expect(try LargeItemTests.found("w3", .tiers, generation).count == 3)
  }

  @Test func `each of 4,000 aliases finds its item, which is larger than a chunk`() throws {
    let folder = try TemporaryFolder()
    let many = StoredItem.item(
      "many", "Many names", aliases: (0..<4_000).map { "alias\($0) common tail\($0 % 7)" })
    let items = [.item("before", "Before"), many, many.with(id: "too"), .item("after", "After")]
    let generation = try ItemFile().generation(of: items, at: folder.path("g.sqlite"))
    try generation.verify(quick: false)
    #expect(generation.chunks.size(.fwd) > 2 * SegmentFormat.chunk)
    for number in [0, 1, 31, 32, 33, 1_999, 3_998, 3_999] {
      #expect(
        try LargeItemTests.found("alias\(number) common tail\(number % 7) ", .tiers, generation)
          == ["many 1", "too 1"])
      #expect(
        try LargeItemTests.found("alias\(number) common ", .tiers, generation)
          == ["many 2", "too 2"])
    }
    let answer = try search("alias3999 common", .tiers, in: [generation])
    #expect(
      answer.hits.first?.matched == HitMatch(field: .alias, text: many.aliases[3_999]))
    #expect(answer.total == 2)
    #expect(try LargeItemTests.found("tail6 alias5 ", .tiers, generation) == ["many 3", "too 3"])
    #expect(try LargeItemTests.found("after", .tiers, generation) == ["after 1"])
    for item in items {
      let document = try #require(try generation.document(ofID: item.id))
      #expect(try generation.item(document) == item)
    }
  }

  @Test func `a body over several chunks is found by its first and its last word`() throws {
    var random = SeededRandom.announced("long bodies")
    let folder = try TemporaryFolder()
    let items = (0..<6).map { number in
      let middle = (0..<(number * 4_000)).map { _ in "m\(random.below(50_000))" }
      return StoredItem.item(
        "\(number)", "Body \(number)",
        body: "first\(number) " + middle.joined(separator: " ") + " 東京都\(number) last\(number)")
    }
    let generation = try ItemFile(itemsABatch: 2).generation(of: items, at: folder.path("g.sqlite"))
    try generation.verify(quick: false)
    #expect(generation.chunks.size(.long) > 3 * SegmentFormat.chunk)
    #expect(generation.chunks.size(.stored) > 3 * SegmentFormat.chunk)
    for (number, item) in items.enumerated() {
      #expect(try LargeItemTests.found("first\(number) ", .tiers, generation) == ["\(number) 4"])
      #expect(
        try LargeItemTests.found("first\(number) last\(number) ", .tiers, generation).first
          == "\(number) 4")
      let document = try #require(try generation.document(ofID: item.id))
      #expect(try generation.item(document) == item)
    }
    // A run of characters is looked for in the text itself.
    #expect(try LargeItemTests.found("東京都", .all, generation).count == 6)
    let answer = try search("last5", .tiers, in: [generation])
    #expect(answer.hits.first?.matched.field == .body)
  }

  @Test func `words as long as words may be are told apart by their last letter`() throws {
    let folder = try TemporaryFolder()
    let stem = String(repeating: "x", count: 254)
    let long = ["a", "b", "c"].map { stem + $0 }
    // Enough of them that dictionary blocks end by their size.
    let more = (0..<90).map { String(repeating: "y", count: 250) + "\(1000 + $0)" }
    let items =
      long.map { StoredItem.item($0, $0, body: $0) }
      + more.map { StoredItem.item($0, "More", body: $0) }
      + [.item("beyond", String(repeating: "z", count: 700))]
    let generation = try ItemFile().generation(of: items, at: folder.path("g.sqlite"))
    try generation.verify(quick: false)
    for word in long {
      #expect(try LargeItemTests.found(word + " ", .tiers, generation) == [word + " 1"])
    }
    for word in more {
      #expect(try LargeItemTests.found(word + " ", .all, generation) == [word + " 1"])
      #expect(try search(word, .any, in: [generation]).total == 1)
    }
    #expect(try LargeItemTests.found(stem, .tiers, generation).count == 3)
    #expect(try search("yyyy", .all, limit: 100, in: [generation]).total == 90)
    #expect(
      try LargeItemTests.found(String(repeating: "z", count: 700), .tiers, generation).first
        == "beyond 1")
  }

  @Test func `4,096 names are accepted, one more is a bad record, and the next item is well`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path("g.sqlite")
    let writer = try SegmentWriter(
      path: path, settings: ItemFile().settings, memory: 64 << 20, scratchFolder: folder.path)
    let worker = writer.worker()
    worker.beginBatch(0)
    let full = StoredItem.item("full", "Full", aliases: (1..<4_096).map { "name \($0)" })
    var over = full.with(id: "over")
    over.aliases = TextList(Array(over.aliases) + ["once more", "and again"])
    let after = StoredItem.item("after", "Name 77 after", aliases: ["Once", "more of name"])
    var buffer = ItemBuffer()
    for (record, item) in [full, over, after, over, full.with(id: "end")].enumerated() {
      buffer.fill(with: item, record: UInt32(record + 1))
      let refused = worker.add(buffer)
      #expect(refused?.code == (item.id == "over" ? .itemTooManyNames : nil), "\(item.id)")
    }
    try worker.endBatch()
    #expect(try writer.finish(keeping: .keepFirst).summary.items == 3)

    let generation = try Segment(path: path)
    #expect(try LargeItemTests.found("again", .all, generation) == [])
    #expect(try LargeItemTests.found("name 4095 ", .tiers, generation) == ["end 1", "full 1"])
    #expect(try LargeItemTests.found("once more", .all, generation) == ["after 3"])
    // The refused item leaves no trace in the scores either.
    let alone = try ItemFile().generation(
      of: [full, after, full.with(id: "end")], at: folder.path("alone.sqlite"))
    for text in ["name", "name 77", "more of", "after once"] {
      let answer = try search(text, .any, in: [generation])
      let wanted = try search(text, .any, in: [alone])
      #expect(answer.hits.map(\.score) == wanted.hits.map(\.score), "\(text)")
      #expect(answer.hits.map(\.item.id) == wanted.hits.map(\.item.id), "\(text)")
    }
  }
}

extension StoredItem {
  /// The same item under another id.
  func with(id: String) -> StoredItem {
    var other = self
    other.id = id
    return other
  }
}
