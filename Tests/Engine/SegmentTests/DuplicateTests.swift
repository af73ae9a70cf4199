import FootlightPlatform
import TestSupport
import Testing

@testable import SearchEngine

/// Records with the id of another record.
@Suite struct DuplicateTests {
  private static let items: [StoredItem] = [
    .item("a", "First of a"), .item("b", "Only b", url: "b"), .item("a", "Second of a", url: "a2"),
    .item("c", "First of c", rank: 1), .item("a", "Third of a"), .item("c", "Second of c"),
  ]

  private static let ways: [ItemFile] = [
    ItemFile(), ItemFile(itemsABatch: 1), ItemFile(workers: 3, itemsABatch: 1, order: .backwards),
  ]

  private static func expectPairs(_ pairs: [DuplicateIdentifier]) {
    #expect(
      pairs == [
        DuplicateIdentifier(first: 1, second: 3),
        DuplicateIdentifier(first: 1, second: 5),
        DuplicateIdentifier(first: 4, second: 6),
      ])
  }

  @Test(arguments: ways)
  func `the first record of an id stays, whatever worker had it, and all are reported`(
    _ way: ItemFile
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("g.sqlite")
    let made = try way.write(DuplicateTests.items, to: path)
    DuplicateTests.expectPairs(made.duplicates)
    #expect(made.summary.items == 3)
    let generation = try Segment(path: path)
    try generation.verify(quick: false)
    var titles: [String] = []
    try generation.forEachItem { titles.append($0.title) }
    #expect(titles == ["First of a", "Only b", "First of c"])
    #expect(try search("second", .tiers, in: [generation]).total == 0)
    #expect(try search("third of a", .tiers, in: [generation]).hits.isEmpty == false)
    #expect(try generation.document(ofURL: "a2") == nil)
    #expect(try generation.document(ofURL: "b") == 1)
  }

  @Test(arguments: ways)
  func `the last record of an id stays when that is asked for`(_ way: ItemFile) throws {
    var way = way
    way.rule = .keepLast
    let folder = try TemporaryFolder()
    let path = folder.path("g.sqlite")
    DuplicateTests.expectPairs(try way.write(DuplicateTests.items, to: path).duplicates)
    let generation = try Segment(path: path)
    try generation.verify(quick: false)
    var titles: [String] = []
    try generation.forEachItem { titles.append($0.title) }
    #expect(titles == ["Only b", "Second of c", "Third of a"])
    for (id, title) in [("a", "Third of a"), ("b", "Only b"), ("c", "Second of c")] {
      let document = try #require(try generation.document(ofID: id))
      #expect(try generation.item(document).title == title)
    }
    #expect(try search("first", .all, in: [generation]).total == 0)
    #expect(try search("of", .all, in: [generation]).total == 2)
  }

  @Test func `more records with ids of others than memory takes at a time are settled in turns`()
    throws
  {
    var random = SeededRandom.announced("many duplicates")
    let ids = (0..<6_000).map { _ in "id \(random.below(2_500))" }
    let items = ids.enumerated().map { StoredItem.item($0.element, "Item \($0.offset)") }
    for rule in [DuplicateRule.keepFirst, .keepLast] {
      var way = ItemFile(workers: 2, memory: 1 << 20)
      way.rule = rule
      let folder = try TemporaryFolder()
      let made = try way.write(items, to: folder.path("g.sqlite"))
      var firsts: [String: Int] = [:]
      var pairs: [DuplicateIdentifier] = []
      for (place, id) in ids.enumerated() {
        if let first = firsts[id] {
          pairs.append(
            DuplicateIdentifier(first: UInt32(first + 1), second: UInt32(place + 1)))
        } else {
          firsts[id] = place
        }
      }
      #expect(made.duplicates == pairs, "seed \(random.seed)")
      var titles: Set<String> = []
      try Segment(path: folder.path("g.sqlite")).forEachItem { titles.insert($0.title) }
      var kept: [String: Int] = [:]
      for (place, id) in ids.enumerated() where rule == .keepLast || kept[id] == nil {
        kept[id] = place
      }
      #expect(titles == Set(kept.values.map { "Item \($0)" }), "seed \(random.seed)")
    }
  }

  @Test func `what stays is what a source without the duplicates gives, to the postings`() throws {
    var random = RandomItems(SeededRandom.announced("without duplicates"))
    let items = random.items(300)
    var twice = items
    for _ in 0..<80 {
      var copy = random.item(0)
      copy.id = items[random.random.below(items.count)].id
      twice.append(copy)
    }
    let folder = try TemporaryFolder()
    let one = try ItemFile().generation(of: items, at: folder.path("one.sqlite"))
    let made = try ItemFile(workers: 2).write(twice, to: folder.path("other.sqlite"))
    #expect(made.duplicates.count == 80)
    let other = try Segment(path: folder.path("other.sqlite"))
    #expect(other.summary.items == items.count)
    for document in 0..<UInt32(items.count) {
      #expect(try one.item(document) == other.item(document), "seed \(random.random.seed)")
    }
    for text in ["alpha", "beta gamma", "1", "rule ", "35 usc", "東京", "進撃の巨人", "c++", "the"] {
      for match in MatchMode.allCases {
        let wanted = try search(text, match, limit: 400, in: [one])
        let answer = try search(text, match, limit: 400, in: [other])
        #expect(answer.hits.map(\.document) == wanted.hits.map(\.document), "\(text)")
        #expect(answer.hits.map(\.score) == wanted.hits.map(\.score), "\(text)")
        #expect(answer.total == wanted.total)
      }
    }
  }

  @Test func `ids with equal hashes are different ids`() throws {
    var random = SeededRandom.announced("equal hashes")
    var items: [StoredItem] = []
    for number in 0..<20 {
      let (one, other) = EqualHashes.pair(&random)
      let a = ByteArena(one)
      let b = ByteArena(other)
      try #require(one != other && a.hash(a.all) == b.hash(b.all))
      items.append(.item(one, "One \(number)", url: other))
      items.append(.item(other, "Other \(number)", url: one))
    }
    let folder = try TemporaryFolder()
    let path = folder.path("g.sqlite")
    #expect(try ItemFile().write(items, to: path).duplicates.isEmpty)
    let generation = try Segment(path: path)
    #expect(generation.summary.items == items.count)
    for item in items {
      let document = try #require(try generation.document(ofID: item.id))
      #expect(try generation.item(document) == item)
      #expect(try generation.document(ofURL: item.url) == document)
    }
    // The same with a true duplicate among them.
    let again = items + [.item(items[0].id, "Again")]
    let made = try ItemFile(rule: .keepLast).write(again, to: folder.path("h.sqlite"))
    #expect(made.duplicates == [DuplicateIdentifier(first: 1, second: 41)])
  }
}
