import Footlight
import Testing

@testable import FootlightCommands

@Suite struct FacetLinesTests {
  @Test func `each value stands behind its count, the counts below each other`() {
    let facets = [
      Facet(
        "genre",
        [
          Facet.Value(.text("Dramas"), count: 1_200), Facet.Value(.text("\u{1B}x"), count: 3),
        ]
      ),
      Facet(
        "year",
        [
          Facet.Value(.number(2015), count: 2), Facet.Value(.number(0.5), count: 1),
          Facet.Value(.boolean(true), count: 1), Facet.Value(.date("2020-01-02"), count: 1),
        ]),
      Facet("none", []),
    ]
    #expect(
      FacetLines.lines(facets, .plain, width: 80) == [
        "genre", "  1,200  Dramas", "      3  ␛x",
        "year", "  2  2015", "  1  0.5", "  1  true", "  1  2020-01-02",
        "none", "  none",
      ])
  }

  @Test func `a long facet is cut, and says how much is missing`() {
    let values = (0..<1030).map { Facet.Value(.text("v\($0)"), count: 2000 - $0) }
    let lines = FacetLines.lines([Facet("kind", values)], .plain, width: 80)
    #expect(lines.count == 22 && lines[20] == "  1,981  v19" && lines[21] == "  … 1,010 more")
    let bounded = Facet("kind", [Facet.Value(.text("v"), count: 2)], isAtLeast: true)
    #expect(
      FacetLines.lines([bounded], .plain, width: 80) == [
        "kind  at least; --count exact counts all", "  2  v",
      ])
    let wide = Facet("kind", [Facet.Value(.text(String(repeating: "w", count: 200)), count: 1)])
    #expect(FacetLines.lines([wide], .plain, width: 30)[1].count < 34)
  }
}
