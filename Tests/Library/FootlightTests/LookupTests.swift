import DeclaredRecords
import FootlightPlatform
import TestSupport
import Testing

@testable import Footlight

/// Items by address and url, notes about what is old or missing, and the status of domains.
@Suite struct LookupTests {
  private func built() throws -> TestWorkspace {
    let work = try TestWorkspace()
    try work.declare(
      "names",
      item: """
        , url: "https://example.org/{id}", expires: "{until}", attributes: \
        { tags: { value: "{tags}", type: list }, n: { value: "{n}", type: number } }
        """)
    work.records.put(
      "names",
      [
        ["id": "a b/c:d", "title": "alpha", "tags": ["x", "y"], "n": 1.5],
        ["id": 2, "title": "beta", "until": "2001-01-01"],
      ])
    try work.library().sync()
    return work
  }

  @Test func `a state that was prepared answers as one that was not`() throws {
    let work = try built()
    let prepared = try work.library().snapshot()
    try prepared.prepare()
    // Another library has opened the index for itself.
    let library = try work.library()
    for text in ["a", "alpha", "alpah ", "beta", "qxzv", ""] {
      let found = try prepared.search(text)
      #expect(try found.hits == library.snapshot().search(text).hits, "\(text)")
    }
    #expect(try prepared.search("alpah ").hits.map(\.title) == ["alpha"])
    #expect(
      Snapshot.rehearsal(of: "(The) OR Netherlands~") == [
        "t", "the", "the ", "the or netherlands ", "the n", "the netherlands ", "netherlansd ",
        "qxzvnetherlands ",
      ])
    #expect(Snapshot.rehearsal(of: " – ").isEmpty)
  }

  @Test func `an item is found by its address in any spelling, and by its url (RA-30)`() throws {
    let work = try built()
    let library = try work.library()
    for text in ["names:a b/c:d", "names:a%20b/c:d", "names:%61 b%2fc%3Ad"] {
      #expect(try library.item(text)?.item.title == "alpha", "\(text)")
    }
    let found = try #require(try library.item("https://example.org/a b/c:d"))
    #expect(found.domain == "names" && found.item.id == "a b/c:d")
    #expect(
      found.item.attributes == [
        ItemAttribute("tags", .list(["x", "y"])), ItemAttribute("n", .number(1.5, written: "1.5")),
      ])
    let hit = try #require(try library.search("alpha").hits.first)
    #expect(hit.address == "names:a%20b/c:d")
    #expect(try library.item(hit.address) == found)
  }

  @Test func `an url that an expired item shares leads to the other`() throws {
    let work = try TestWorkspace()
    try work.declare("names", item: ", url: \"https://example.org/x\", expires: \"{until}\"")
    work.records.put(
      "names",
      [
        ["id": 1, "title": "a", "until": "2001-01-01"],
        ["id": 2, "title": "b", "until": "2999-01-01"],
        ["id": 3, "title": "c", "until": "2001-01-01"],
      ])
    let library = try work.library()
    try library.sync()
    #expect(try library.item("https://example.org/x")?.item.id == "2")
    #expect(try library.explain("b", "https://example.org/x").id == "2")
  }

  @Test func `a list of many elements comes back whole`() throws {
    let work = try TestWorkspace()
    try work.declare(
      "names",
      item: """
        , attributes: { tags: { value: "{tags}", type: list }, more: { value: "{more}", type: list } }
        """)
    let tags = (0..<20_000).map { "tag \($0)" }
    work.records.put(
      "names",
      [["id": 1, "title": "n", "tags": .list(tags.map { .text($0) }), "more": ["x", "y"]]])
    let library = try work.library()
    try library.sync()
    let hit = try #require(try library.search("n").hits.first)
    #expect(
      hit.attributes == [
        ItemAttribute("tags", .list(tags)), ItemAttribute("more", .list(["x", "y"])),
      ])
  }

  @Test func `an url that items share leads to one that is there`() throws {
    let work = try TestWorkspace()
    try work.declare("names", item: ", url: \"https://example.org/{group}\"")
    func put(_ ids: [Int]) {
      work.records.put(
        "names", ids.map { ["id": .number("\($0)"), "title": "n", "group": $0 < 4 ? "a" : "b"] })
    }
    put(Array(1...9))
    try work.library().sync()
    for left in [[2, 3], [3]] {
      put(left + Array(4...9))
      #expect(try work.library().decision("names") == .apply)
      let found = try #require(try work.library().item("https://example.org/a"))
      #expect(left.map(String.init).contains(found.item.id))
    }
    put(Array(4...9))
    #expect(try work.library().decision("names") == .apply)
    #expect(try work.library().item("https://example.org/a") == nil)
  }

  @Test func `whether typos are noted does not depend on the page`() throws {
    let work = try TestWorkspace()
    try work.declare("names", item: ", attributes: { n: { value: \"{id}\", type: number } }")
    work.put("names", [(1, "kulik"), (2, "kubik"), (3, "other kulik")])
    try work.library().sync()
    let library = try work.library()
    for options in [
      SearchOptions(), SearchOptions(limit: 0), SearchOptions(offset: 1), SearchOptions(offset: 50),
    ] {
      #expect(try library.search("kubik ", options: options).notes.isEmpty)
      #expect(
        try library.search("kubic ", options: options).notes.map(\.message)
          == ["nothing holds 'kubic': did you mean 'kubik'?"])
      #expect(
        try library.search("other Kubic ", options: options).notes.first?.meant == "other kubik ")
    }
    var sorted = SearchOptions()
    sorted.sort = [AttributeOrder("n")]
    #expect(try library.search("kubik ", options: sorted).notes.isEmpty)
  }

  @Test func `what is unknown or expired is nothing, a foreign domain is a failure (RA-30)`() throws
  {
    let work = try built()
    let library = try work.library()
    #expect(try library.item("names:nothing") == nil)
    #expect(try library.item("names:2") == nil)
    #expect(try library.item("https://example.org/2") == nil)
    #expect(try library.item("https://example.com/") == nil)
    #expect(failureCode { _ = try library.item("xnames:a%20b") } == .unknownDomain)
    #expect(failureCode { _ = try library.item("name:a%20b") } == .unknownDomain)
    #expect(failureCode { _ = try library.item("no address") } == .badAddress)
  }

  @Test func `syntax that is taken as words is noted, and refused with its place when strict`()
    throws
  {
    let work = try built()
    let library = try work.library()
    let strict = SearchOptions(isStrict: true)
    for (text, column, code) in [
      ("\"alpha", 1, "query.quote"), ("alpha (tags:x", 7, "query.parenthesis"),
      ("alpha OR", 7, "query.operand"),
    ] {
      let answer = try library.search(text)
      #expect(answer.notes.map(\.code.rawValue) == [code], "\(text)")
      let refused = failure { _ = try library.search(text, options: strict) }
      #expect(refused?.diagnostics.first?.code.name == code, "\(text)")
      #expect(refused?.diagnostics.first?.location?.column == column, "\(text)")
      #expect(refused?.diagnostics.first?.remedy != nil, "\(text)")
    }
    for text in [
      "alpha", "alpha colour:red", "alpha tags:x", "\"alpha\" OR beta", "alpha: beta", "al'pha",
    ] {
      #expect(try library.search(text, options: strict).notes.isEmpty, "\(text)")
    }
  }

  @Test func `a page too far down is refused, negative ones too`() throws {
    let work = try built()
    let library = try work.library()
    for (offset, limit) in [(9_999, 2), (0, 10_001), (-1, 1), (0, -1), (.max, .max)] {
      let options = SearchOptions(limit: limit, offset: offset)
      #expect(failure { _ = try library.search("a", options: options) }?.exitCode == 2)
    }
    #expect(try library.search("alpha", options: SearchOptions(limit: 0)).total == 1)
  }

  @Test func `a search notes what is older than its declaration, without reading it`() throws {
    let work = try built()
    let library = try work.library()
    #expect(try library.search("alpha").notes.isEmpty)
    try work.folder.write("domains/names.yaml", "this is: [no declaration")
    let notes = try work.library().search("alpha").notes
    #expect(notes.map(\.code) == [.stale])
    #expect(notes.first?.domain == "names")
  }

  @Test func `a search notes data that changed, and a sync settles it`() throws {
    let folder = try TemporaryFolder()
    try folder.write("domains/data/names.csv", "id,title\n1,alpha\n")
    try folder.write(
      "domains/names.yaml",
      """
      domain: names
      version: 1
      source: { kind: csv, path: data/names.csv }
      item: { id: "{id}", title: "{title}" }

      """)
    try Library(workspace: folder.path).sync()
    #expect(try Library(workspace: folder.path).search("alpha").notes.isEmpty)
    try folder.write("domains/data/names.csv", "id,title\n1,alpha\n2,beta\n")
    #expect(
      try Library(workspace: folder.path).search("alpha").notes.map(\.code) == [.stale])
    try Library(workspace: folder.path).sync()
    #expect(try Library(workspace: folder.path).search("beta").notes.isEmpty)
  }

  @Test func `a source that was written just before it was read is compared by its records`() throws
  {
    let folder = try TemporaryFolder()
    try folder.write("domains/names.csv", "id,title\n1,alpha\n")
    try folder.write(
      "domains/names.yaml",
      """
      domain: names
      version: 1
      source: { kind: csv, path: names.csv }
      item: { id: "{id}", title: "{title}" }

      """)
    try Library(workspace: folder.path).sync()
    // The same look, as far as it goes; the records decide.
    #expect(try Library(workspace: folder.path).sync().rows.map(\.decision) == [.none])
    #expect(try Library(workspace: folder.path).status().domains.map(\.decision) == [.none])
  }

  @Test func `a search without an index finds nothing and says so`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    let answer = try work.library().search("anything")
    #expect(answer.hits.isEmpty && answer.total == 0)
    #expect(answer.notes.map(\.code) == [.nothingIndexed, .unbuilt])
    #expect(try !Folder.exists(work.folder.path(".footlight")), "a search writes nothing")
    let named = SearchOptions(domains: ["names"])
    #expect(try work.library().search("anything", options: named).hits.isEmpty)
  }

  @Test func `the status tells what is stored, declared and to be done`() throws {
    let work = try built()
    try work.declare("later")
    let library = try work.library()
    let report = try library.status()
    #expect(report.failures.isEmpty)
    #expect(report.domains.map(\.domain) == ["later", "names"])
    let later = report.domains[0]
    #expect(later.decision == .build && later.version == nil && later.declared == 1)
    #expect(later.generation == nil && later.segments == 0 && later.items == 0)
    let names = report.domains[1]
    #expect(names.decision == .none && names.version == 1 && names.declared == 1)
    #expect(names.generation == 1 && names.segments == 1 && names.items == 2)
    #expect(names.bytes > 0 && names.built != nil && names.took > .zero)
    #expect(try library.domains().map(\.domain) == ["later", "names"])
    #expect(try library.status(["names"]).domains.count == 1)
    #expect(failureCode { _ = try library.status(["nam"]) } == .unknownDomain)
  }

  @Test func `a source that cannot be read shows in the status, which does not fail`() throws {
    let folder = try TemporaryFolder()
    try folder.write("domains/names.csv", "id,title\n1,alpha\n")
    try folder.write(
      "domains/names.yaml",
      """
      domain: names
      version: 1
      source: { kind: csv, path: names.csv }
      item: { id: "{id}", title: "{title}" }

      """)
    let library = try Library(workspace: folder.path)
    try library.sync()
    try FileOperations.system.remove(folder.path("domains/names.csv"))
    let report = try library.status()
    #expect(report.domains.first?.reason.hasPrefix("a sync would fail") ?? false)
    #expect(report.failures.first?.code.exitCode == 2)
    #expect(failure { _ = try library.sync() }?.exitCode == 2)
    #expect(try library.ids("alpha") == ["1"])
  }
}
