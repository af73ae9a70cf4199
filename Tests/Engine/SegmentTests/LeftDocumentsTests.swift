import DeclaredRecords
import FootlightPlatform
import TestSupport
import Testing
import TextAnalysis

@testable import SearchEngine

/// Words beside a condition, which leaves few documents or many: nothing is read of the others.
@Suite struct LeftDocumentsTests {
  private static let attributes = [IndexedAttribute("part")]

  /// Five items are of one part, thirty of another, and the others of a third; many words begin alike.
  private static func items(_ random: inout SeededRandom) -> [NaiveItem] {
    (0..<1_200).map { number in
      let words = (0..<4).map { _ in "w\(random.below(40))" }
      let held = (0..<random.below(3)).map { _ in "pre\(random.below(700))" }
      var item = NaiveItem(
        id: "\(number)", title: "pri\(random.below(600)) w\(random.below(40))",
        body: (words + held).joined(separator: " "))
      let part = number % 240 == 7 ? "few" : number % 40 == 3 ? "some" : "rest"
      item.attributes = [NaiveAttribute(0, "part", .text(part))]
      return item
    }
  }

  private static func stored(_ item: NaiveItem) -> StoredItem {
    var stored = StoredItem(item)
    for attribute in item.attributes {
      guard case .text(let text) = attribute.value else { continue }
      stored.attributes.append(
        StoredItem.Attribute(ordinal: attribute.ordinal, kind: .text, text: text, worth: 0))
    }
    return stored
  }

  private static func request(_ text: String) -> SearchRequest {
    let query = Query(text, readsInsides: true) { name in attributes.contains { $0.name == name } }
    return SearchRequest(query: query, now: 0)
  }

  @Test func `few documents and many are searched alike`() throws {
    var random = SeededRandom.announced("documents that are left")
    let items = Self.items(&random)
    let folder = try TemporaryFolder()
    var settings = IndexSettings(analyzer: Analyzer(), attributes: Self.attributes)
    settings.looksInside = true
    let generation = try ItemFile(settings: settings).generation(
      of: items.map(Self.stored), at: folder.path("g.sqlite"))
    let naive = NaiveIndex(
      items, analyzer: Analyzer(), domain: "d", attributes: ["part"], looksInside: true)
    let part = SearchedSegment(domain: "d", stored: generation)
    for words in [
      "p", "pr", "pre", "pre1", "w3 pre", "w3 pr", "pre w3 ", "w3 w4 ", "w3 ", "*ri1*", "*ri2* pre",
      "w5 *re1*", "nowhere pre", "nowhere",
    ] {
      for left in ["few", "some", "rest"] {
        for match in MatchMode.allCases {
          var request = Self.request("part:\(left) \(words)")
          request.match = match
          for limit in [3, 10, 100] {
            request.limit = limit
            let wanted = naiveSearch(request, in: [naive])
            for countsExactly in [false, true] {
              request.countsExactly = countsExactly
              let answer = try search(request, in: [part])
              let hits = answer.hits.map { hit in
                NaiveHit(domain: "d", id: hit.item.id, tier: hit.tier, score: hit.score)
              }
              let comment: Comment = "\(words) \(left) \(match) \(limit), seed \(random.seed)"
              #expect(hits == wanted.hits, comment)
              #expect(answer.total <= wanted.total, comment)
              #expect(answer.isAtLeast || answer.total == wanted.total, comment)
              #expect(!countsExactly || !answer.isAtLeast, comment)
            }
          }
        }
      }
    }
  }

  @Test func `the first number from one on that a set lacks is found`() {
    var random = SeededRandom.announced("what sets lack")
    for size in [0, 1, 63, 64, 65, 1_000] {
      for oneOf in [1, 2, 50] {
        var set = Bitmap(size: size)
        for number in 0..<size where random.below(oneOf) == 0 || random.oneIn(3) {
          set.insert(number)
        }
        for number in 0..<size + 70 {
          let wanted = (number...).first { $0 >= size || !set[$0] } ?? number
          let found = Int(set.firstAbsent(from: UInt32(number)))
          #expect(found == wanted || found >= size && wanted >= size)
        }
      }
    }
  }
}
