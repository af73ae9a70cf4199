import DeclaredRecords
import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// Known cases of RestKit's search and of its cache of objects, told in domains, items and attributes.
@Suite struct KnownWordCaseTests {
  private let work: TestWorkspace

  init() throws { work = try TestWorkspace() }

  private func library(_ domain: String = "people", item: String) throws -> Library {
    try work.folder.write(
      "domains/\(domain).yaml",
      """
      domain: \(domain)
      version: 1
      source: { kind: external }
      item: \(item)

      """)
    return try work.library()
  }

  private let everyField = """
    { id: "{id}", title: "{name}", description: "{trade}", keywords: ["{tags[]}"],
      attributes: { age: { value: "{age}", type: number }, tags: { value: "{tags[]}", type: list } } }
    """

  private func record(_ id: String, _ name: String, _ tags: [String], age: String) -> Record {
    [
      "id": .text(id), "name": .text(name), "trade": "baker",
      "tags": .list(tags.map { .text($0) }), "age": .number(age),
    ]
  }

  @Test func `texts, numbers and lists are searched as declared, in their order (RK-9, RK-10)`()
    throws
  {
    let library = try library(item: everyField)
    try library.records(of: "people").index([
      record("1", "Blake Watters", ["swift", "ios"], age: "31")
    ])
    for text in ["blake", "watters", "baker", "swift", "ios"] {
      #expect(try library.ids(text) == ["1"], "\(text)")
    }
    let item = try #require(try library.item("people:1")?.item)
    #expect(item.attributes.map(\.name) == ["age", "tags"])
  }

  @Test func `a value that does not fit its type names the types and the place (RK-11)`() throws {
    let failure = #expect(throws: Failure.self) {
      try library(
        item: """
          { id: "{id}", title: "{name}", attributes: { born: { value: "{born}", type: moment } } }
          """
      ).records(of: "people").index([["id": "1"]])
    }
    let mistake = try #require(failure?.diagnostics.first)
    #expect(mistake.code == .badValue && mistake.location?.line == 4)
    #expect((mistake.message + (mistake.remedy ?? "")).contains("date"))
  }

  @Test func `a key that there is not is named with the one that was meant (RK-12)`() throws {
    let failure = #expect(throws: Failure.self) {
      try library(item: #"{ id: "{id}", title: "{name}", keyword: ["{tag}"] }"#)
        .records(of: "people").index([["id": "1"]])
    }
    let mistake = try #require(failure?.diagnostics.first)
    #expect(mistake.code == .unknownKey && mistake.message.contains("keyword"))
    #expect(mistake.remedy?.contains("keywords") == true)
  }

  @Test func `two domains share words and stay apart (RK-13)`() throws {
    _ = try library("cats", item: #"{ id: "{id}", title: "{name}" }"#)
    let library = try library("people", item: #"{ id: "{id}", title: "{name}" }"#)
    try library.records(of: "people").index([["id": "1", "name": "Blake"]])
    try library.records(of: "cats").index([["id": "1", "name": "Blake"]])
    #expect(try library.search("blake").hits.map(\.domain) == ["cats", "people"])
    #expect(try library.search("blake", options: SearchOptions(domains: ["cats"])).hits.count == 1)
    try library.deleteRecords(ofDomains: ["cats"])
    #expect(try library.search("blake").hits.map(\.domain) == ["people"])
  }

  @Test func `a number is found as a number and as its text (RK-28)`() throws {
    let library = try library(item: #"{ id: "{id}", title: "{name}" }"#)
    try library.records(of: "people").index([["id": .number("12345"), "name": "Blake"]])
    #expect(try library.item("people:12345")?.item.title == "Blake")
    try library.records(of: "people").index([["id": "12345", "name": "Jeff"]])
    #expect(try library.item("people:12345")?.item.title == "Jeff")
    #expect(try library.search("blake").hits.isEmpty)
  }

  @Test func `values are met alone, as a list, and in combination (RK-29, RK-31)`() throws {
    let library = try library(item: everyField)
    try library.records(of: "people").index([
      record("1", "Blake", ["a", "b"], age: "31"), record("2", "Blake", ["b"], age: "32"),
      record("3", "Jeff", ["c"], age: "31"),
    ])
    func found(_ text: String, _ filters: String...) throws -> [String] {
      var options = SearchOptions()
      options.filters = filters
      options.findsAll = text.isEmpty
      return try library.search(text, options: options).hits.map(\.id).sorted()
    }
    #expect(try found("", "tags:b") == ["1", "2"])
    #expect(try found("", "tags:a,c") == ["1", "3"])
    #expect(try found("blake", "tags:b", "age:31") == ["1"])
    #expect(try found("jeff", "tags:a,b").isEmpty)
    var options = SearchOptions()
    (options.findsAll, options.facets) = (true, ["age"])
    let ages = try #require(try library.search("", options: options).facets.first)
    #expect(ages.values.map(\.count) == [2, 1], "three people, two ages")
  }

  @Test func `what is deleted is gone, and its namesakes stay (RK-27, RK-30)`() throws {
    let library = try library(item: #"{ id: "{id}", title: "{name}" }"#)
    #expect(try library.item("people:1") == nil, "nothing is there before the first push")
    try library.records(of: "people").index([
      ["id": "1", "name": "Blake"], ["id": "2", "name": "Blake"],
    ])
    #expect(try library.ids("blake") == ["1", "2"])
    try library.deleteRecords(at: ["people:1"])
    #expect(try library.item("people:1") == nil)
    #expect(try library.ids("blake") == ["2"])
    try library.deleteRecords(at: ["people:1"])
    try library.deleteAllRecords()
    #expect(try library.ids("blake").isEmpty)
  }
}
