import FootlightPlatform
import TestSupport
import Testing

@testable import SearchEngine

/// Pages of a list, expired items, and items dealt to several generations.
@Suite struct PagingTests {
  private static let texts = [
    "alpha", "alpha beta ", "gamma delta rule", "1", "rule 12", "35 usc", "東京", "進撃の巨人", "the",
    "the of", "c++ beta", "spider", "straße $", "§", "nothing alpha", "alpha alpha", "a", "be ga",
  ]

  private static func describe(_ hits: [RankedHit]) -> [String] {
    hits.map { "\($0.tier) \($0.score ?? -1) \($0.item.id)" }
  }

  @Test func `pages one behind the other are the whole list`() throws {
    var random = RandomItems(SeededRandom.announced("pages"))
    let folder = try TemporaryFolder()
    let generation = try ItemFile().generation(of: random.items(250), at: folder.path("g.sqlite"))
    for text in PagingTests.texts {
      for match in MatchMode.allCases {
        let whole = try search(text, match, limit: 1_000, now: 9, in: [generation])
        #expect(whole.hits.count == whole.total, "'\(text)' \(match)")
        let wanted = PagingTests.describe(whole.hits)
        #expect(Set(whole.hits.map(\.document)).count == whole.hits.count, "nothing twice")
        let size = 1 + random.random.below(30)
        var pages: [String] = []
        for offset in stride(from: 0, to: whole.total + size, by: size) {
          let page = try search(text, match, offset: offset, limit: size, now: 9, in: [generation])
          #expect(page.total == whole.total, "'\(text)' \(match) from \(offset)")
          pages += PagingTests.describe(page.hits)
        }
        #expect(pages == wanted, "'\(text)' \(match) by \(size), seed \(random.random.seed)")
        let none = try search(text, match, limit: 0, now: 9, in: [generation])
        #expect(none.hits.isEmpty && none.total == whole.total)
      }
    }
  }

  @Test func `offset and limit reach 10,000 hits and no further`() throws {
    let folder = try TemporaryFolder()
    let generation = try ItemFile().generation(
      of: [.item("1", "One")], at: folder.path("g.sqlite"))
    for (offset, limit) in [(0, 10_000), (10_000, 0), (9_990, 10)] {
      let answer = try search("one", .tiers, offset: offset, limit: limit, in: [generation])
      #expect(answer.total == 1)
    }
    for (offset, limit) in [
      (0, 10_001), (10_001, 0), (10_000, 1), (1, .max), (.max, .max), (.max, 0), (-1, 10), (0, -1),
      (.min, .max),
    ] {
      let told = failure {
        _ = try search("one", .tiers, offset: offset, limit: limit, in: [generation])
      }?.diagnostics.first
      #expect(told?.code == .searchTooFar, "\(offset) + \(limit)")
      #expect(told?.remedy?.contains("dump") == true)
    }
  }

  @Test func `an expired item is in no hit and no total, the moment it expires`() throws {
    let folder = try TemporaryFolder()
    let generation = try ItemFile().generation(
      of: [
        .item("100", "Soon over", body: "news", expires: 100),
        .item("200", "Later", body: "news", expires: 200),
        .item("never", "Over never", body: "news"),
        .item("past", "Over", body: "news", expires: -5),
      ], at: folder.path("g.sqlite"))
    for (now, wanted) in [
      (-6, ["100", "200", "never", "past"]), (-5, ["100", "200", "never"]),
      (99, ["100", "200", "never"]), (100, ["200", "never"]), (200, ["never"]), (.max, ["never"]),
      (0, ["100", "200", "never"]),
    ] as [(Int64, [String])] {
      for match in [MatchMode.tiers, .all, .any] {
        let answer = try search("news", match, now: now, in: [generation])
        #expect(answer.hits.map(\.item.id).sorted() == wanted, "\(match) at \(now)")
        #expect(answer.total == wanted.count)
      }
      let rest = try search("nothing", .none, now: now, in: [generation])
      #expect(rest.hits.map(\.item.id).sorted() == wanted && rest.total == wanted.count)
      for id in ["100", "past"] {
        let byID = try search(id + " ", .tiers, now: now, in: [generation])
        #expect((byID.total == 1) == wanted.contains(id), "\(id) at \(now)")
      }
    }
    #expect(generation.summary.items == 4)
  }

  @Test func `items dealt to several generations are found like those of one`() throws {
    var random = RandomItems(SeededRandom.announced("dealt"))
    let items = random.items(260)
    let folder = try TemporaryFolder()
    let whole = try ItemFile().generation(of: items, at: folder.path("whole.sqlite"))
    for count in [2, 3] {
      var dealt = [[StoredItem]](repeating: [], count: count)
      for item in items { dealt[random.random.below(count)].append(item) }
      let parts = try dealt.enumerated().map { place, hand in
        let generation = try ItemFile().generation(
          of: hand, at: folder.path("\(count)-\(place).sqlite"))
        return SearchedSegment(domain: "same", stored: generation)
      }
      for text in PagingTests.texts {
        for match in MatchMode.allCases {
          let request = SearchRequest(
            query: Query(text), offset: 0, limit: 300, match: match, now: 9, countsExactly: true)
          let wanted = try search(
            request, in: [SearchedSegment(domain: "same", stored: whole)])
          let answer = try search(request, in: parts)
          let comment: Comment = "'\(text)' \(match), seed \(random.random.seed)"
          #expect(
            PagingTests.describe(answer.hits) == PagingTests.describe(wanted.hits), comment)
          #expect(answer.total == wanted.total, comment)
          #expect(
            answer.hits.map(\.matched) == wanted.hits.map(\.matched), comment)
          // With few hits the first part sets a bar for the others.
          for (offset, limit) in [(0, 1), (0, 10), (7, 5)] {
            var page = request
            (page.offset, page.limit) = (offset, limit)
            #expect(
              try PagingTests.describe(search(page, in: parts).hits)
                == PagingTests.describe(
                  search(page, in: [SearchedSegment(domain: "same", stored: whole)]).hits), comment)
          }
        }
      }
    }
  }
}
