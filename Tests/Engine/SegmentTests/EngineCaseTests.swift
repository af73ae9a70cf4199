import FootlightPlatform
import TestSupport
import Testing

@testable import SearchEngine

/// Cases of other systems, held against the engine alone.
@Suite struct EngineCaseTests {
  private static func found(
    _ text: String, _ match: MatchMode = .all, among items: [StoredItem]
  ) throws(Failure) -> [String] {
    let folder = try TemporaryFolder()
    let generation = try ItemFile().generation(of: items, at: folder.path("g.sqlite"))
    let answer = try search(text, match, limit: 50, in: [generation])
    #expect(answer.total == answer.hits.count && !answer.isAtLeast)
    return answer.hits.map(\.item.id)
  }

  private static let people: [StoredItem] = [
    .item("first", "Asia Penelope Watters"), .item("second", "Reginald Royford Williams, III"),
  ]

  private static let money: [StoredItem] = [
    .item("$", "$"), .item("£", "£ sterling"), .item("€", "€ euro"),
  ]

  @Test func `RK-5: all of one name finds exactly its bearer`() throws {
    #expect(try EngineCaseTests.found("Asia", among: EngineCaseTests.people) == ["first"])
  }

  @Test(arguments: [
    ("RK-5a", "Asia Roy", []), ("RK-5b", "roy WILL", ["second"]), ("RK-5c", "ford", []),
    ("RK-5e", "williams, iii", ["second"]),
  ])
  func `RK-5a, b, c, e: every word is a prefix, and all must match`(
    _ name: String, _ text: String, _ wanted: [String]
  ) throws {
    #expect(try EngineCaseTests.found(text, among: EngineCaseTests.people) == wanted, "\(name)")
  }

  @Test func `RK-5d: none finds those without the word`() throws {
    #expect(try EngineCaseTests.found("asia", .none, among: EngineCaseTests.people) == ["second"])
    #expect(try EngineCaseTests.found("asi", .none, among: EngineCaseTests.people) == ["second"])
    #expect(try EngineCaseTests.found("asia roy", .none, among: EngineCaseTests.people) == [])
  }

  @Test func `RK-6: any of two words finds both bearers`() throws {
    let found = try EngineCaseTests.found("Asia Roy", .any, among: EngineCaseTests.people)
    #expect(Set(found) == ["first", "second"])
  }

  @Test func `RK-7: a symbol alone finds those that have it`() throws {
    #expect(try EngineCaseTests.found("$", among: EngineCaseTests.money) == ["$"])
    #expect(try EngineCaseTests.found("£", among: EngineCaseTests.money) == ["£"])
  }

  @Test func `RK-8: any of three symbols finds all three`() throws {
    let found = try EngineCaseTests.found("$ £ €", .any, among: EngineCaseTests.money)
    #expect(Set(found) == ["$", "£", "€"])
  }

  @Test func `TB-17: a number finds the item with that name first, then those it begins`() throws {
    let items: [StoredItem] = [
      .item("frc271", "Team 271"), .item("frc2700", "Team 2700", aliases: ["2700"], rank: 900),
      .item("frc27", "Team 27", aliases: ["27"], rank: 1),
      .item("frc270", "Team 270", aliases: ["270"], rank: 900),
      .item("frc1", "Team 1", description: "Founded with team 27"),
    ]
    // Without white space behind it, 27 is a prefix of two characters: it looks at names.
    let begun = ["frc27", "frc270", "frc2700", "frc271"]
    #expect(try EngineCaseTests.found("27", .tiers, among: items) == begun)
    #expect(try EngineCaseTests.found("27 ", .all, among: items) == begun)
    #expect(try EngineCaseTests.found("27 ", .tiers, among: items) == ["frc27", "frc1"])
    #expect(try EngineCaseTests.found("frc27", .tiers, among: items).first == "frc27")
  }

  @Test func `TB-17: year and place find the event whose title begins with them`() throws {
    let items: [StoredItem] = [
      .item("2025miket", "2025 Michigan Kettering"), .item("2026cama", "2026 California Madera"),
      .item("2026miket", "2026 Michigan Kettering"),
      .item("2026mi", "District championship", description: "Michigan, 2026"),
    ]
    for text in ["2026 michigan", "2026 mich"] {
      #expect(
        try EngineCaseTests.found(text, .tiers, among: items).prefix(2) == ["2026miket", "2026mi"])
    }
  }
}
