import DeclaredRecords
import FootlightPlatform
import IndexStores
import SearchEngine
import TestSupport
import Testing

/// Many words, many items and many deltas: every answer is the one that the same domain gives when its
/// deltas have been merged into it.
@Suite struct DeltaCompactionTests {
  private static let queries =
    SystemServices.system.environment("FOOTLIGHT_TORTURE") == nil ? 150 : 2_000

  /// A word of few letters, so that many words begin alike and many are nearly alike.
  private static func word(_ random: inout SeededRandom) -> String {
    (0...1 + random.below(7)).map { _ in ["a", "b", "c", "d", "é", "o"][random.below(6)] }.joined()
  }

  private static func item(
    _ number: Int, _ words: [String], _ random: inout SeededRandom
  ) -> Item {
    func text(_ most: Int) -> String {
      (0...random.below(most)).map { _ in
        words[random.below(words.count) * random.below(words.count) / words.count]
      }.joined(separator: " ")
    }
    return Item(
      id: "\(number)", title: text(3), body: random.oneIn(3) ? "" : text(12),
      aliases: random.oneIn(2) ? [] : [text(2)], rank: random.oneIn(9) ? 900 : 500)
  }

  private static func query(_ words: [String], _ random: inout SeededRandom) -> String {
    var last = words[random.below(words.count)]
    switch random.below(5) {
    case 0: last = String(last.prefix(1 + random.below(4)))
    case 1: last = String(last.prefix(1 + random.below(last.count)))
    case 2: last.insert("x", at: last.index(last.startIndex, offsetBy: random.below(last.count)))
    case 3: last += " "
    default: break
    }
    if random.oneIn(30) { last = "\(random.below(1_400))" }
    return random.oneIn(3) ? words[random.below(words.count)] + " " + last : last
  }

  @Test(arguments: [2, 4, 9, 13])
  func `deltas answer as the same items merged`(_ batches: Int) throws {
    var random = SeededRandom.announced("deltas of many words, \(batches) batches")
    let folder = try TemporaryFolder()
    let store = EmbeddedStore(path: folder.path("index"))
    let words = (0..<900).map { _ in Self.word(&random) }
    try store.publish(
      "words", (0..<1_200).map { Self.item($0, words, &random) }, batch: 300)
    for batch in 0..<batches {
      // Some are changed again and again, so that deltas hide what others added.
      let most = random.oneIn(2) ? 1_300 : 100
      // One batch is so large that a generation is written, with deltas in it and others behind it.
      let isLarge = batches > 2 && batch == batches / 2
      let count = isLarge ? 1_000 : 30 + random.below(60)
      let changed = Set((0..<count).map { _ in random.below(isLarge ? 1_300 : most) }).sorted()
      try store.change(
        "words", changed.map { Self.item($0, words, &random) },
        deleting: (0..<random.below(9)).map { _ in "\(random.below(1_300))" }, batch: 40)
      let stored = try #require(try store.snapshot(of: nil).domains.first)
      #expect(isLarge ? stored.segments == 1 : (2...9).contains(stored.segments), "batch \(batch)")
    }
    let before = try store.snapshot(of: nil)
    try before.verify("words")
    let indexer = try store.indexer(.none)
    #expect(try indexer.compact("words", memory: 1 << 20).segments == 1)
    indexer.close()
    let after = try store.snapshot(of: nil)
    // Queries of both kinds: those before which tables of words were made, and others.
    if batches % 2 == 1 { try before.prepare() }
    #expect(before.domains.map(\.items) == after.domains.map(\.items))
    for _ in 0..<Self.queries {
      let text = Self.query(words, &random)
      let request = SearchRequest(
        query: Query(text), offset: random.oneIn(4) ? random.below(20) : 0,
        limit: 1 + random.below(15), match: random.oneIn(4) ? .all : .tiers, now: 0,
        countsExactly: random.oneIn(4))
      let what = "\(request.match) '\(text)' \(request.offset)+\(request.limit)"
      let found = try before.search(request, in: ["words"])
      let wanted = try after.search(request, in: ["words"])
      #expect(found.hits.map(\.item.id) == wanted.hits.map(\.item.id), "\(what)")
      #expect(found.hits.map(\.tier) == wanted.hits.map(\.tier), "\(what)")
      #expect(found.hits.map(\.score) == wanted.hits.map(\.score), "\(what)")
      #expect(found.hits.map(\.matched) == wanted.hits.map(\.matched), "\(what)")
      #expect(found.corrections == wanted.corrections, "\(what)")
      #expect(found.total == wanted.total && found.isAtLeast == wanted.isAtLeast, "\(what)")
    }
  }

  @Test func `small deltas of about a size become one before there are many`() throws {
    let folder = try TemporaryFolder()
    let store = EmbeddedStore(path: folder.path("index"))
    try store.publish("names", (1...2_000).map { Item(id: "\($0)", title: "old item\($0)") })
    var segments: [Int] = []
    for turn in 0..<8 {
      let range = 1 + turn * 50...50 + turn * 50
      try store.change("names", range.map { Item(id: "\($0)", title: "turn\(turn) item\($0)") })
      let snapshot = try store.snapshot(of: nil)
      segments.append(snapshot.domains[0].segments - 1)
      func total(_ query: String) throws -> Int {
        try snapshot.search(SearchRequest(query: Query(query), now: 0), in: ["names"]).total
      }
      #expect(try total("turn") == 50 * (turn + 1) && total("old ") == 2_000 - 50 * (turn + 1))
    }
    #expect(segments == [1, 2, 3, 1, 2, 3, 4, 2])
  }
}
