import Footlight
import Testing

@testable import FootlightCommands

@Suite struct DomainLinesTests {
  private let domains = [
    DomainSummary(domain: "law.rules", label: "Federal Rules", version: 1, items: 530),
    DomainSummary(domain: "law.statutes", label: "United States Code", version: 1, items: 1083),
    DomainSummary(domain: "shows", label: "shows", version: 1, items: 1),
  ]

  private func named(_ query: String, _ selected: [String] = []) -> [String] {
    DomainLines.named(by: query, among: domains, selected: selected).map(\.domain)
  }

  @Test func `a domain whose name or label begins with the query is named`() {
    #expect(named("law") == ["law.rules", "law.statutes"])
    #expect(named("federal r") == ["law.rules"])
    #expect(named("UNITED ") == ["law.statutes"])
    #expect(named("rules").isEmpty && named("").isEmpty && named("f").isEmpty)
  }

  @Test func `only domains that are searched are named`() {
    #expect(named("shows", ["law"]).isEmpty)
    #expect(named("law", ["law.rules"]) == ["law.rules"])
    #expect(named("law", ["la"]).isEmpty)
  }

  @Test func `a line says what is in it and how to search there`() {
    let lines = DomainLines.lines(Array(domains.dropFirst()), .plain)
    #expect(lines[0] == "▸ law.statutes  United States Code  1,083 items  --domain law.statutes")
    #expect(lines[1].hasPrefix("▸ shows ") && lines[1].hasSuffix("  1 item  --domain shows"))
  }
}
