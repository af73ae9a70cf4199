import Footlight
import FootlightPlatform
import TestSupport
import Testing

@Suite struct CheckTests {
  @Test func `a check maps everything, shows the first items and writes nothing`() throws {
    let work = try TestWorkspace()
    try work.declare("names", item: ", keywords: [\"k{id}\"], rank: 7")
    work.put("names", (1...5_000).map { ($0, "title \($0)") })
    let library = try work.library()
    let report = try library.check(samples: 2)
    let checked = try #require(report.domains.first)
    #expect(report.exitCode == 0)
    #expect(checked.records == 5_000 && checked.items == 5_000 && checked.badRecords == 0)
    #expect(checked.samples.map(\.id) == ["1", "2"])
    #expect(checked.samples.first?.keywords == ["k1"])
    #expect(checked.samples.first?.rank == 7)
    #expect(try !Folder.exists(work.folder.path(".footlight")))
  }

  @Test func `a check finds what a build would refuse: bad records and repeated ids`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    work.records.put(
      "names",
      [["id": 1, "title": "a"], ["id": 2], ["id": 1, "title": "b"], ["id": 1, "title": "c"]]
    )
    let library = try work.library()
    let report = try library.check()
    #expect(report.exitCode == 2)
    let checked = try #require(report.domains.first)
    #expect(checked.records == 4 && checked.items == 1 && checked.badRecords == 3)
    #expect(checked.exceedsTolerance)
    let built = failure { _ = try library.sync() }
    #expect(
      built?.diagnostics.map(\.code) == report.failures.map(\.code),
      "a check and a build say the same")
    #expect(built?.diagnostics.map(\.location) == report.failures.map(\.location))
  }

  @Test func `declarations anywhere can be checked, and all mistakes of all files are told`() throws
  {
    let work = try TestWorkspace()
    try work.declare("good")
    work.put("good", [(1, "a")])
    try work.folder.write("elsewhere/bad.yaml", "domain: Bad Name\nversion: soon\n")
    let library = try work.library()
    let files = [work.folder.path("domains/good.yaml"), work.folder.path("elsewhere/bad.yaml")]
    let report = try library.check(files: files)
    #expect(report.domains.map(\.domain) == ["good"])
    #expect(report.failures.contains { $0.location?.line == 1 })
    #expect(report.failures.contains { $0.location?.line == 2 })
    #expect(report.exitCode == 2)
    #expect(try library.check(files: [work.folder.path("none.yaml")]).exitCode == 2)
  }

  @Test func `pins of items that are none, and filters that never hold, are told at their lines`()
    throws
  {
    let work = try TestWorkspace()
    try work.declare(
      "names", item: ", attributes: { stock: { value: \"{id}\", type: number } }",
      tail: """
        pins:
          - { query: a, ids: [1] }
          - { query: b, ids: [nobody] }
          - query: c
            ids: [1]
            when: ["stock>few"]
        """)
    work.put("names", [(1, "a")])
    let problems = try #require(try work.library().check().domains.first?.problems)
    #expect(problems.map(\.code.name) == ["pin.unknown-item", "query.value"])
    #expect(problems.map { $0.location?.line } == [7, 10])
    #expect(problems.allSatisfy { $0.severity == .warning })
  }

  @Test func `searches that have names and cannot be asked are told, all mistakes at once`() throws
  {
    let work = try TestWorkspace()
    try work.declare(
      "hotels", item: ", attributes: { price: { value: \"{price}\", type: number } }")
    work.put("hotels", [(1, "Hotel Sonne")])
    try work.folder.write(
      "footlight.yaml",
      """
      searches:
        cheap: { query: hotel, filters: [price<100], sort: -price, domains: [hotels] }
        lost: { query: hotel, domains: [hotles] }
        wrong: { filters: [prize<100, "price<few"], sort: stars }
      """)
    let report = try work.library().check()
    #expect(
      report.failures.map(\.message) == [
        "@lost cannot be asked: there is no domain 'hotles'",
        "@wrong cannot be asked: no searched domain has an attribute 'prize'",
        "@wrong cannot be asked: 'few' is no number, as 'price' wants",
        "@wrong cannot be asked: no searched domain has an attribute 'stars'",
      ])
    #expect(report.failures.map { $0.location?.line } == [3, 4, 4, 4])
    #expect(report.failures.first?.remedy == "did you mean 'hotels'?" && report.exitCode == 2)
    // Of a few files nobody can tell which domains there are.
    let file = work.folder.path("domains/hotels.yaml")
    #expect(try work.library().check(files: [file]).exitCode == 0)
  }
}
