import FootlightDiagnostics
import FootlightPlatform
import TestSupport
import Testing

@testable import SearchIndex

/// A generation depends on its items alone, and gives back what was put into it.
@Suite struct BuildingTests {
  private static func bytes(_ path: String) throws(Failure) -> [UInt8] {
    let file = try File.readWhole(path)
    return file.bytes(file.all)
  }

  @Test func `the file is the same whoever adds the items, in whatever order, with little memory`()
    throws
  {
    var random = RandomItems(SeededRandom.announced("same file"))
    var items = random.items(700)
    // Many distinct words, so that a small budget is used up several times.
    for place in items.indices {
      items[place].body += (0..<60).map { _ in " w\(random.random.below(1_000_000))" }.joined()
    }
    let folder = try TemporaryFolder()
    var wanted: [UInt8] = []
    let ways: [(String, ItemFile)] = [
      ("one worker", ItemFile()),
      ("three workers", ItemFile(workers: 3)),
      ("batches backwards", ItemFile(workers: 2, order: .backwards)),
      ("two threads", ItemFile(workers: 2, order: .together)),
      ("one worker, 1 MiB", ItemFile(memory: 1 << 20)),
      ("three workers, 1 MiB, backwards", ItemFile(workers: 3, memory: 1 << 20, order: .backwards)),
    ]
    for (name, way) in ways {
      let path = folder.path("\(name).sqlite")
      let scratch = ScratchFiles()
      var way = way
      way.files = scratch.operations
      try way.write(items, to: path)
      #expect((scratch.count > 1) == (way.memory == 1 << 20), "\(name): \(scratch.count) spills")
      let content = try BuildingTests.bytes(path)
      if wanted.isEmpty { wanted = content }
      #expect(content == wanted, "\(name), seed \(random.random.seed)")
    }
    #expect(try folder.names().count == ways.count, "no scratch file is left")
  }

  @Test func `every item comes back as it was put in`() throws {
    var random = RandomItems(SeededRandom.announced("items"))
    let items = random.items(400)
    let folder = try TemporaryFolder()
    let generation = try ItemFile(workers: 2).generation(of: items, at: folder.path("g.sqlite"))
    #expect(generation.summary.items == items.count)
    #expect(generation.summary.expiring == items.count { $0.expires != nil })
    var documents: Set<UInt32> = []
    for item in items {
      let document = try #require(try generation.document(ofID: item.id))
      #expect(try generation.item(document) == item, "seed \(random.random.seed)")
      documents.insert(document)
      if !item.url.isEmpty { #expect(try generation.document(ofURL: item.url) == document) }
      #expect(try generation.document(ofURL: item.id) == nil, "an id is no address")
      #expect(try generation.document(ofID: item.id + " ") == nil)
    }
    #expect(documents.count == items.count)
    #expect(try generation.document(ofID: "") == nil)
    #expect(try generation.document(ofURL: "") == nil)
    try generation.verify(quick: false)
  }

  @Test func `items stand by rank, then title with numbers by value, then id`() throws {
    let folder = try TemporaryFolder()
    let wanted: [StoredItem] = [
      .item("z", "Zebra", rank: 1_000), .item("y", "Anything", rank: 900),
      .item("9", "Rule 9"), .item("b", "rule 12"), .item("c", "RULE 12"),
      .item("120", "Rule 120"), .item("s1", "Same beginning of a long title, one"),
      .item("s2", "Same beginning of a long title, two"), .item("x", "Aardvark", rank: 0),
    ]
    let generation = try ItemFile(itemsABatch: 2).generation(
      of: wanted.reversed(), at: folder.path("g.sqlite"))
    var found: [String] = []
    try generation.forEachItem { found.append($0.id) }
    #expect(found == wanted.map(\.id))
  }

  @Test func `a generation without items can be opened, verified and searched`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("g.sqlite")
    let made = try ItemFile().write([], to: path)
    #expect(made.summary == GenerationSummary(items: 0, terms: 0, bytes: 0, expiring: 0))
    #expect(made.duplicates.isEmpty)
    let generation = try Generation(path: path)
    try generation.verify(quick: false)
    try generation.verify(quick: true)
    #expect(try generation.document(ofID: "1") == nil)
    #expect(failureCode { _ = try generation.item(0) } == .indexDamaged)
    for match in MatchMode.allCases {
      for text in ["anything", "two words", "", "東京", "§"] {
        let answer = try search(text, match, in: [generation])
        #expect(answer.hits.isEmpty && answer.total == 0 && !answer.isAtLeast)
      }
    }
  }

  @Test func `one item is a generation`() throws {
    let folder = try TemporaryFolder()
    let item = StoredItem.item("1", "Only", url: "u", aliases: ["Lonely"], expires: 77)
    let generation = try ItemFile().generation(of: [item], at: folder.path("g.sqlite"))
    try generation.verify(quick: false)
    #expect(try generation.item(0) == item)
    #expect(try search("lonely", .tiers, in: [generation]).hits.map(\.tier) == [1])
    #expect(try search("lonely", .tiers, now: 77, in: [generation]).total == 0)
  }

  @Test func `an item without a word in its title is found by its id alone`() throws {
    let folder = try TemporaryFolder()
    let generation = try ItemFile().generation(
      of: [.item("…", "—", aliases: ["!", "?"]), .item("2", "Words")],
      at: folder.path("g.sqlite"))
    try generation.verify(quick: false)
    #expect(try search("…", .tiers, in: [generation]).hits.map(\.item.id) == ["…"])
    #expect(try search("—", .tiers, in: [generation]).hits.isEmpty)
  }
}
