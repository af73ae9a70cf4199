import Footlight
import Testing

@testable import DesktopSearch

struct ShownTextTests {
  @Test func `what is shown stays on one line and commands nothing`() {
    #expect(singleLine("First line\nsecond\twith a tab ") == "First line second with a tab")
    #expect(singleLine("a\u{1B}[31m\u{202E}b\u{7}\u{85}c\u{2028}") == "a[31mb c")
    #expect(singleLine("24/7 <b>bold</b> & more") == "24/7 <b>bold</b> & more")
  }

  @Test func `what is long is cut`() {
    let line = singleLine(String(repeating: "東", count: 5_000))
    #expect(line.unicodeScalars.count == 301)
    #expect(line.hasSuffix("…"))
    #expect(singleLine(String(repeating: "x", count: 300)).count == 300)
  }

  @Test(arguments: [
    "https://rules.example/12#text", "http://a", "HTTPS://a", "mailto:a@b.example",
  ])
  func `pages and mail are opened`(_ address: String) {
    #expect(OpenableAddress(address)?.text == address)
  }

  @Test(arguments: [
    "", "javascript:alert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd", "https:",
    "/etc/passwd", "https://a b", "https://a\n", "https://a\u{7F}", " https://a", "footlight:a:1",
  ])
  func `nothing else is opened`(_ address: String) {
    #expect(OpenableAddress(address) == nil)
  }

  @Test func `relevance keeps the order of the search and puts tiers before places`() {
    let hits = Tier.allCases.flatMap { tier in
      (0..<9).map { Hit(domain: "a", id: "\(tier) \($0)", title: "t", tier: tier) }
    }
    let relevances = hits.enumerated().map { RunnerMatch(hit: $1, place: $0).relevance }
    #expect(zip(relevances, relevances.dropFirst()).allSatisfy { $0 > $1 })
    #expect(relevances.allSatisfy { (0...1).contains($0) })
    #expect(
      hits.map { RunnerMatch(hit: $0, place: 0).kind } == hits.map { $0.tier == .exact ? 100 : 70 })
  }
}
