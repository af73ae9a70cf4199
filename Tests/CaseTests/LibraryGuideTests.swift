import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// Does what docs/library.md shows, word for word.
@Suite struct LibraryGuideTests {
  private static let root = (0..<3).reduce(#filePath) { path, _ in Path.parent(of: path) ?? "" }

  /// A workspace with four rules.
  private func workspace() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      "domains/rules.yaml",
      """
      domain: law.rules
      version: 1
      source: { kind: csv, path: rules.csv }
      item: { id: "{set} {rule}", title: "{set} {rule}: {title}", aliases: ["Rule {rule}"],
        attributes: { set: "{set}", year: { value: "{year}", type: number } } }
      """)
    try folder.write(
      "domains/rules.csv",
      """
      set,rule,title,year
      FRCP,1,Scope and Purpose,1938
      FRCP,12,Defenses and Objections,2010
      FRCrP,12,Pleadings and Pretrial Motions,2014
      FRE,101,Scope; Definitions,2011
      """)
    return folder
  }

  @Test func `a workspace is opened, synced and searched`() throws {
    let folder = try workspace()
    let path = folder.path

    let library = try Library(workspace: path)
    try library.sync()
    for hit in try library.search("rule 12").hits { print(hit.tier, hit.title) }

    for row in try library.sync().rows where !row.isDone {
      print(row.domain, row.failures.map(\.message))
    }
    for lack in try library.lackedPrograms() { print(lack.message, lack.remedy ?? "") }

    let options = SearchOptions(domains: ["law"], limit: 20, match: .all)
    let answer = try library.search("scope purp", options: options)
    print(answer.total, answer.hits.map(\.address), answer.notes.map(\.message))
    #expect(answer.hits.map(\.id) == ["FRCP 1"])

    for hit in answer.hits where hit.tier <= .named {
      let pieces = hit.highlights[.title]?.ranges(in: hit.title) ?? []
      print(hit.title, pieces.map { hit.title[$0] }, hit.matched?.field ?? .title)
    }

    let newest = SearchOptions(
      filters: ["year>=1990", "-set:FRE"], facets: ["set"],
      sort: [AttributeOrder("year", isDescending: true)])
    let found = try library.search("rule", options: newest)
    for facet in found.facets {
      for value in facet.values { print(facet.name, value.value, value.count) }
    }
    #expect(found.hits.map(\.id) == ["FRCrP 12", "FRCP 12"])
    #expect(found.facets.first?.values.count == 2)

    let snapshot = try library.snapshot()
    let first = try snapshot.search("rule")
    let second = try snapshot.search("rule", options: SearchOptions(offset: 10))
    #expect(first.total == 4 && second.hits.isEmpty)

    for suggestion in try library.suggest("scop", timeout: .milliseconds(50)).suggestions {
      print(suggestion.text, suggestion.kind)
    }

    let told = try library.explain("rule purpose", "law.rules:FRCP 12")
    print(told.isFound, told.explanation.reason, told.explanation.missing)
    for factor in told.explanation.factors { print(factor.name, factor.value, factor.detail) }

    if let found = try library.item("law.rules:FRCP 12") {
      print(found.domain, found.item.title, found.item.aliases)
    }
    #expect(try library.item("law.rules:FRCP 12")?.item.aliases == ["Rule 12"])
  }

  @Test func `data is looked at, added and built`() throws {
    let folder = try workspace()
    let data = try folder.write("plants.csv", "id,name\n1,Lesser Celandine\n2,Ramsons\n")
    let library = try Library(workspace: folder.path)

    let proposal = try library.propose(for: data, name: "plants")
    print(proposal.declaration, proposal.doubts, proposal.samples.map(\.title))
    try library.add(proposal)
    try library.sync([proposal.domain])

    #expect(try library.search("ramsons").hits.map(\.domain) == ["plants"])
  }

  @Test func `a sync reports domain by domain`() throws {
    let folder = try workspace()
    let library = try Library(workspace: folder.path)
    let report = try library.sync(
      ["law"],
      options: SyncOptions(
        collectsFailures: true,
        progress: { update in print(update.domain, update.phase, update.fraction ?? 0) }))
    for row in report.rows {
      print(row.domain, row.decision, row.reason, row.items)
      for failure in row.failures { print(failure) }
    }
    #expect(report.rows.map(\.items) == [4] && report.failures.isEmpty)

    do {
      try library.rebuild(["law.rules"])
    } catch {
      for diagnostic in error.diagnostics {
        print(diagnostic.code.name, diagnostic.location?.description ?? "", diagnostic.message)
      }
      Issue.record(error)
    }
  }

  @Test func `an index is verified, dumped, examined and compacted`() throws {
    let folder = try workspace()
    let path = folder.path
    let library = try Library(workspace: path)
    try library.sync()

    let verified = try library.verify(["law"]) { difference in
      print(difference.address, difference.kind)
    }
    print(verified.domains.map(\.differences), verified.failures)
    #expect(verified.domains.map(\.items) == [4] && verified.exitCode == 0)

    try library.dump(["law"]) { found in print(found.domain, found.item.title) }
    try library.dump(toSQLite: path + "/everything.db")

    for finding in try library.examine().findings { print(finding.diagnostic) }
    let freed = try library.compact().map(\.freedBytes)
    #expect(freed == [0])
  }

  @Test func `records of a program are a domain like any other`() throws {
    let folder = try workspace()
    let library = try Library(workspace: folder.path)
    let definition = try DomainDefinition.inCode(
      """
      domain: notes
      version: 1
      item: { id: "{id}", title: "{title}", keywords: ["{tags[]}"] }
      """)
    let notes = RecordList(
      "notes",
      [["id": 1, "title": "Buy milk", "tags": ["home", "shop"]], ["id": 2, "title": "Call Ada"]])
    try library.register(definition, source: notes)
    try library.sync(["notes"])
    #expect(try library.search("shop").hits.map(\.id) == ["1"])
  }

  @Test func `records are pushed, by calls, batches and queues`() throws {
    let folder = try workspace()
    try folder.write(
      "domains/tasks.yaml",
      """
      domain: tasks
      version: 1
      source: { kind: external }
      item: { id: "{id}", title: "{title}", keywords: ["{tags[]}"] }
      """)
    let library = try Library(workspace: folder.path)

    let tasks = library.records(of: "tasks")
    try tasks.index(
      [["id": "7", "title": "Buy milk", "tags": ["home"]], ["id": "8", "title": "Call Ada"]])
    try tasks.merge(partialRecords: [["id": "7", "tags": nil]])
    try tasks.delete(ids: ["8"])
    #expect(try library.search("ada").hits.isEmpty && library.search("home").hits.isEmpty)

    let last = try tasks.lastClientState(of: "crawl")
    let page = last ?? "1"
    let batch = try tasks.beginBatch("crawl")
    try batch.index([["id": "9", "title": .text("Page \(page)")]])
    try batch.endBatch(clientState: "2", expected: last ?? "")
    #expect(try tasks.lastClientState(of: "crawl") == "2")

    let queue = tasks.queue(.onChange)
    try queue.changed(["id": "7", "title": "Buy oat milk"])
    try queue.deleted(id: "9")
    try queue.waitUntilDone()
    #expect(try library.search("oat").hits.map(\.id) == ["7"])

    var watched = library.records(of: "tasks")
    watched.options.hooks.didIndex = { id in print("found now:", id) }
    try watched.index([["id": "10", "title": "Sow peas"]])
    try watched.deleteAll()
    #expect(try library.search("peas").hits.isEmpty)
  }

  @Test func `a workspace is watched until that is enough`() throws {
    let folder = try workspace()
    let library = try Library(workspace: folder.path)

    let stop = Cancellation()
    let options = WatchOptions(cancellation: stop) { report in
      for row in report.rows { print(row.domain, row.changes) }
      stop.cancel()
    }
    try library.watch(options: options)

    #expect(try library.search("rule 12").hits.isEmpty == false)
  }

  @Test func `a program that must not block suspends instead`() async throws {
    let folder = try workspace()
    let path = folder.path
    let library = try Library(workspace: path)
    let report = try await library.detached { library, stop in
      try library.sync(options: SyncOptions(cancellation: stop))
    }
    let hits = try await library.detached { try $0.search("rule 12", cancellation: $1).hits }
    #expect(hits.map(\.id) == ["FRCP 12", "FRCrP 12"] && report.failures.isEmpty)
    let snapshot = try library.snapshot()
    try await snapshot.detached { snapshot, _ in try snapshot.prepare() }
    #expect(try await snapshot.detached { try $0.search("rule 12", cancellation: $1).hits } == hits)
  }

  @Test(arguments: [
    "docs/library.md", "Sources/Library/Footlight/Footlight.docc/Footlight.md",
    "Sources/Library/Footlight/Footlight.docc/IndexYourOwnData.md",
  ])
  func `every line of code in the guide stands here too`(page: String) throws {
    let guide = try File.readWhole(Path.join(Self.root, page))
    let here = try File.readWhole(#filePath)
    let code = Set(lines(of: here))
    var isCode = false
    for line in lines(of: guide) {
      if line.hasPrefix("```") {
        isCode = line == "```swift"
      } else if isCode {
        let isHere = code.contains(line)
        #expect(isHere, "not compiled: \(line)")
      }
    }
  }

  private func lines(of bytes: borrowing ByteArena) -> [String] {
    bytes.text(bytes.all).split(separator: "\n").map { line in
      String(line.drop { $0 == " " })
    }
  }
}
