import FootlightPlatform
import SearchEngine
import TestSupport
import Testing
import TextAnalysis

/// The engine against a search that looks at every item: the same hits, tiers, scores and totals.
@Suite struct OracleTests {
  /// How many queries are asked; many with `FOOTLIGHT_TORTURE`.
  private static let rounds =
    SystemServices.system.environment("FOOTLIGHT_TORTURE") == nil ? 70 : 1_000

  private struct Domain {
    var part: SearchedSegment
    var naive: NaiveIndex
  }

  private static func domain(
    _ name: String, _ items: [NaiveItem], _ analyzer: Analyzer, weight: Int,
    synonyms: [[String]] = [], _ folder: borrowing TemporaryFolder, workers: Int
  ) throws(Failure) -> Domain {
    let file = ItemFile(
      settings: IndexSettings(analyzer: analyzer), workers: workers, itemsABatch: 100)
    let generation = try file.generation(
      of: items.map { StoredItem($0) }, at: folder.path(name + ".sqlite"))
    return Domain(
      part: SearchedSegment(
        domain: name, weight: weight, synonyms: Synonyms(synonyms), stored: generation),
      naive: NaiveIndex(
        items, analyzer: analyzer, domain: name, weight: weight, synonyms: synonyms))
  }

  /// Asks both and compares page and total; returns the number of hits.
  private static func compare(
    _ text: String, _ match: MatchMode, offset: Int, limit: Int, now: Int64, _ domains: [Domain],
    _ analyzer: Analyzer
  ) throws(Failure) -> Int {
    let query = Query(text, analyzer: analyzer)
    let wanted = naiveSearch(
      query, match: match, offset: offset, limit: limit, now: now, in: domains.map(\.naive))
    let answer = try search(
      SearchRequest(query: query, offset: offset, limit: limit, match: match, now: now),
      in: domains.map(\.part))
    let hits = answer.hits.map { hit in
      NaiveHit(
        domain: domains[hit.place].part.domain, id: hit.item.id, tier: hit.tier, score: hit.score)
    }
    #expect(hits == wanted.hits, "'\(text)' \(match) \(offset)+\(limit)")
    #expect(answer.total == wanted.total, "'\(text)' \(match) \(offset)+\(limit)")
    #expect(!answer.isAtLeast)
    return hits.count
  }

  @Test(arguments: [1, 3])
  func `the engine finds what looking at every item finds`(_ count: Int) throws {
    var made = GeneratedItems(SeededRandom.announced("oracle"))
    let folder = try TemporaryFolder()
    let analyzer = Analyzer(language: .english, stopWords: ["the", "of", "karo", "other"])
    var domains: [Domain] = []
    for index in 0..<count {
      let items = (0..<400).map { made.item($0) }
      domains.append(
        try OracleTests.domain(
          "d\(index)", items, index == 1 ? Analyzer() : analyzer, weight: [1000, 1500, 700][index],
          synonyms: index == 2 ? [] : GeneratedItems.synonyms, folder, workers: 1 + index))
    }
    var found = 0
    for round in 0..<OracleTests.rounds {
      let match = round % 2 == 0 ? MatchMode.tiers : MatchMode.allCases[made.below(4)]
      found += try OracleTests.compare(
        made.query(), match, offset: made.below(3) * made.below(12), limit: made.below(25),
        now: Int64(made.below(4)) * 70, domains, analyzer)
    }
    #expect(found > 2 * OracleTests.rounds, "the queries are about the items")
  }

  @Test(arguments: [
    ("進撃の", ["進撃"]), ("進撃の巨人", ["the keyword", "the title", "the body"]), ("京都", ["kyoto", "東京都"]),
    ("東京都", ["東京都"]), ("東京タワー", []), ("巨", ["the title", "the keyword", "the body"]),
    ("\"京都\"", ["kyoto", "東京都"]), ("\"京東\"", []),
  ])
  func `a run of characters is found side by side, in any field`(
    _ text: String, _ wanted: [String]
  ) throws {
    let folder = try TemporaryFolder()
    let items = [
      NaiveItem(id: "the title", title: "進撃の巨人"),
      NaiveItem(id: "the keyword", title: "Attack on Titan", keywords: ["アニメ", "進撃の巨人 2"]),
      NaiveItem(id: "the body", title: "Manga", body: "諫山創の「進撃の巨人」"),
      NaiveItem(id: "進撃", title: "進撃 の 進撃の 撃の"), NaiveItem(id: "東京都", title: "東京都"),
      NaiveItem(id: "kyoto", title: "東京 京都"),
      NaiveItem(id: "tokyo twice", title: "東京 東京"),
    ]
    let domain = try OracleTests.domain("d", items, Analyzer(), weight: 1000, folder, workers: 1)
    for match in MatchMode.allCases {
      _ = try OracleTests.compare(text, match, offset: 0, limit: 10, now: 0, [domain], Analyzer())
    }
    let answer = try search(
      SearchRequest(query: Query(text), match: .all, now: 0), in: [domain.part])
    let found = Set(answer.hits.map(\.item.id))
    #expect(found.isSuperset(of: wanted) && found.isEmpty == wanted.isEmpty)
  }

  @Test(arguments: [false, true], [false, true])
  func `names are found by the few items that hold a rare word, as by their place`(
    _ haveBodies: Bool, _ hasStems: Bool
  ) throws {
    let analyzer = hasStems ? Analyzer(language: .english, stopWords: ["the"]) : Analyzer()
    let words = [
      "abalone", "baguette", "cormorant", "dandelion", "ermine", "flamingo", "gazelle", "hyacinth",
      "ibexes", "jackdaw", "kestrel", "lobelia",
    ]
    let folder = try TemporaryFolder()
    // The nth word is in n items: at the beginning of a name, as one, behind another one, in an alias.
    var items: [NaiveItem] = []
    for (count, word) in words.enumerated() {
      for place in 0...count {
        let title = ["\(word) garden", word, "garden \(word)", "stone"][place % 4]
        items.append(
          NaiveItem(
            id: "\(word) \(place)", title: title, body: haveBodies ? "beside the \(word)" : "",
            aliases: place % 4 == 3 ? ["\(word) stone", word] : [],
            expires: place % 5 == 4 ? 50 : nil))
      }
    }
    // Of these two, with 128 and 129 names, the second has too many to be looked into.
    let letters = Array("abcdefghij")
    for (word, others) in [("marmot", 125), ("narwhal", 126)] {
      let aliases = (0..<others).map {
        "stone x\(letters[$0 / 100])\(letters[$0 / 10 % 10])\(letters[$0 % 10])"
      }
      items.append(
        NaiveItem(id: word, title: "\(word) pond", aliases: aliases + ["pond \(word)", word]))
    }
    let domain = try OracleTests.domain(
      "d", items, analyzer, weight: 1000,
      synonyms: [["gazelle", "hyacinth"], ["ibexes", "goat"]], folder, workers: 1)
    var found = 0
    for word in words + ["marmot", "narwhal"] {
      // Two letters swapped, of which the first one is none.
      var letters = Array(word)
      letters.swapAt(2, 3)
      let typo = String(letters)
      for text in [
        "\(word) ", "\(word) g", "garden \(word) ", "\(typo) ", "\(typo)", "\(typo) g",
        "garden \(typo) ", "gadren \(word) ", "\(typo) gadren ", "the \(typo) ",
        "\(typo) s", "\(typo) gadren \(typo) ",
      ] {
        for (limit, now) in [(10, 0), (2, 0), (10, 99)] {
          found += try OracleTests.compare(
            text, .tiers, offset: 0, limit: limit, now: Int64(now), [domain], analyzer)
        }
      }
    }
    #expect(found > 4 * 27 * words.count, "nearly all queries find some items")
  }
}
