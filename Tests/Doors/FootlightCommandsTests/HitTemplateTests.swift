import Footlight
import Testing

@testable import FootlightCommands

@Suite struct HitTemplateTests {
  private let hit = Hit(
    domain: "law.rules", id: "FRCP 12", title: "Defenses", description: "", url: "",
    tier: .exact, score: nil, matched: HitMatch(field: .alias, text: "Rule 12"),
    attributes: [
      ItemAttribute("set", .text("FRCP")),
      ItemAttribute("tags", .list(["a", "b"])),
    ])

  private func written(_ text: String) throws -> String {
    try HitTemplate(text).written(hit, label: "Federal Rules")
  }

  @Test func `names in braces are fields of a hit`() throws {
    #expect(try written(#"{title}\t{id}"#) == "Defenses\tFRCP 12")
    #expect(
      try written("{address} {label} {tier} {score}") == "law.rules:FRCP%2012 Federal Rules 1 0")
    #expect(try written("{matched} ({field}){url}") == "Rule 12 (alias)")
    #expect(try written("{attributes.set}/{attributes.tags}/{attributes.none}") == "FRCP/a; b/")
  }

  @Test func `a hit that stands for others says for how many`() throws {
    var best = hit
    best.group = Hit.Group(attribute: "set", value: "frcp", more: 2)
    #expect(try HitTemplate("{id} +{more}").written(best, label: "") == "FRCP 12 +2")
    #expect(try written("{more}") == "")
  }

  @Test func `braces and backslashes are doubled to stand for themselves`() throws {
    #expect(try written(#"{{{id}}} \\ \n"#) == "{FRCP 12} \\ \n")
    #expect(try written("plain") == "plain")
  }

  @Test(arguments: [
    ("{titel}", "{title}"), ("{nothing at all}", "attributes.NAME"), ("{title", "'{{'"),
    ("title}", "'}}'"), (#"\q"#, #"'\\'"#), ("\\", #"'\\'"#), ("{}", "attributes.NAME"),
    ("{attributes.}", "attributes.NAME"),
  ])
  func `an unknown name is a mistake that names the right one`(text: String, help: String) throws {
    do throws(Failure) {
      _ = try HitTemplate(text)
      Issue.record("\(text) was read")
    } catch {
      #expect(error.diagnostics.first?.code == .badFormat)
      #expect(error.diagnostics.first?.remedy?.contains(help) == true, "\(error)")
    }
  }
}
