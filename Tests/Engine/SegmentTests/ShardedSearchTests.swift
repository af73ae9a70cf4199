import DeclaredRecords
import FootlightPlatform
import TestSupport
import Testing

@testable import SearchEngine

/// A domain in shards answers as one file.
@Suite struct ShardedSearchTests {
  private static let words = [
    "amber", "ambit", "birch", "cedar", "cedars", "delta", "ember", "fir",
  ]

  /// Items of few words: many share a title, and many a score.
  private static func items(_ count: Int, _ random: inout SeededRandom) -> [StoredItem] {
    (0..<count).map { number in
      func some(_ most: Int) -> String {
        (0...random.below(most)).map { _ in words[random.below(words.count)] }
          .joined(separator: " ")
      }
      return .item("\(random.below(10_000)) \(number)", some(2), body: some(6))
    }
  }

  private static func place(_ hit: RankedHit) -> String {
    "\(hit.item.id) \(hit.tier) \(hit.score ?? -1) \(hit.matched.field)"
  }

  @Test func `hits of many shards stand in the order of one file, equal titles by their ids`()
    throws
  {
    var random = SeededRandom.announced("shards")
    let folder = try TemporaryFolder()
    let items = Self.items(2_000, &random)
    let whole = try ItemFile(itemsABatch: 400).generation(
      of: items, at: folder.path("whole.sqlite"))
    let shards = try (0..<7).map { shard in
      try ItemFile(itemsABatch: 400).generation(
        of: items.enumerated().filter { $0.offset % 7 == shard }.map(\.element),
        at: folder.path("shard\(shard).sqlite"))
    }
    let one = [SearchedSegment(domain: "d", stored: whole)]
    let many = shards.map { SearchedSegment(domain: "d", stored: $0) }
    for text in [
      "amber ", "amb", "a", "cedar", "birch fir ", "cedar delta e", "fir fir ", "ambre ",
      "cedarfir ", "ember birch cedar delta ", "nowhere ", "amber nowhere ",
    ] {
      for match in [MatchMode.tiers, .any, .all, .none] {
        for (offset, limit) in [(0, 1), (0, 10), (7, 40), (0, 3_000)] {
          var request = SearchRequest(
            query: Query(text), offset: offset, limit: limit, match: match, now: 0)
          request.countsExactly = limit == 40
          let expected = try search(request, in: one)
          let found = try search(request, in: many)
          let what = "'\(text)' \(match) \(offset) \(limit)"
          #expect(found.hits.map(Self.place) == expected.hits.map(Self.place), "\(what)")
          guard !expected.isAtLeast else { continue }
          #expect(found.total <= expected.total, "\(what)")
          #expect(found.isAtLeast || found.total == expected.total, "\(what)")
        }
      }
    }
  }

  @Test func `a count that fits is exact in a shard where the cheapest list is not the shortest`()
    throws
  {
    let folder = try TemporaryFolder()
    // A prefix of five hundred words, each with a list of its own: dearer than the longer list of the other word.
    let few = (0..<12_000).map { number in
      let (row, place) = number.quotientAndRemainder(dividingBy: 40)
      return StoredItem.item(
        "a\(number)", "other", body: place < 7 ? "cedar fir\((7 * row + place) % 500)" : "cedar")
    }
    let many = (0..<17_000).map { StoredItem.item("b\($0)", "cedar firs") }
    let shards = try [few, many].enumerated().map { number, items in
      SearchedSegment(
        domain: "d",
        stored: try ItemFile(itemsABatch: 4_000).generation(
          of: items, at: folder.path("\(number).sqlite")))
    }
    let answer = try search(SearchRequest(query: Query("cedar fir"), now: 0), in: shards)
    #expect(!answer.isAtLeast)
    #expect(answer.total == 19_100)
  }

  private static func condition(_ kind: String) -> QueryExpression {
    .filter(AttributeFilter("kind", .oneOf([.equal(kind)])))
  }

  @Test
  func `what typos find is counted exactly in many segments, also what filters leave nothing of`()
    throws
  {
    let folder = try TemporaryFolder()
    var file = ItemFile(itemsABatch: 4_000)
    file.settings.attributes = [IndexedAttribute("kind")]
    // One segment holds more than a count may read where the words of the query are nowhere.
    let segments = try [WorkShare.least + 808, 200, 200].enumerated().map { number, count in
      let items = (0..<count).map { place in
        var item = StoredItem.item("\(number) \(place)", place % 2 == 0 ? "marmot" : "linux marmot")
        item.attributes.append(
          StoredItem.Attribute(ordinal: 0, kind: .text, text: "tool", worth: 0))
        return item
      }
      return SearchedSegment(
        domain: "d", stored: try file.generation(of: items, at: folder.path("\(number).sqlite")))
    }
    for (text, kind, total) in [
      ("marmox ", nil, 9_400), ("linmx ", nil, 4_700), ("linmx marmox ", nil, 4_700),
      ("marmox ", "tool", 9_400), ("marmox ", "none", 0), ("marm", "none", 0),
    ] {
      var request = SearchRequest(query: Query(text), now: 0)
      request.conditions = kind.map { [Self.condition($0)] } ?? []
      let answer = try search(request, in: segments)
      #expect(answer.total == total && !answer.isAtLeast, "\(text) \(kind ?? "")")
    }
  }

  @Test func `where filters leave nothing, the count is exact however much typos would find`()
    throws
  {
    let folder = try TemporaryFolder()
    var file = ItemFile(itemsABatch: 20_000)
    file.settings.attributes = [IndexedAttribute("kind")]
    var items = (0..<PostingCost.mostCounted + 1).map { StoredItem.item("\($0)", "linux") }
    items[0].attributes.append(
      StoredItem.Attribute(ordinal: 0, kind: .text, text: "tool", worth: 0))
    let segment = SearchedSegment(
      domain: "d", stored: try file.generation(of: items, at: folder.path("many.sqlite")))
    for (kind, total) in [("none", 0), ("tool", 1)] {
      var request = SearchRequest(query: Query("linmx "), now: 0)
      request.conditions = [Self.condition(kind)]
      let answer = try search(request, in: [segment])
      #expect(answer.total == total && !answer.isAtLeast, "\(kind)")
    }
    let all = try search(SearchRequest(query: Query("linmx "), now: 0), in: [segment])
    #expect(all.isAtLeast && all.total > 0)
  }

  @Test
  func
    `the work of a count is divided as postings are, and fits in shards where it fits in one file`()
    throws
  {
    var random = SeededRandom.announced("shares")
    let folder = try TemporaryFolder()
    let items = Self.items(900, &random)
    // One of three holds most.
    let parts = [items[..<40], items[40..<100], items[100...]]
    let plan = SearchPlan(SearchRequest(query: Query("cedar fir "), now: 0))
    let queries = try parts.enumerated().map { number, items in
      let stored = try ItemFile(itemsABatch: 400).generation(
        of: Array(items), at: folder.path("\(number).sqlite"))
      return try SegmentQuery(plan, SearchedSegment(domain: "d", stored: stored))
    }
    WorkShare.divide(among: queries)
    let shares = queries.map(\.scratch.share)
    let floor = shares.count * WorkShare.least
    #expect(shares.reduce(0) { $0 + $1.mostCounted } <= PostingCost.mostCounted + floor)
    #expect(shares.allSatisfy { $0.mostCounted >= WorkShare.least })
    for (query, share) in zip(queries, shares) {
      let cost = query.foundWords.reduce(0) { $0 + query.lists.cost($1, onlyNames: false) }
      #expect(cost <= share.mostCounted)
    }
    #expect(shares[2].mostCounted > shares[0].mostCounted + shares[1].mostCounted)
  }

  @Test(arguments: [1, 2, 3, 5, 6, 9, 16])
  func `a query without words is answered from any number of segments`(_ count: Int) throws {
    var random = SeededRandom.announced("no words")
    let folder = try TemporaryFolder()
    let items = Self.items(64, &random)
    let whole = SearchedSegment(
      domain: "d",
      stored: try ItemFile(itemsABatch: 400).generation(of: items, at: folder.path("whole.sqlite")))
    let segments = try (0..<count).map { shard in
      let stored = try ItemFile(itemsABatch: 400).generation(
        of: items.enumerated().filter { $0.offset % count == shard }.map(\.element),
        at: folder.path("\(shard).sqlite"))
      return SearchedSegment(domain: "d", stored: stored)
    }
    for text in ["", " ", "-amber ", "\"\"", "..."] {
      for match in [MatchMode.tiers, .any, .all, .none] {
        let request = SearchRequest(query: Query(text), match: match, now: 0)
        let found = try search(request, in: segments).hits.map(\.item.id)
        #expect(try found == search(request, in: [whole]).hits.map(\.item.id), "\(text) \(match)")
      }
    }
  }
}
