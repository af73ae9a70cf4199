import FootlightPlatform
import Testing

@testable import DeclaredRecords

/// Items that a declaration puts before the hits of some queries, or takes out of them.
@Suite struct CurationTests {
  @Test func `a rule has queries, ids, a window that ends with its day, and filters`() throws {
    let read = try load(
      declaration(
        item: "attributes: { stock: '{stock}' }",
        top: """
          pins:
            - { query: rule 12, ids: a }
            - { query: [b*, c], ids: [x, y], from: 2026-11-01, to: 2026-11-30, when: "stock>0" }
          hide: { query: rule, ids: [old] }
          """))
    #expect(
      read.querySettings.pins == [
        CurationRule(queries: ["rule 12"], ids: ["a"]),
        CurationRule(
          queries: ["b*", "c"], ids: ["x", "y"], from: 1_793_491_200, to: 1_796_083_200,
          filters: ["stock>0"]),
      ])
    #expect(read.querySettings.hidden == [CurationRule(queries: ["rule"], ids: ["old"])])
    #expect(read.querySettings.namedItems == ["a", "x", "y", "old"])
    let first = read.location.line
    #expect(read.curationPlaces["x"]?.line == read.curationPlaces["stock>0"]?.line)
    #expect(Set(read.curationPlaces.keys) == ["a", "x", "y", "old", "stock>0"])
    #expect(read.curationPlaces.values.allSatisfy { ($0.line ?? 0) > (first ?? 0) })
    let window = read.querySettings.pins[1]
    #expect(!window.holds(at: 1_793_491_199) && window.holds(at: 1_793_491_200))
    #expect(window.holds(at: 1_796_083_199) && !window.holds(at: 1_796_083_200))
  }

  @Test func `rules decide nothing of the index`() throws {
    let rules = declaration(top: "pins: [{ query: a, ids: b }]")
    #expect(try load(rules).fingerprint == load(declaration(top: "")).fingerprint)
  }

  @Test(arguments: [
    ("[{ ids: a }]", "'pins.query' is missing"),
    ("[{ query: a }]", "'pins.ids' is missing"),
    ("[{ query: '*', ids: a }]", "'pins.query' holds an empty text"),
    ("[{ query: a, ids: [''] }]", "'pins.ids' holds an empty text"),
    ("[{ query: a, ids: b, from: soon }]", "'pins.from' is no date"),
    (
      "[{ query: a, ids: b, from: 2026-02-01, to: 2026-01-01 }]",
      "'pins.to' is before 'pins.from'"
    ),
    (
      "[{ query: a, ids: b, when: 'stok>0' }]",
      "'stok>0' in 'pins.when' is no filter of an attribute"
    ),
    ("[rule 12]", "'pins' wants a mapping, not text"),
    ("[{ query: a, ids: b, until: 2026 }]", "unknown key 'until' in 'pins'"),
  ])
  func `a mistake is told at its place`(value: String, message: String) {
    let found = mistakes(declaration(top: "pins: \(value)"))
    #expect(found.contains { $0.message == message }, "\(found)")
    #expect(found.allSatisfy { $0.location?.description.hasPrefix("domains/test.yaml:") ?? false })
  }
}
