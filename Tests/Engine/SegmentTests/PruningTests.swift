import FootlightPlatform
import TestSupport
import Testing

@testable import SearchEngine

/// What the engine passes over changes no answer: long lists against looking at every posting.
@Suite struct PruningTests {
  private static func ask(
    _ words: [String], isPrefix: Bool, _ match: MatchMode, limit: Int, offset: Int = 0,
    _ corpus: SkewedCorpus, _ generation: Segment
  ) throws(Failure) {
    let wanted = ExhaustiveSearch(corpus, words, lastIsPrefix: isPrefix, match).ranked(match)
    try ask(words, isPrefix: isPrefix, match, limit: limit, offset: offset, wanted, generation)
  }

  private static func ask(
    _ words: [String], isPrefix: Bool, _ match: MatchMode, limit: Int, offset: Int = 0,
    _ wanted: [ExhaustiveSearch.Hit], _ generation: Segment
  ) throws(Failure) {
    let text = words.joined(separator: " ") + (isPrefix ? "" : " ")
    let answer = try search(text, match, offset: offset, limit: limit, in: [generation])
    let hits = answer.hits.map {
      ExhaustiveSearch.Hit(tier: $0.tier, score: $0.score ?? 0, document: Int($0.document))
    }
    let page = wanted.dropFirst(offset).prefix(limit).map(\.told)
    #expect(hits == page, "'\(text)' \(match) \(limit)")
    #expect(answer.total == wanted.count, "'\(text)' \(match)")
    #expect(!answer.isAtLeast)
  }

  @Test func `what is passed over changes no answer over 28,000 items`() throws {
    var random = SeededRandom.announced("pruning")
    var corpus = SkewedCorpus(&random, count: 28_000)
    let folder = try TemporaryFolder()
    let generation = try ItemFile(workers: 2, itemsABatch: 2_000, order: .together)
      .generation(of: corpus.items, at: folder.path("g.sqlite"))
    try corpus.number(by: generation)
    let longest = corpus.postings.values.map(\.count).max() ?? 0
    #expect(longest > 8 * PostingBlock.size, "lists have many blocks: \(longest)")

    try expectEveryKindOfList(corpus, generation)
    try expectLowerBounds(corpus, generation)
    try PruningTests.ask(
      ["every", "each", "all"], isPrefix: false, .any, limit: 30, corpus, generation)
    for words in [["each", "all"], ["each", "eve"], [corpus.word(2), "eve"], ["all"]] {
      for match in [MatchMode.tiers, .any] {
        let wanted = ExhaustiveSearch(corpus, words, lastIsPrefix: true, match).ranked(match)
        for limit in [1, 10, 300] {
          try PruningTests.ask(words, isPrefix: true, match, limit: limit, wanted, generation)
        }
      }
    }
    try expectLooseAndClose(corpus, generation)
    for round in 0..<30 {
      let count = 1 + random.below(3)
      var words: [String] = (0..<count).map { _ in
        corpus.word(random.below(1 + random.below(random.oneIn(2) ? 60 : corpus.words)))
      }
      if random.oneIn(8) { words.append(words[0]) }
      let isPrefix = random.oneIn(2)
      if isPrefix {
        words[words.count - 1] = String(words[words.count - 1].prefix(2 + random.below(4)))
      }
      let match: MatchMode = round % 3 == 0 ? .any : round % 3 == 1 ? .all : .tiers
      try PruningTests.ask(
        words, isPrefix: isPrefix, match, limit: [1, 10, 60, 300][random.below(4)],
        offset: random.oneIn(4) ? random.below(200) : 0, corpus, generation)
    }
  }

  /// Queries whose loose hits are counted by the list of one common word, and single words with a typo that
  /// may stand for common ones.
  private func expectLooseAndClose(_ corpus: SkewedCorpus, _ generation: Segment)
    throws(Failure)
  {
    let rare = corpus.postings.filter { $0.value.count < 10 }.keys.sorted()
    let common = corpus.word(0)
    for words in [
      [rare[0], common, "each", "all"],
      [rare[1], rare[2], corpus.word(1), "each", "all", "nowhere"],
      [rare[3], "each"], [common, "nowhere"], [rare[0], rare[1], rare[2], common],
    ] {
      for limit in [1, 10, 60] {
        try PruningTests.ask(words, isPrefix: false, .tiers, limit: limit, corpus, generation)
      }
    }
    var most = 0
    for place in 0..<6 {
      let word = corpus.word(place)
      let typed = String(word.dropLast(2)) + "x" + String(word.suffix(1))
      most = max(most, try postingsOfExpansions(of: typed, generation))
      for limit in [1, 10, 60] {
        try PruningTests.ask([typed], isPrefix: false, .tiers, limit: limit, corpus, generation)
      }
    }
    #expect(most > 1_024, "some have long lists: \(most)")
  }

  /// How many postings a word and its expansions have.
  private func postingsOfExpansions(of typed: String, _ generation: Segment) throws(Failure) -> Int
  {
    let request = SearchRequest(query: Query("\(typed) "), match: .tiers, now: 0)
    let plan = SearchPlan(request)
    let one = try SegmentQuery(plan, SearchedSegment(domain: "d", stored: generation))
    var statistics = Statistics(plan, [one])
    let expansion = try FuzzyExpansion(
      Array(plan.words.indices), of: request.query.words, plan, &statistics, [one])
    guard let wide = try expansion?.expanded(one) else { return 0 }
    return SegmentMatches(wide, statistics).fuzzyCost(wide.foundWords, onlyNames: false)
  }

  @Test(arguments: [60, 2_000])
  func `of loose hits with equal scores the first in the order of the index stand first`(
    _ others: Int
  ) throws {
    // The documents of the rarest word are looked at first, though they stand behind.
    var items: [StoredItem] = []
    for number in 0..<10 {
      items.append(.item("first\(number)", "street museum", body: "", rank: 400))
      items.append(.item("second\(number)", "street xylophone", body: "", rank: 300))
    }
    for number in 0..<others {
      items.append(.item("other\(number)", "street corner", body: "", rank: 200))
    }
    for number in 0..<2 * others {
      items.append(.item("house\(number)", "house number", body: "", rank: 100))
    }
    let folder = try TemporaryFolder()
    let generation = try ItemFile(order: .together)
      .generation(of: items, at: folder.path("g.sqlite"))
    let answer = try search("street house x", .tiers, in: [generation])
    #expect(answer.hits.map(\.tier) == [Int](repeating: 6, count: 10))
    #expect(answer.hits.allSatisfy { $0.item.id.hasPrefix("first") }, "\(answer.hits)")
    #expect(answer.total == 20 + others)
    let more = try search("street house x", .tiers, limit: 40, in: [generation])
    #expect(more.hits.prefix(10).map(\.document) == answer.hits.map(\.document))
    #expect(more.hits.dropFirst(10).prefix(10).allSatisfy { $0.item.id.hasPrefix("second") })
  }

  /// Queries for which a prefix is looked for in the documents, then in a table, or is one list.
  private func expectEveryKindOfList(_ corpus: SkewedCorpus, _ generation: Segment)
    throws(Failure)
  {
    let sizes = corpus.postings.mapValues(\.count)
    let rare = sizes.filter { $0.value <= 20 }.keys.sorted().first ?? ""
    let prefixes = ["kak", "ka", "r", "tot", "mun", String(rare.dropLast())]
    var kinds: Set<String> = []
    for lead in [rare, corpus.word(300), corpus.word(40), corpus.word(0)] {
      for prefix in prefixes {
        let plan = SearchPlan(
          SearchRequest(query: Query("\(lead) \(prefix)"), match: .tiers, now: 0))
        let one = try SegmentQuery(
          plan, SearchedSegment(domain: "d", stored: generation))
        let statistics = Statistics(plan, [one])
        let count = one.lists.size(0, onlyNames: false)
        switch try one.lists.source(
          1, beside: count, onlyNames: false, statistics)
        {
        case .cursor: kinds.insert("list")
        case .probe(let probe):
          kinds.insert(probe.table == nil ? "looks" : "table")
          for document in corpus.postings[lead] ?? [] {
            _ = try probe.contribution(UInt32(document.document))
          }
        }
        try PruningTests.ask(
          [lead, prefix], isPrefix: true, prefix.count == 2 ? .tiers : .all, limit: 10, corpus,
          generation)
      }
    }
    #expect(kinds.isSuperset(of: ["list", "table", "looks"]), "\(kinds)")
  }

  /// Where counting to the end would read too much, the total is a lower bound of what is there.
  private func expectLowerBounds(_ corpus: SkewedCorpus, _ generation: Segment)
    throws(Failure)
  {
    var bounds = 0
    for text in [
      "every each all ", "every each ", "every eac", corpus.word(0), "\(corpus.word(0)) al",
    ] {
      for match in [MatchMode.tiers, .all, .any] {
        let exact = try search(text, match, limit: 40, in: [generation])
        let request = SearchRequest(query: Query(text), limit: 40, match: match, now: 0)
        let answer = try search(request, in: [SearchedSegment(domain: "d0", stored: generation)])
        #expect(answer.hits.map(\.document) == exact.hits.map(\.document), "'\(text)' \(match)")
        #expect(answer.hits.map(\.score) == exact.hits.map(\.score), "'\(text)' \(match)")
        #expect(answer.isAtLeast || answer.total == exact.total, "'\(text)' \(match)")
        #expect((answer.hits.count...exact.total).contains(answer.total), "'\(text)' \(match)")
        if answer.isAtLeast { bounds += 1 }
      }
    }
    #expect(bounds > 0)
  }

  @Test func `common words that may be meant are passed over where they cannot be good enough`()
    throws
  {
    var random = SeededRandom.announced("common words meant")
    let folder = try TemporaryFolder()
    let items = (0..<24_000).map { number in
      func text(_ words: [String]) -> String {
        words.map { word in
          String(repeating: word + " ", count: 1 + min(9, random.next().trailingZeroBitCount))
        }.joined()
      }
      let meant = ["streett", "streest", "streaet", "streeit"].filter { _ in random.oneIn(2) }
      return StoredItem.item(
        "\(number)", random.oneIn(9) ? "street place" : "place",
        body: text(meant + ["street", random.oneIn(3) ? "corner" : "edge"]))
    }
    let generation = try ItemFile(itemsABatch: 1_000).generation(
      of: items, at: folder.path("g.sqlite"))
    var bounds = 0
    for text in ["streeet ", "streeet", "streeet place ", "corner streeet ", "streeet cornr "] {
      for limit in [1, 10, 200] {
        var request = SearchRequest(query: Query(text), limit: limit, now: 0)
        let part = SearchedSegment(domain: "d", stored: generation)
        let quick = try SearchEngine.search(request, in: [part])
        request.countsExactly = true
        let exact = try SearchEngine.search(request, in: [part])
        #expect(!exact.isAtLeast && quick.total <= exact.total)
        if quick.isAtLeast { bounds += 1 }
        #expect(
          quick.hits.map { Candidate(tier: $0.tier, score: $0.score ?? 0, document: $0.document) }
            == exact.hits.map {
              Candidate(tier: $0.tier, score: $0.score ?? 0, document: $0.document)
            }, "'\(text)' \(limit)")
        #expect(quick.hits.count == limit && quick.hits.allSatisfy { $0.tier == 5 })
      }
    }
    #expect(bounds > 0, "some lists are too long to be read to the end")
  }

  @Test(arguments: [0, 1, 64, 126, 127])
  func `better and better hits are found wherever they stand in their blocks`(_ place: Int) throws {
    let folder = try TemporaryFolder()
    let filler = String(repeating: "x ", count: 120)
    // Every other block holds nothing special and is passed over.
    let items = (0..<20 * PostingBlock.size).map { number in
      let (block, inBlock) = (number / PostingBlock.size, number % PostingBlock.size)
      let count = block % 2 == 1 && inBlock == place ? 2 + block / 2 : 1
      return StoredItem.item(
        "\(number)", "t\(10_000 + number)",
        body: String(repeating: "each all ", count: count) + filler)
    }
    let generation = try ItemFile(itemsABatch: 500).generation(
      of: items, at: folder.path("g.sqlite"))
    let wanted = (0..<10).reversed().map { UInt32(($0 * 2 + 1) * PostingBlock.size + place) }
    for (text, match) in [("each ", .tiers), ("each all ", .tiers), ("all each ", .any)]
      as [(String, MatchMode)]
    {
      for limit in [1, 3, 10] {
        let answer = try search(text, match, limit: limit, in: [generation])
        #expect(answer.hits.map(\.document) == Array(wanted.prefix(limit)), "\(text) \(match)")
        #expect(answer.total == items.count)
      }
    }
  }
}
