import TestSupport
import Testing
import TextAnalysis

@testable import SearchEngine

/// A rare word beside a prefix of many words, in documents so long that a table is made on the way.
@Suite struct PrefixLookTests {
  /// 120 items hold the rare word; every third of them, and many others, a word of the prefix.
  private static let items = (0..<900).map { number in
    let isRare = number < 120
    let words = (0..<(isRare ? 1_500 : 4)).map { "w\(($0 &* 31 &+ number) % 977)" }
    let held = !isRare || number % 3 == 0 ? ["pre\(number % 700)", "pre\(number % 7)x"] : []
    return NaiveItem(
      id: "\(number)", title: "Item \(number)",
      body: (words + held + (isRare ? ["rare"] : [])).joined(separator: " "))
  }

  @Test func `documents that were looked into and those of the table are found alike`() throws {
    let folder = try TemporaryFolder()
    let generation = try ItemFile().generation(
      of: PrefixLookTests.items.map { StoredItem($0) }, at: folder.path("g.sqlite"))
    let naive = NaiveIndex(PrefixLookTests.items, analyzer: Analyzer(), domain: "d")
    let part = SearchedSegment(domain: "d", stored: generation)
    for (match, limit) in [(MatchMode.tiers, 10), (.tiers, 100), (.all, 40)] {
      let query = Query("rare pre")
      let wanted = naiveSearch(query, match: match, offset: 0, limit: limit, now: 0, in: [naive])
      for exact in [true, false] {
        let answer = try search(
          SearchRequest(query: query, limit: limit, match: match, now: 0, countsExactly: exact),
          in: [part])
        let hits = answer.hits.map { hit in
          NaiveHit(domain: "d", id: hit.item.id, tier: hit.tier, score: hit.score)
        }
        #expect(hits == wanted.hits, "\(match) \(limit) \(exact)")
        #expect(answer.total == wanted.total && !answer.isAtLeast, "\(match) \(limit) \(exact)")
        #expect(wanted.total == 40)
      }
    }
  }
}
