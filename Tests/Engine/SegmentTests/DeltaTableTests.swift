import DeclaredRecords
import FootlightPlatform
import TestSupport
import Testing
import TextAnalysis

@testable import SearchEngine

/// The dictionary of a delta in memory finds what the stored one finds: terms, prefixes, and names.
@Suite struct DeltaTableTests {
  private static func delta(_ items: [StoredItem]) throws -> Segment {
    let writer = try SegmentWriter(
      .delta(limit: 1 << 24), path: "/nowhere", settings: IndexSettings(analyzer: Analyzer()),
      memory: 1 << 20, scratchFolder: "/nowhere")
    let worker = writer.worker()
    worker.beginBatch(0)
    var buffer = ItemBuffer()
    for (place, item) in items.enumerated() {
      buffer.fill(with: item, record: UInt32(place + 1))
      #expect(worker.add(buffer) == nil)
    }
    try worker.endBatch()
    _ = try writer.finish(keeping: .keepLast)
    let bytes = try #require(writer.takeBytes())
    var copy = ByteArena(capacity: bytes.bytes.count)
    copy.append(bytes.bytes, bytes.bytes.all)
    return try Segment(blob: copy, path: "a delta")
  }

  private static func text(_ most: Int, _ random: inout SeededRandom) -> String {
    let letters = ["a", "b", "ä", "c", "東", "1", "ß", "longerthaneight"]
    return (0...random.below(most)).map { _ in
      (0...random.below(4)).map { _ in letters[random.below(letters.count)] }.joined()
    }.joined(separator: " ")
  }

  private static func search(_ text: String, _ generation: Segment) throws -> SegmentHits {
    let plan = SearchPlan(SearchRequest(query: Query(text), now: 0))
    return try SegmentHits(
      naming: try SegmentQuery(plan, SearchedSegment(domain: "d", stored: generation)))
  }

  @Test(arguments: 1...4)
  func `a delta's table agrees with the file of the same items`(_ round: Int) throws {
    var random = SeededRandom.announced("tables of deltas, round \(round)")
    let items = (0..<[1, 40, 300, 700][round - 1]).map { number in
      // A name of symbols alone has no term, and is not among the sorted ones.
      StoredItem.item(
        "\(number)", random.oneIn(20) ? "§§" : Self.text(4, &random),
        body: random.oneIn(3) ? "" : Self.text(12, &random),
        aliases: random.oneIn(2) ? [] : [Self.text(2, &random), Self.text(3, &random)])
    }
    let folder = try TemporaryFolder()
    let file = try ItemFile(itemsABatch: 1_000).generation(of: items, at: folder.path("g.sqlite"))
    let delta = try Self.delta(items)
    try delta.prepare()
    let table = try #require(try delta.residentDictionary())
    #expect(try file.residentDictionary() == nil && table.count == file.summary.terms)
    for _ in 0..<200 {
      let typed = Self.text(2, &random)
      for text in [typed, typed + " ", String(typed.prefix(1 + random.below(12)))] {
        let (one, other) = (try Self.search(text, delta), try Self.search(text, file))
        #expect(one.query.atoms.map { "\($0)" } == other.query.atoms.map { "\($0)" }, "'\(text)'")
        #expect(one.documents == other.documents, "'\(text)'")
        try expectSmallest(text, delta, file, &random)
      }
      let terms = UInt32(file.summary.terms)
      let key = (0...random.below(5)).map { _ in UInt32(random.below(Int(terms) + 2)) }
      let place = try NameIndex(Self.search("a", file).query).firstName(notBelow: key)
      let there = try NameIndex(Self.search("a", delta).query).firstName(notBelow: key)
      #expect(there == place, "\(key)")
    }
  }

  /// Names stand at the same places, and the smallest documents are those of these places, however many are
  /// wanted and whichever are hidden.
  private func expectSmallest(
    _ text: String, _ delta: Segment, _ file: Segment, _ random: inout SeededRandom
  ) throws {
    let plan = SearchPlan(
      SearchRequest(query: Query(text), limit: [1, 3, 10, 100][random.below(4)], now: 0))
    var hiding = Bitmap(size: file.header.items)
    for document in 0..<file.header.items where random.oneIn(3) { hiding.insert(document) }
    let part = SearchedSegment(domain: "d", stored: file)
    let query = try SegmentQuery(plan, part, hiding: hiding)
    let other = try Self.search(text, delta).query
    let (name, same) = (try QueriedName(query), try QueriedName(other))
    guard let names = name.terms, let others = same.terms else {
      #expect(name.terms == nil && same.terms == nil, "'\(text)'")
      return
    }
    let range = try NameIndex(query).names(beginningWith: names)
    let there = try NameIndex(other).names(beginningWith: others)
    #expect(range.all == there.all && range.exact == there.exact, "'\(text)'")
    let excluding = (0..<UInt32(file.header.items)).filter { _ in random.oneIn(9) }
    for searched in [query, other] {
      let index = NameIndex(searched)
      var those: Set<UInt32> = []
      try index.forEachName(range.all) { document in
        if !searched.isHidden(document), !excluding.contains(document) { those.insert(document) }
      }
      let end = random.oneIn(2) ? UInt32.max : those.randomElement(using: &random) ?? 0
      let best = SmallestDocuments(
        limit: searched.plan.request.wantedHits, below: end, excluding: excluding)
      let wanted = Array(
        those.sorted().prefix { $0 < end }.prefix(searched.plan.request.wantedHits))
      #expect(try index.smallest(best, beginningWith: names) == wanted, "'\(text)'")
      #expect(try index.smallest(best, in: range.all) == wanted, "'\(text)'")
    }
  }

  @Test func `names are found by their first terms`() throws {
    let delta = try Self.delta([.item("1", "one"), .item("2", "two")])
    try delta.prepareWords()
    let table = try #require(try delta.residentNames())
    #expect(table.names(from: 0) == 0..<1 && table.names(from: 1) == 1..<2)
    #expect(table.names(from: 2) == 2..<2)
  }
}
