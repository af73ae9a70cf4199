import FootlightPlatform
import TestSupport
import Testing
import TextAnalysis

@testable import SearchEngine

/// What the hits of one segment leave to be looked for in the next one of the domain changes no answer.
@Suite struct SearchBarTests {
  private static func items(
    _ numbers: Range<Int>, most: Int, _ random: inout SeededRandom
  ) -> [StoredItem] {
    numbers.map { number in
      func often(_ word: String) -> String {
        String(repeating: word + " ", count: 1 + min(most, random.next().trailingZeroBitCount))
      }
      let title = random.oneIn(40) ? "every t\(100_000 + number)" : "t\(100_000 + number)"
      return .item(
        "\(number)", title,
        // Where all items hold a word, a count that stops early may meet them all.
        body: random.oneIn(100)
          ? ""
          : often("every") + often("each") + often("all") + (random.oneIn(30) ? "seldom " : ""),
        rank: 500 + random.below(2) * 100)
    }
  }

  @Test func `one domain of two segments answers as two domains, between which there is no bar`()
    throws
  {
    var random = SeededRandom.announced("bars")
    let folder = try TemporaryFolder()
    // Some of the best stand in either segment.
    let base = try ItemFile(itemsABatch: 400).generation(
      of: Self.items(0..<800, most: 9, &random), at: folder.path("base.sqlite"))
    let other = try ItemFile(workers: 2, itemsABatch: 2_000, order: .together).generation(
      of: Self.items(800..<23_000, most: 12, &random), at: folder.path("other.sqlite"))
    for (text, match) in [
      ("every each all ", .any), ("every each ", .any), ("every each ", .tiers),
      ("every all", .all), ("each ", .tiers), ("seldom each nowhere ", .tiers),
      ("seldom each ", .tiers), ("every ", .tiers),
    ] as [(String, MatchMode)] {
      for weight in [1_000, 1_700, 300] {
        for limit in [1, 10, 40] {
          var request = SearchRequest(query: Query(text), limit: limit, match: match, now: 0)
          let parts = { (names: [String]) in
            zip(names, [base, other]).map {
              SearchedSegment(domain: $0, weight: weight, stored: $1)
            }
          }
          let what = "'\(text)' \(match) \(weight) \(limit)"
          let one = try search(request, in: parts(["d", "d"]))
          let two = try search(request, in: parts(["d", "e"]))
          #expect(one.hits.map(Self.place) == two.hits.map(Self.place), "\(what)")
          guard limit == 10, weight > 1_000 else { continue }
          request.countsExactly = true
          let exact = try search(request, in: parts(["d", "d"]))
          #expect(exact.hits.map(Self.place) == one.hits.map(Self.place), "\(what)")
          #expect(exact.total == (try search(request, in: parts(["d", "e"])).total), "\(what)")
          #expect(one.isAtLeast ? one.total <= exact.total : one.total == exact.total, "\(what)")
        }
      }
    }
    // More postings than are read to count: what cannot be good enough is passed over.
    let request = SearchRequest(query: Query("every each all "), limit: 10, match: .any, now: 0)
    #expect(
      try search(request, in: [SearchedSegment(domain: "d", stored: other)]).isAtLeast)
  }

  private static func place(_ hit: RankedHit) -> Candidate {
    Candidate(
      tier: hit.tier, score: hit.score ?? 0, document: hit.document | UInt32(hit.place) << 24)
  }
}
