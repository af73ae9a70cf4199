import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// Every address and url that is printed is accepted back, and what is refused leaves no trace.
@Suite final class LinkTests {
  /// The workspaces, which last as long as the test.
  private var works: [TestWorkspace] = []

  private static let links = """
    links: { accept: ["https://www.law.example/rules/{set}/rule_{n}", "/rules/{set}/{n}"], \
    id: "{set | upper} {n}", unknown: "FRCP 9[0-9]" }
    """

  private func rules() throws -> (TestWorkspace, Library) {
    let work = try TestWorkspace()
    try work.declare(
      "law.rules", item: #", url: "https://www.law.example/rules/{set}/rule_{n}""#,
      tail: Self.links)
    work.records.put(
      "law.rules",
      [
        ["id": "FRCP 12", "title": "Defenses", "set": "frcp", "n": "12"],
        ["id": "FRE 12", "title": "Hearsay", "set": "fre", "n": "12"],
      ])
    let library = try work.library()
    try library.sync()
    works.append(work)
    return (work, library)
  }

  @Test(arguments: [
    "law.rules:FRCP 12", "law.rules:FRCP%2012", "footlight:law.rules:FRCP%2012",
    "footlight:law.rules/FRCP%2012", "FOOTLIGHT:/rules/frcp/12", "/rules/frcp/12",
    "/rules/fr%63p/12/", "https://www.law.example/rules/frcp/rule_12",
    "http://law.example:80/rules/FRCP/rule_12/#a",
  ])
  func `TB-12, RA-16: what may be written for an item finds it`(_ target: String) throws {
    let (_, library) = try rules()
    #expect(try library.item(target)?.item.id == "FRCP 12")
    try library.visit(target)
    #expect(try library.history().map(\.address) == ["law.rules:FRCP%2012"])
  }

  @Test func `TB-6, TB-10, RA-18: what is refused leaves no trace`() throws {
    let (work, library) = try rules()
    for target in [
      "", " ", "12", "FRCP 12", "event:1", "law:FRCP 12", "law.rules:", "law.rules", "footlight:",
      "footlight:nodomain:1", "https://www.law.example", "https://www.law.example/", "/", "/rules",
      "/rules/", "/rules/frcp", "/rules/frcp/12/more", "/rules/frcp/999", "law.rules:FRCP 999",
      "https://www.law.example/rules/frcp/rule_999", "ftp://www.law.example/rules/frcp/rule_12",
      "//", "https://", "https:///rules", "javascript:alert(1)", "JavaScript:alert(1)",
      " javascript:alert(1)", "java\tscript:alert(1)", "data:text/html,x", "vbscript:x",
      "file:///etc/passwd", "about:blank",
    ] {
      #expect(throws: Failure.self, "\(target)") { try library.visit(target) }
      #expect(throws: Failure.self, "\(target)") { try library.star(target) }
      #expect(throws: Failure.self, "\(target)") { _ = try library.opening(target) }
    }
    #expect(try !work.files().contains("user.sqlite"))
  }

  @Test func `TB-7, TB-8, TB-9: an unknown id that fits is recorded, and becomes the item's`()
    throws
  {
    let (work, library) = try rules()
    try library.visit("/rules/frcp/99")
    #expect(
      try library.opening("/rules/frcp/99").url == "https://www.law.example/rules/frcp/rule_99")
    #expect(try library.history().map(\.address) == ["law.rules:FRCP%2099"])
    #expect(try library.ids("FRCP 99").isEmpty)
    try library.visit("law.rules:FRCP%2099")
    #expect(try library.history().count == 1)
    work.records.put(
      "law.rules",
      [
        ["id": "FRCP 12", "title": "Defenses", "set": "frcp", "n": "12"],
        ["id": "FRE 12", "title": "Hearsay", "set": "fre", "n": "12"],
        ["id": "FRCP 99", "title": "Late", "set": "frcp", "n": "99"],
      ])
    try library.sync()
    #expect(try library.history().map(\.title) == ["Late"])
    #expect(
      try library.explain("late", "law.rules:FRCP 99").explanation.factors.first?.name == "activity"
    )
  }

  /// TB-12 over random Unicode ids.
  @Test func `every address and url that is printed is accepted back, whatever the characters`()
    throws
  {
    var random = SeededRandom.announced("addresses of any characters")
    let work = try TestWorkspace()
    try work.declare("names", item: #", url: "{url}""#)
    var records: [Record] = []
    var ids: Set<[UInt8]> = []
    for number in 0..<150 {
      var text = ""
      for _ in 0...random.below(8) {
        let most = random.oneIn(2) ? 0x80 : 0x3000
        if let scalar = Unicode.Scalar(UInt32(1 + random.below(most))) {
          text.unicodeScalars.append(scalar)
        }
      }
      guard ids.insert(Array(text.utf8)).inserted else { continue }
      let page = ItemAddress(domain: "https", id: "//one.example/p\(number)/" + text).description
      records.append(["id": .text(text), "title": "thing", "url": .text(page)])
    }
    work.records.put("names", records)
    let library = try work.library()
    try library.sync(options: SyncOptions(collectsFailures: true))
    let hits = try library.search("thing", options: SearchOptions(limit: 500)).hits
    #expect(hits.count == records.count)
    for hit in hits {
      for target in [hit.address, "footlight:" + hit.address, hit.url] {
        let found = try library.item(target)
        #expect(found?.item.id.utf8.elementsEqual(hit.id.utf8) == true, "\(target)")
      }
      let outcome = try library.visit(hit.address)
      #expect(outcome.address.id.utf8.elementsEqual(hit.id.utf8))
    }
  }

  @Test func `MA-8: opening tells the exact place, and an id that is gone tells what is nearest`()
    throws
  {
    let work = try TestWorkspace()
    try work.declare("names", item: #", url: "https://a.example/{id}#p""#)
    work.put("names", (100..<120).map { ($0, "rule \($0)") })
    let library = try work.library()
    try library.sync()
    #expect(try library.opening("names:112").url == "https://a.example/112#p")
    #expect(try library.opening("https://a.example/112#q").url == "https://a.example/112#q")
    work.put("names", (100..<120).filter { $0 != 112 }.map { ($0, "rule \($0)") })
    try library.sync()
    do {
      _ = try library.opening("names:112")
      Issue.record("it is gone")
    } catch {
      let failure = error.diagnostics.first
      #expect(failure?.code.name == "item.unknown")
      #expect(failure?.remedy?.contains("names:11") == true)
    }
  }

  @Test func `dangerous urls never open, from no source`() throws {
    let work = try TestWorkspace()
    try work.declare("names", item: #", url: "{url}""#)
    let urls = [
      "javascript:alert(1)", "JaVaScRiPt:x", "data:text/html,x", "vbscript:x", "file:///x",
    ]
    work.records.put(
      "names",
      urls.enumerated().map {
        ["id": .text("\($0.offset)"), "title": "bad", "url": .text($0.element)]
      })
    let library = try work.library()
    try library.sync()
    for (place, url) in urls.enumerated() {
      #expect(throws: Failure.self) { _ = try library.opening("names:\(place)") }
      #expect(throws: Failure.self) { _ = try library.opening(url) }
      #expect(throws: Failure.self) { try library.visit(url) }
    }
  }

  @Test func `mistakes in links are told with their places`() throws {
    let work = try TestWorkspace()
    try work.declare(
      "names", tail: #"links: { accept: ["ftp://a/{n}", "/n/{n}"], id: "{m}", unknown: "[" }"#)
    let codes = try work.library().check().failures.map(\.code.name)
    #expect(codes == ["declaration.bad-link", "declaration.bad-link", "declaration.bad-link"])
  }
}
