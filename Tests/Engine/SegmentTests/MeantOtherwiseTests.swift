import FootlightPlatform
import TestSupport
import Testing
import TextAnalysis

@testable import SearchEngine

/// What was meant is written otherwise, bears a longer name, or lacks a word.
@Suite struct MeantOtherwiseTests {
  private func hits(_ text: String, _ items: [StoredItem]) throws -> [RankedHit] {
    let folder = try TemporaryFolder()
    let generation = try ItemFile().generation(of: items, at: folder.path("g.sqlite"))
    return try search(text, .tiers, in: [generation]).hits
  }

  @Test(arguments: [
    ("rocky 2", "Rocky II"), ("rocky two", "Rocky II"), ("rocky II", "Rocky 2"),
    ("the 2nd part", "The Second Part"), ("2nd season", "Season 2"), ("part three", "Part 3rd"),
    ("louis 14", "Louis XIV"),
    ("apollo thirteen", "Apollo 13"), ("catch twenty two", "Catch-22"),
    ("42nd street", "Forty-Second Street"), ("forty second street", "42nd Street"),
    ("90 days", "Ninety Days"), ("room one hundred", "Room 100"), ("room 100", "Room One Hundred"),
  ])
  func `a number is found in all its writings`(_ query: String, _ title: String) throws {
    let items = [
      StoredItem.item("1", title), .item("2", "Rocky 3 Apollo Part 5"), .item("3", "Other"),
    ]
    #expect(try hits(query, items).first?.item.id == "1")
  }

  @Test(arguments: ["i", "v", "x", "iiii", "vx", "0", "101", "02", "21th", "eleventy"])
  func `what only looks like a number up to a hundred is none`(_ word: String) {
    #expect(Numeral(Array(word.utf8)) == nil)
  }

  @Test func `each number has its writings and reads them all`() {
    for value in 1...100 {
      let number = Numeral(Array("\(value)".utf8))
      let writings = number?.writings ?? []
      #expect(writings.count > 1 && Set(writings).count == writings.count)
      for writing in writings { #expect(Numeral(writing) == number) }
      for pair in number?.pairs ?? [] { #expect(Numeral(pair[0], pair[1]) == number) }
    }
  }

  @Test func `a place in a row is no number of things`() throws {
    #expect(
      try hits("first ", [.item("1", "One Piece"), .item("2", "Chapter 1st")]).map(\.item.id) == [
        "2"
      ])
    #expect(
      try hits("two ", [.item("1", "Second Piece"), .item("2", "Piece 2")]).map(\.item.id) == ["2"])
  }

  @Test func `a phrase and what is excluded keep their writing`() throws {
    let items = [StoredItem.item("1", "Rocky II"), .item("2", "Rocky 2")]
    #expect(try hits("\"rocky 2\"", items).map(\.item.id) == ["2"])
    #expect(try hits("rocky -2", items).map(\.item.id) == ["1"])
  }

  @Test func `a letter before a number begins a word`() throws {
    let items = [
      StoredItem.item("1", "Dark Season 2"), .item("2", "Dark Season 3"), .item("3", "Dark 2"),
    ]
    let found = try hits("dark s2", items)
    #expect(found.first?.item.id == "1" && found.first?.tier == 5)
  }

  @Test func `single letters in a row are one word where names hold that`() throws {
    let items = [
      StoredItem.item("1", "FRCP 12"), .item("2", "Other", body: "f r c p 12"),
      .item("3", "A B C"),
    ]
    #expect(try hits("F R C P 12", items).first?.item.id == "1")
    #expect(try hits("a b c", items).first?.item.id == "3")
  }

  @Test func `a longer name goes before the one in the query where it tells more`() throws {
    let name = "Quartz Lantern Meadow Copper Violin"
    let items = [
      StoredItem.item("short", name), .item("long", "\(name): Orchard Valley"),
      .item("other", "Harbor"),
    ]
    let others = (0..<300).map { StoredItem.item("\($0)", "Other \($0)") }
    let found = try hits("\(name) valley orchard harbor ", items + others)
    #expect(found.prefix(2).map(\.item.id) == ["long", "short"])
    #expect(found.first?.tier == 6 && found.first?.matched.isNamed == false)
    #expect(found.dropFirst().first?.matched.isNamed == true)
    // Where it tells no more, the named one leads.
    #expect(try hits("\(name) harbor ", items + others).first?.item.id == "short")
  }

  /// All words by chance in long texts, and an item that lacks one of them.
  private var chances: [StoredItem] {
    let words = (0..<400).map { "word\($0)" }.joined(separator: " ")
    let chance = (0..<12).map {
      StoredItem.item(
        "chance \($0)", "Other \($0)", body: "\(words) deposition lasts hours \(words)")
    }
    let others = (0..<300).map { StoredItem.item("\($0)", "Other thing \($0)", body: "lasts") }
    return chance + others + [.item("meant", "Deposition hours", body: "a deposition of hours")]
  }

  @Test func `what lacks a word passes what holds all by chance, by a quarter of its score`() throws
  {
    let folder = try TemporaryFolder()
    let generation = try ItemFile().generation(of: chances, at: folder.path("g.sqlite"))
    let answer = try search("deposition lasts hours ", .tiers, in: [generation])
    #expect(answer.hits.first?.item.id == "meant" && answer.hits.first?.tier == 6)
    #expect(answer.hits.dropFirst().allSatisfy { $0.tier == 4 })
    // It is counted once.
    #expect(answer.total == 13)
  }
}
