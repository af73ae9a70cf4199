import FootlightPlatform
import TestSupport
import Testing
import TextAnalysis

@testable import SearchEngine

@Suite(.enabled(if: Stemmer.isAvailable, "built without the trait Complete"))
struct StemTests {
  private static let items = [
    NaiveItem(id: "exact", title: "Amending pleadings"),
    NaiveItem(id: "stem", title: "Amended pleading"),
    NaiveItem(id: "body", title: "Time", body: "The parties may amend each pleading once."),
    NaiveItem(id: "stop", title: "Another", body: "others and more"),
    NaiveItem(id: "other", title: "Scope", keywords: ["amendments"]),
  ]

  private func generation(
    _ analyzer: Analyzer, _ folder: borrowing TemporaryFolder
  ) throws(Failure) -> Segment {
    let file = ItemFile(settings: IndexSettings(analyzer: analyzer))
    return try file.generation(
      of: StemTests.items.map { StoredItem($0) }, at: folder.path("g.sqlite"))
  }

  private func found(
    _ text: String, _ analyzer: Analyzer = Analyzer(language: .english)
  ) throws -> [String] {
    let folder = try TemporaryFolder()
    let generation = try generation(analyzer, folder)
    #expect(generation.hasStems == analyzer.stems)
    return try search(text, .tiers, in: [generation]).hits.filter { $0.tier < 5 }
      .map { "\($0.item.id) \($0.tier)" }
  }

  @Test func `a complete word finds its forms, the exact one first`() throws {
    #expect(try found("amending ") == ["exact 2", "stem 3", "other 4", "body 4"])
    #expect(try found("pleadings amending ") == ["exact 3", "stem 3", "body 4"])
    #expect(try found("amended pleadings ").first == "stem 3")
  }

  @Test func `a word that ends the query is a beginning, and as a complete one finds its forms`()
    throws
  {
    #expect(try found("amending") == ["exact 2", "stem 3", "other 4", "body 4"])
    #expect(try found("pleadings amending") == ["exact 3", "stem 3", "body 4"])
  }

  @Test(arguments: ["\"amending pleading\" ", "amending* ", "amendin"])
  func `prefixes and phrases are taken as they are`(_ text: String) throws {
    #expect(try found(text).allSatisfy { $0.hasPrefix("exact") }, "\(text)")
  }

  @Test(arguments: [
    ("title:amend ", ["exact 3", "stem 3"]), ("body:amending ", ["body 4"]),
    ("keyword:amend ", ["other 4"]), ("body:other ", ["stop 4"]), ("pleading -amends ", []),
  ])
  func `fields and negations see stems`(_ text: String, _ wanted: [String]) throws {
    let stops = Analyzer(language: .english, stopWords: ["other", "and"])
    #expect(try Set(found(text, stops)) == Set(wanted), "\(text)")
  }

  @Test func `without stems words are found as they are`() throws {
    let plain = Analyzer(language: .english).withoutStems
    #expect(try found("amends ", plain) == [])
    #expect(try found("amended ", plain) == ["stem 2"])
  }

  @Test func `stems of synonyms are marked`() throws {
    let folder = try TemporaryFolder()
    let generation = try generation(Analyzer(language: .english), folder)
    let synonyms = Synonyms([["change", "amend"]])
    let request = SearchRequest(query: Query("change "), now: 0)
    let part = SearchedSegment(domain: "d", synonyms: synonyms, stored: generation)
    let answer = try search(request, in: [part])
    let hit = try #require(answer.hits.first { $0.item.id == "stem" })
    #expect(hit.tier == 3)
    let marker = HitMarker(request, answer, analyzer: generation.analyzer, synonyms: synonyms)
    #expect(try marker.marks(hit) { () throws(Failure) in [] }.highlights[.title] == [0..<7])
  }

  @Test func `stems are marked in what is shown`() throws {
    let folder = try TemporaryFolder()
    let analyzer = Analyzer(language: .english)
    let generation = try generation(analyzer, folder)
    let request = SearchRequest(query: Query("amends pleadings "), now: 0)
    let answer = try search(request, in: [SearchedSegment(domain: "d", stored: generation)])
    let marker = HitMarker(request, answer, analyzer: generation.analyzer)
    let hit = try #require(answer.hits.first { $0.item.id == "stem" })
    let marks = try marker.marks(hit) { () throws(Failure) in [] }
    #expect(marks.highlights[.title] == [0..<7, 8..<16])
    let inBody = try #require(answer.hits.first { $0.item.id == "body" })
    let body = try marker.marks(inBody) { () throws(Failure) in
      Array(StemTests.items[2].body.utf8)
    }
    #expect(body.snippet?.field == .body && body.snippet?.highlights.count == 2)
  }

  @Test func `a token is marked once for each word that it counts as`() {
    let analyzer = Analyzer(language: .english)
    let patterns = TextPattern.patterns(
      of: Query("run running "), allPrefixes: false, analyzer
    ) { _ in [Array("run".utf8), Array("running".utf8)] }
    var scratch = MarkingScratch()
    let marks = TextMarker(patterns, analyzer).marks(in: ByteArena("running"), .body, &scratch)
    #expect(marks.map(\.pattern) == [0, 1])
  }
}
