import FootlightPlatform
import TestSupport
import Testing

@testable import SearchEngine

/// What is being typed may be mistyped: it is a whole word first, then the beginning of one.
@Suite struct CorrectedBeginningTests {
  private func answer(_ text: String, _ items: [StoredItem]) throws -> SearchAnswer {
    let folder = try TemporaryFolder()
    let generation = try ItemFile().generation(of: items, at: folder.path("g.sqlite"))
    return try search(text, .tiers, in: [generation])
  }

  @Test func `whole words come before the beginnings of longer ones`() throws {
    let items = [
      StoredItem.item("begun", "Ancient Aliens"), .item("whole", "Zoo", body: "an anime"),
      .item("far", "Anmipharmacy and more"),
    ]
    let found = try answer("anmie", items)
    #expect(found.hits.map(\.item.id) == ["whole", "begun", "far"])
    #expect(found.hits.map(\.tier) == [5, 5, 5])
    #expect(found.corrections.map(\.expansions) == [["anime", "ancient"]])
    // A complete word is no beginning.
    #expect(try answer("anmie ", items).hits.map(\.item.id) == ["whole"])
  }

  @Test func `fewer typos come before whole words`() throws {
    let items = [
      StoredItem.item("two typos", "canfxrmint"), .item("one and begun", "conformintxyz"),
      .item("one", "other conformint"),
    ]
    let found = try answer("confirmint", items).hits
    #expect(found.map(\.item.id) == ["one", "one and begun", "two typos"])
  }

  @Test func `nobody is asked whether a much longer word was meant`() throws {
    let found = try answer("naruot", [.item("1", "Narcotics"), .item("2", "Other")])
    #expect(found.hits.map(\.item.id) == ["1"] && found.hits.first?.tier == 5)
    #expect(found.corrections.map(\.expansions) == [[]])
  }

  @Test func `typos add up, and one beginning among words is enough`() {
    let one = TypoLevel.of(typos: 1, isBeginning: true)
    #expect(TypoLevel.sum(one, one) == TypoLevel.of(typos: 2, isBeginning: true))
    #expect(TypoLevel.sum(one, 4) == TypoLevel.of(typos: 3, isBeginning: true))
    #expect(TypoLevel.sum(2, 4) == TypoLevel.of(typos: 3, isBeginning: false))
    for one in 0...7 {
      for other in 0...7 { #expect(TypoLevel.sum(one, other) == naiveSum(one, other)) }
    }
  }
}
