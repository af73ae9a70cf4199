import Footlight
import FootlightPlatform
import Testing
import TextAnalysis

/// Builds the bundled domains once and looks for what their comments promise.
@Suite(.bundledDomains) struct BundledDomainsTests {
  @Test func `every record of every bundled domain becomes an item`() throws {
    let rows = try #require(BundledDomains.current).report.rows
    let items = Dictionary(uniqueKeysWithValues: rows.map { ($0.domain, $0.items) })
    var expected = [
      "law.rules": 530, "law.statutes": 1083, "tv-shows": 8806, "anime": 8821, "iceland": 195,
    ]
    #if Complete
      expected["constellations"] = 88
    #endif
    #expect(items == expected)
    #expect(rows.allSatisfy { $0.badRecords == 0 })
  }

  @Test(arguments: ["rule 12", "Rule 12.", "RULE 12"])
  func `a rule is found by its number in every set (MA-1)`(query: String) throws {
    let hits = try BundledDomains.search(query)
    let exact = hits.filter { $0.tier == .exact }.map(\.id)
    #expect(exact == ["FRCP 12", "FRCrP 12", "FRAP 12"])
  }

  @Test(arguments: ["FRCP 12", "frcp12", "Fed. R. Civ. P. 12", "fed r civ p 12"])
  func `a rule is found by each of its citations (MA-1)`(query: String) throws {
    let first = try #require(try BundledDomains.search(query).first)
    #expect(first.id == "FRCP 12")
    #expect(first.tier == .exact)
  }

  @Test(arguments: ["35 USC 121", "35 U.S.C. § 121", "35 usc §121", "35usc121"])
  func `a section is found by citations that its text does not hold (MA-2)`(query: String) throws {
    let first = try #require(try BundledDomains.search(query).first)
    #expect(first.id == "35 USC 121")
    #expect(first.tier == .exact)
  }

  @Test(arguments: SearchCase.names)
  func `every search of a case without domains finds what it must`(name: String) throws {
    let searchCase = try SearchCase(named: name)
    guard !searchCase.hasDomains, !searchCase.needsStems || Stemmer.isAvailable else { return }
    let library = try #require(BundledDomains.current).library
    try CaseTests().ask(searchCase, library, onlyDomain: nil)
  }

  @Test func `both sections that bear the number 28 U.S.C. § 1932 are kept`() throws {
    let exact = try BundledDomains.search("28 usc 1932").filter { $0.tier == .exact }
    #expect(exact.map(\.id).sorted() == ["28 USC 1932", "28 USC 1932 (2)"])
    #expect(exact.allSatisfy { !$0.title.contains("1 Judicial") && !$0.title.contains("1 Revo") })
  }

  @Test func `a show is found by a director and as somebody types`() throws {
    #expect(try BundledDomains.search("stranger th").first?.title == "Stranger Things")
    let kubrick = try BundledDomains.search("stanley kubrick")
    #expect(!kubrick.isEmpty && kubrick.allSatisfy { $0.domain == "tv-shows" })
  }

  #if Complete
    @Test(arguments: ["betelgeuse", "orion", "ori", "orion's belt", "alpha orionis"])
    func `a constellation is found by what XML says of it`(query: String) throws {
      let first = try BundledDomains.search(query).first { $0.domain == "constellations" }
      #expect(first?.id == "Ori" && first?.tier == .exact)
    }
  #endif

  @Test(arguments: ["進撃の巨人", "attack on titan", "进击的巨人", "進擊的巨人"])
  func `an anime is found by its name in every language`(query: String) throws {
    let exact = try BundledDomains.search(query).filter { $0.tier == .exact }
    #expect(exact.contains { $0.domain == "anime" && $0.title == "進撃の巨人" })
  }
}
