import FileHandles
import Footlight
import FootlightPlatform
import IndexStores
import TestSupport
import Testing

@Suite struct DumpTests {
  private func built() throws -> TestWorkspace {
    let work = try TestWorkspace()
    try work.declare(
      "names",
      item: """
        , keywords: ["{words[]}"], expires: "{until}", attributes: { \
        n: { value: "{n}", type: number }, big: { value: "{big}", type: number }, \
        ok: { value: "{ok}", type: boolean }, day: { value: "{day}", type: date }, \
        tags: { value: ["{tags[]}"], type: list }, Title: "{t}", say_x: "{t}" }
        """)
    work.records.put(
      "names",
      [
        [
          "id": "b", "title": "beta", "words": ["one", "a \"word\""], "n": 1.5, "big": 12,
          "ok": true, "day": "2024-05-01", "tags": ["x", "y"], "t": "text",
        ],
        ["id": "a", "title": "alpha"],
        ["id": "c", "title": "gone", "until": "2001-01-01"],
      ])
    try work.library().sync()
    return work
  }

  @Test func `a dump hands out every item whole, in the order of the source`() throws {
    let work = try built()
    let library = try work.library()
    var found: [LocatedItem] = []
    let report = try library.dump { found.append($0) }
    #expect(report.items == 2 && report.domains.map(\.domain) == ["names"])
    #expect(found.map(\.item.id) == ["b", "a"])
    for item in found { #expect(try library.item("names:\(item.item.id)") == item) }
  }

  @Test func `names and groups choose what is dumped, and what is not built is named`() throws {
    let work = try built()
    try work.declare("law.rules")
    try work.declare("law.acts")
    work.put("law.rules", [(1, "rule")])
    work.put("law.acts", [(1, "act")])
    let library = try work.library()
    try library.sync(["law.rules"])
    var found: [String] = []
    let report = try library.dump(["law"]) { found.append($0.item.title) }
    #expect(found == ["rule"] && report.unbuilt == ["law.acts"])
    #expect(failureCode { try library.dump(["nobody"]) { _ in } } == .unknownDomain)
  }

  @Test func `a dump into SQLite is an ordinary table with typed columns`() throws {
    let work = try built()
    let path = work.folder.path("dump.db")
    let report = try work.library().dump(toSQLite: path)
    #expect(report.items == 2)
    let connection = try Connection(path: path, mode: .readOnly)
    let statement = try connection.statement(
      """
      SELECT domain, id, title, keywords, typeof(n), typeof(big), ok, day, tags, attribute_Title,
        say_x, json_extract(keywords, '$[1]') FROM items WHERE n > 1
      """)
    #expect(try statement.step())
    let row = (0..<12).map { statement.text($0) }
    #expect(
      row == [
        "names", "b", "beta", #"["one","a \"word\""]"#, "real", "integer", "1", "2024-05-01",
        #"["x","y"]"#, "text", "text", #"a "word""#,
      ])
    #expect(try !statement.step())
    #expect(try work.folder.names().contains("dump.db-journal") == false)
  }

  @Test func `a dump overwrites nothing, and leaves nothing when it fails`() throws {
    let work = try built()
    let library = try work.library()
    try work.folder.write("mine.db", "mine")
    #expect(failureCode { try library.dump(toSQLite: work.folder.path("mine.db")) } == .dumpExists)
    #expect(try work.folder.text("mine.db") == "mine")
    let cancellation = Cancellation()
    cancellation.cancel()
    let path = work.folder.path("none.db")
    #expect(
      failureCode { try library.dump(toSQLite: path, cancellation: cancellation) } == .cancelled)
    #expect(try FileStatus.of(path) == nil)
    #expect(failureCode { try library.dump(toSQLite: "/nowhere/x.db") } == .fileMissing)
  }

  @Test func `an index that cannot be read whole is no dump at all`() throws {
    let work = try built()
    let name = try work.generations("names")[0]
    try FileOperations.system.remove(work.folder.path(".footlight/\(name)"))
    let library = try work.library()
    let path = work.folder.path("none.db")
    #expect(failureCode { try library.dump { _ in } } == .generationMissing)
    #expect(failureCode { try library.dump(toSQLite: path) } == .generationMissing)
    #expect(try FileStatus.of(path) == nil)
  }
}
