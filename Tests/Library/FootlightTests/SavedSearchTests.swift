import FootlightPlatform
import TestSupport
import Testing

@testable import Footlight

/// Searches that have a name in `footlight.yaml`.
@Suite final class SavedSearchTests {
  private let work: TestWorkspace

  init() throws {
    work = try TestWorkspace()
    try work.declare(
      "hotels", item: ", attributes: { price: { value: \"{price}\", type: number } }")
    try work.declare("trains")
    work.records.put(
      "hotels",
      [(1, "Hotel Sonne", "80"), (2, "Hotel Mond", "200"), (3, "Pension Stern", "40")].map {
        ["id": .number("\($0.0)"), "title": .text($0.1), "price": .number($0.2)]
      })
    work.put("trains", [(9, "Hotel train")])
    try work.folder.write(
      "footlight.yaml",
      """
      searches:
        cheap: { query: hotel, filters: [price<100], domains: hotels }
        all-cheap: { filters: "price<100", sort: price, domains: [hotels] }
        trains: hotel train
      """)
    _ = try work.library().sync()
  }

  private func ids(_ text: String, _ options: SearchOptions = SearchOptions()) throws -> [String] {
    try work.library().search(text, options: options).hits.map(\.id)
  }

  @Test func `a name asks the search with its filters, its order and its domains`() throws {
    #expect(try ids("@cheap") == ["1"])
    #expect(try ids("@all-cheap") == ["3", "1"])
    #expect(try ids(" @trains ") == ["9"])
  }

  @Test func `words after the name narrow it, and what is asked for wins`() throws {
    #expect(try ids("@cheap mond").isEmpty)
    #expect(try ids("@cheap sonne") == ["1"])
    var options = SearchOptions(domains: ["trains"])
    options.sort = [AttributeOrder("title", isDescending: true)]
    #expect(try ids("@trains", options) == ["9"])
  }

  @Test(arguments: [
    ("@chaep mond", "did you mean @cheap?"), ("@al", "did you mean @all-cheap?"),
    (
      "@hotel",
      "there are @cheap, @all-cheap, @trains; a word after an @ is looked for in quotation marks"
    ),
  ])
  func `a name that no search has is an error that names the nearest one`(
    text: String, remedy: String
  ) throws {
    let library = try work.library()
    for refused in [
      failure { _ = try library.search(text) },
      failure { _ = try library.explain(text, "trains:9") },
    ] {
      #expect(refused?.diagnostics.first?.code == .unknownSearch)
      #expect(refused?.diagnostics.first?.remedy == remedy)
    }
    #expect(try library.search("@cheap").notes.isEmpty && library.search("hotel").notes.isEmpty)
  }

  @Test func `what is picked of a search leads where its text is asked`() throws {
    let library = try work.library()
    try library.visit("hotels:2", for: "@cheap")
    #expect(try library.search("hotel").hits.first { $0.domain == "hotels" }?.id == "2")
  }

  @Test func `a mark in quotation marks is text, and names are suggested`() throws {
    #expect(try ids("\"@hotel\"").count > 0)
    let library = try work.library()
    #expect(
      try library.suggest("@").suggestions.map(\.text) == ["@cheap", "@all-cheap", "@trains"])
    #expect(try library.suggest("@al").suggestions.map(\.text) == ["@all-cheap"])
  }

  @Test func `who asks some domains does not learn the names of searches in others`() throws {
    let library = try work.library()
    let options = SearchOptions(domains: ["trains"])
    let refused = failure { _ = try library.search("@chaep", options: options) }
    #expect(refused?.diagnostics.first?.remedy?.hasPrefix("there are @trains;") ?? false)
    #expect(try library.suggest("@", domains: ["trains"]).suggestions.map(\.text) == ["@trains"])
    #expect(try library.suggest("@", domains: ["hotels"]).suggestions.count == 3)
  }

  @Test(arguments: [
    ("searches: [a]", "'footlight.yaml.searches' wants a mapping of names, not a list"),
    ("searches: { \"a b\": x }", "'a b' is no name of a search"),
    ("serches: { a: b }", "unknown key 'serches' in 'footlight.yaml'"),
    ("searches: { a: { filter: x } }", "unknown key 'filter' in 'footlight.yaml.searches.a'"),
    (
      "searches: { a: { query: { b: c } } }",
      "'footlight.yaml.searches.a.query' wants text, not a mapping"
    ),
    ("searches: { a: [b] }", "'footlight.yaml.searches.a' wants text, not a list"),
    ("log: maybe", "'footlight.yaml.log' wants true or false, not text"),
  ])
  func `a mistake is told at its place, and keeps from indexing, not from reading`(
    text: String, message: String
  ) throws {
    try work.folder.write("footlight.yaml", text + "\n")
    let library = try work.library()
    #expect(try library.search("hotel").hits.count > 0)
    #expect(library.settingsMistakes.map(\.message) == [message])
    #expect(failure { try library.watch() } != nil)
    let refused = failure { try library.sync() }
    #expect(refused?.diagnostics.map(\.message) == [message])
    #expect(refused?.diagnostics.first?.location?.line == 1)
  }
}
