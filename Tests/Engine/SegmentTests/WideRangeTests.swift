import FootlightPlatform
import TestSupport
import Testing

@testable import SearchEngine

/// What is known of wide prefixes since the build is what looking at every posting says.
@Suite struct WideRangeTests {
  private static func range(_ prefix: String, _ generation: Segment) throws(Failure)
    -> TermRange
  {
    try generation.range(ofPrefix: ByteArena(prefix))
  }

  /// For each beginning of one to five letters the documents with such a word, ascending; of short
  /// ones those in names.
  private static func documents(_ corpus: SkewedCorpus) -> [String: [Int]] {
    var found: [String: Set<Int>] = ["zz": []]
    for (word, postings) in corpus.postings {
      for size in 1...min(5, word.count) {
        found[String(word.prefix(size)), default: []].formUnion(
          postings.filter { $0.isInName || size > 2 }.map(\.document))
      }
    }
    return found.mapValues { $0.sorted() }
  }

  @Test func `wide prefixes have the documents that every posting says they have`() throws {
    var random = SeededRandom.announced("wide ranges")
    var corpus = SkewedCorpus(&random, count: 8_000)
    let folder = try TemporaryFolder()
    let generation = try ItemFile(workers: 2, itemsABatch: 1_000, order: .together)
      .generation(of: corpus.items, at: folder.path("g.sqlite"))
    try corpus.number(by: generation)
    let documents = WideRangeTests.documents(corpus)
    var wide = [0, 0, 0, 0, 0]
    for (prefix, wanted) in documents {
      let isShort = prefix.count <= 2
      let range = try WideRangeTests.range(prefix, generation)
      guard let known = try generation.wideRange(range, inNames: isShort) else {
        #expect(
          prefix.count > 4 || range.count < 64 && range.documents < 1_024 || range.count == 1,
          "\(prefix)")
        continue
      }
      wide[prefix.count - 1] += 1
      #expect(known.count == wanted.count, "\(prefix)")
      #expect(known.first.map(Int.init) == (isShort ? Array(wanted.prefix(24)) : []), "\(prefix)")
    }
    #expect(wide.prefix(4).allSatisfy { $0 > 0 } && wide[4] < wide[1], "\(wide)")
    try expectHits(corpus, generation, documents, &random)
  }

  private func expectHits(
    _ corpus: SkewedCorpus, _ generation: Segment, _ documents: [String: [Int]],
    _ random: inout SeededRandom
  ) throws {
    let prefixes = documents.keys.sorted()
    for round in 0..<24 {
      let prefix = round < 8 ? prefixes[round] : random.pick(prefixes) ?? ""
      let limit = [1, 10, 12, 40][random.below(4)]
      let answer = try search(prefix, .tiers, limit: limit, in: [generation])
      let wanted = ExhaustiveSearch(corpus, [prefix], lastIsPrefix: true, .tiers).ranked(.tiers)
      #expect(
        answer.hits.map { Int($0.document) } == wanted.prefix(limit).map(\.document),
        "'\(prefix)' \(limit)")
      #expect(answer.total == wanted.count, "'\(prefix)'")
      // What is hidden is neither found nor counted.
      let all = documents[prefix] ?? []
      let gone = all.filter { _ in random.oneIn(3) } + all.prefix(20)
      let hidden = HiddenDocuments(
        Set(gone).sorted().map { UInt32($0) }, of: corpus.items.count)
      let rest = try search(
        SearchRequest(
          query: Query(prefix), limit: limit, match: .tiers, now: 0, countsExactly: true),
        in: [SearchedSegment(domain: "d", stored: generation, hidden: hidden)])
      let left = wanted.filter { !gone.contains($0.document) }
      // Typos open below ten.
      guard left.count >= 10 else { continue }
      #expect(rest.total == left.count, "'\(prefix)' less \(gone.count)")
      #expect(
        rest.hits.map { Int($0.document) } == left.prefix(limit).map(\.document), "'\(prefix)'")
    }
  }
}
