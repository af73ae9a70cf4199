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
      FacetLines.lines(facets, .plain) == [
        "genre", "  1,200  Dramas", "      3  ␛x",
        "year", "  2  2015", "  1  0.5", "  1  true", "  1  2020-01-02",
        "none", "  none",
      ])
  }
}
