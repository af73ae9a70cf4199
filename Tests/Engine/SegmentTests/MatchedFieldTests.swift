import FootlightPlatform
import TestSupport
import Testing
import TextAnalysis

@testable import SearchEngine

/// What a hit names as what matched: a field that holds a word by which it was found.
@Suite struct MatchedFieldTests {
  private static let items = [
    StoredItem.item("keyword", "The Ultimate Movie", keywords: ["Mr Bean", "Dracula"]),
    .item("alias", "Dinner", aliases: ["Meal", "中式晚餐"]),
    .item("far", "餐 Supper 晚", body: "中式晚餐"),
    .item(
      "long", "Year", description: "all the seasons", body: "winter is here", keywords: ["beta"]),
    .item("compound", "Comics", body: "foo", aliases: ["Bats", "Ant-Man"]),
    .item("described", "Films", description: "with Wonder-Woman", body: "and more"),
    .item("named", "Thing of Strangers", aliases: ["A Stranger", "Stranger Things", "Things"]),
    .item("body", "Series", description: "with others", body: "of Super-Girl"),
    // Kept once each: of these six names there are three.
    .item(
      "repeated", "Ivory Gull",
      aliases: ["IVORY GULL", "Ivory-Gull!", "Ross's Gull", "ross's  gull", "Sabine's Gull"]),
    .item(
      "birds", "Sea Eagle",
      aliases: [
        "SEA EAGLE", "Sea-Eagle", "sea eagle!", "Sea  Eagle", "SEA-EAGLE", "Osprey Hawk",
        "osprey  hawk", "Kite Bird",
      ]),
    .item("island", "Gull", aliases: ["GULL", "Gull Island Light", "gull  island", "Osprey"]),
    .item("raptor", "Raptor", aliases: ["RAPTOR", "Ósprey Hawk", "Osprey  Kite"]),
    .item("sea", "One", aliases: ["Archipelago"]),
    .item("water", "Two", aliases: ["Archipelegu"]),
    .item("cited", "Patents", aliases: ["35 USC 121", "35usc121", "35 U.S.C. 122"]),
  ]

  private func matched(
    _ text: String, _ id: String, _ match: MatchMode = .tiers
  ) throws -> HitMatch {
    let folder = try TemporaryFolder()
    let analyzer = Analyzer(stopWords: ["the", "is"])
    let generation = try ItemFile(settings: IndexSettings(analyzer: analyzer)).generation(
      of: MatchedFieldTests.items, at: folder.path("g.sqlite"))
    let answer = try search(text, match, in: [generation])
    return try #require(answer.hits.first { $0.item.id == id }).matched
  }

  @Test(arguments: ["archipelagi ", "archipelegi "])
  func `of one page each hit is told by what it has, however many typos that takes`(_ text: String)
    throws
  {
    let folder = try TemporaryFolder()
    let generation = try ItemFile().generation(
      of: MatchedFieldTests.items, at: folder.path("g.sqlite"))
    let hits = try search(text, .tiers, in: [generation]).hits
    #expect(hits.map(\.item.id) == (text == "archipelagi " ? ["sea", "water"] : ["water", "sea"]))
    for hit in hits {
      let wanted = hit.item.id == "sea" ? "Archipelago" : "Archipelegu"
      #expect(hit.matched == HitMatch(field: .alias, text: wanted))
    }
  }

  @Test(arguments: [
    ("the Dracula ", "keyword", "keyword", ""), ("& Dracula ", "keyword", "keyword", ""),
    ("晚餐 ", "alias", "alias", "中式晚餐"), ("晚餐 ", "far", "body", ""),
    ("中式晚餐 ", "far", "body", ""), ("antman ", "compound", "alias", "Ant-Man"),
    ("wonderwoman ", "described", "description", ""), ("supergirl ", "body", "body", ""),
    ("the winter", "long", "body", ""), ("dracual", "keyword", "keyword", ""),
    ("zebra winter is ", "long", "body", ""),
    ("title:beta OR body:winter ", "long", "body", ""),
    ("\"antman\" OR foo ", "compound", "body", ""),
    ("title:antman OR foo ", "compound", "body", ""),
    ("(zebra -beta) OR winter ", "long", "body", ""),
    ("\"beta winter\" OR winter ", "long", "body", ""),
    ("\"winter is\" OR zebra ", "long", "body", ""),
    ("(seasons zebra) OR winter ", "long", "body", ""),
    ("alias:ant-man OR title:bats ", "compound", "alias", "Ant-Man"),
    ("\"mr bean\" OR zebra ", "keyword", "keyword", ""),
    ("strnager thin", "named", "alias", "Stranger Things"),
    ("strnager things ", "named", "alias", "Stranger Things"),
    ("thigns", "named", "alias", "Things"), ("a strnager", "named", "alias", "A Stranger"),
    ("thign of strangesr ", "named", "title", "Thing of Strangers"),
    ("ivory gull ", "repeated", "title", "Ivory Gull"),
    ("ross's gull ", "repeated", "alias", "Ross's Gull"),
    ("sabine's gull ", "repeated", "alias", "Sabine's Gull"),
    ("sabine's", "repeated", "alias", "Sabine's Gull"),
    ("sabinse gull ", "repeated", "alias", "Sabine's Gull"),
    ("kite bird ", "birds", "alias", "Kite Bird"), ("kiet bird ", "birds", "alias", "Kite Bird"),
    ("bird ", "birds", "alias", "Kite Bird"), ("ospery hawk ", "birds", "alias", "Osprey Hawk"),
    ("hawk ", "birds", "alias", "Osprey Hawk"), ("sea egale ", "birds", "title", "Sea Eagle"),
    ("gull islnad ", "island", "alias", "gull  island"),
    ("osperey kite ", "raptor", "alias", "Osprey  Kite"),
    ("osperey hawk ", "raptor", "alias", "Ósprey Hawk"),
    ("35usc122 ", "cited", "alias", "35 U.S.C. 122"),
    ("35 usc 121 ", "cited", "alias", "35 USC 121"),
  ])
  func `the field is told`(
    _ text: String, _ id: String, _ field: String, _ found: String
  ) throws {
    #expect(
      try matched(text, id) == HitMatch(field: try #require(Field(rawValue: field)), text: found))
  }

  @Test func `a beginning of one letter is looked for in names alone`() throws {
    #expect(
      try matched("seasons b", "long", .any) == HitMatch(field: .description, text: ""))
  }
}
