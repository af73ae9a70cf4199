import FootlightPlatform
import TestSupport
import Testing

@testable import Footlight

/// What searches that have names tell of items that came, changed and went.
@Suite final class AlertTests {
  private let work: TestWorkspace

  init() throws {
    work = try TestWorkspace()
    try work.declare(
      "hotels",
      item: """
        , description: "{note}", private: "{secret}", attributes: { price: { value: "{price}", type: number } }
        """)
    try work.folder.write(
      "footlight.yaml",
      """
      searches:
        cheap: { query: hotel, filters: [price<100] }
        named: "title:mond OR title:sonne"
        trains: { query: train, domains: [trains] }
        all: { filters: "price>=0" }

      """)
  }

  private typealias Row = (id: Int, title: String, price: Int, secret: String)

  private func put(_ rows: [Row]) {
    work.records.put(
      "hotels",
      rows.map {
        [
          "id": .number("\($0.id)"), "title": .text($0.title), "price": .number("\($0.price)"),
          "note": .text(""), "secret": .text($0.secret),
        ]
      })
  }

  private func told(_ library: Library) throws -> [String] {
    let batch = try library.alerts()
    if let last = batch.alerts.last { try library.noteTold(upTo: last.sequence) }
    return batch.alerts.map { "\($0.search) \($0.kind.rawValue) \($0.id) \($0.title)" }
  }

  @Test func `what comes, changes and goes is told once, for the searches that it satisfies`()
    throws
  {
    let library = try work.library()
    put([(1, "Hotel Sonne", 80, ""), (2, "Hotel Mond", 200, ""), (3, "Pension", 40, "")])
    try library.sync()
    #expect(try told(library).isEmpty, "of a first build nothing is told")
    put([
      (1, "Hotel Sonne", 90, ""), (2, "Hotel Mond", 60, ""), (4, "Hotel Neu", 10, ""),
    ])
    try library.sync(options: SyncOptions(allowsShrink: true))
    #expect(
      try told(library).sorted() == [
        "all came 4 Hotel Neu", "all changed 1 Hotel Sonne", "all changed 2 Hotel Mond",
        "all went 3 Pension", "cheap came 2 Hotel Mond", "cheap came 4 Hotel Neu",
        "cheap changed 1 Hotel Sonne", "named changed 1 Hotel Sonne", "named changed 2 Hotel Mond",
      ])
    #expect(try told(library).isEmpty, "once")
    try library.sync()
    #expect(try told(library).isEmpty, "nothing has changed since")
  }

  @Test func `a rebuild tells what differs, and nothing of what is the same`() throws {
    put([(1, "Hotel Sonne", 80, ""), (2, "Hotel Mond", 200, ""), (3, "Hotel Stern", 50, "")])
    try work.library().sync()
    put([(1, "Hotel Sonne", 80, ""), (2, "Hotel Mond", 99, ""), (5, "Hotel Neu", 50, "")])
    try work.declare(
      "hotels", version: 2,
      item: """
        , description: "{note}", private: "{secret}", attributes: { price: { value: "{price}", type: number } }
        """)
    let library = try work.library()
    #expect(try library.sync().rows.first?.decision == .rebuild)
    #expect(
      try told(library).sorted() == [
        "all came 5 Hotel Neu", "all changed 2 Hotel Mond", "all went 3 Hotel Stern",
        "cheap came 2 Hotel Mond", "cheap came 5 Hotel Neu", "cheap went 3 Hotel Stern",
        "named changed 2 Hotel Mond",
      ])
    _ = try library.compact(["hotels"])
    #expect(try told(library).isEmpty, "a merge changes no item")
  }

  @Test func `a damaged index is built anew, wherever the damage is`() throws {
    func rows(_ turn: Int) -> [Row] {
      (0..<400).map { ($0, "Hotel \($0) \($0 == 7 ? turn : 0)", $0, "") }
    }
    put(rows(0))
    try work.library().sync()
    var turn = 0
    var page = 0
    while true {
      let name = try #require(
        work.files().first { $0.hasPrefix("hotels.") && $0.hasSuffix(".sqlite") })
      let file = try File.readWhole(work.folder.path(".footlight/\(name)"))
      var bytes = file.bytes(file.all)
      guard page < bytes.count else { break }
      for place in page..<min(page + 4_096, bytes.count) { bytes[place] = 0x5A }
      try work.folder.write(".footlight/\(name)", bytes: bytes)
      turn += 1
      put(rows(turn))
      let library = try work.library()
      try library.rebuild(["hotels"])
      #expect(try library.search("hotel").total == 400, "after damage at byte \(page)")
      page += 4_096
    }
    #expect(turn > 1)
  }

  @Test func `private items are marked, and others do not hear of them`() throws {
    let library = try work.library()
    put([(1, "Hotel Sonne", 80, "")])
    try library.sync()
    put([(1, "Hotel Sonne", 80, "yes"), (2, "Hotel Mond", 20, "yes"), (3, "Hotel Stern", 30, "")])
    try library.sync()
    let own = try library.alerts(after: 0)
    #expect(Set(own.filter(\.isPrivate).map(\.id)) == ["1", "2"])
    let others = try library.alerts(after: 0, audience: .web)
    #expect(!others.isEmpty && others.allSatisfy { $0.id == "3" })
    #expect(
      try library.alerts(after: 0, limit: 1, audience: .web) == Array(others.prefix(1)),
      "private ones do not count for the limit")
  }

  @Test func `readers are told each by itself, and of too many the oldest are dropped`() throws {
    let library = try work.library()
    put([(0, "Hotel", 1, "")])
    try library.sync()
    for turn in 1...3 {
      put((0..<2_000).map { ($0, "Hotel \(turn)", turn, "") })
      try library.sync()
    }
    let batch = try library.alerts()
    #expect(batch.alerts.count == 10_000 && batch.missed == 3 * 4_000 - 10_000 - 0)
    let sequences = batch.alerts.map(\.sequence)
    #expect(sequences == sequences.sorted() && Set(sequences).count == sequences.count)
    try library.noteTold(upTo: sequences[sequences.count - 1])
    #expect(try library.alerts() == AlertBatch())
    #expect(try library.alertsForProgram().alerts.count == 10_000)
  }

  @Test func `of more than is told at once every search has its share, and pairs stay pairs`()
    throws
  {
    try work.folder.write("footlight.yaml", "searches: { one: hotel, two: hotel }\n")
    let library = try work.library()
    put((0..<6_000).map { ($0, "Hotel", 1, "") })
    try library.sync()
    put((0..<6_000).reversed().map { ($0, "Hotel", 2, "") })
    try library.sync()
    let batch = try library.alerts()
    #expect(batch.alerts.filter { $0.search == "one" }.count == 5_000)
    #expect(batch.alerts.filter { $0.search == "two" }.count == 5_000)
    #expect(batch.alerts.allSatisfy { $0.kind == .changed }, "none came and none went")
    #expect(batch.missed == 2_000)
    #expect(try library.alertsForProgram().missed == 2_000)
  }

  @Test func `a change of very many items tells as one of few`() throws {
    try work.folder.write("footlight.yaml", "searches: { moon: mond }\n")
    let library = try work.library()
    func rows(_ turn: Int) -> [Row] {
      (0..<11_000).map { ($0, $0 == 5 + turn || $0 == 9 ? "Mond" : "Hotel", turn, "") }
    }
    put(rows(0))
    try library.sync()
    put(rows(1))
    try library.sync()
    #expect(
      try told(library).sorted() == ["moon came 6 Mond", "moon changed 9 Mond", "moon went 5 Mond"])
  }

  @Test func `a search names attributes of any of its domains, as where it is asked`() throws {
    try work.declare(
      "films", item: #", attributes: { type: "{type}", year: { value: "{year}", type: number } }"#)
    try work.declare("plain")
    try work.folder.write(
      "footlight.yaml",
      """
      searches:
        shows: "-type:Movie"
        old: "year:2010"
        filtered: { filters: ["year<2000"] }

      """)
    let library = try work.library()
    func put(_ titles: [String]) {
      work.records.put(
        "films",
        titles.enumerated().map {
          [
            "id": .number("\($0.offset)"), "title": .text($0.element), "year": .number("2010"),
            "type": .text($0.offset == 0 ? "Movie" : "Show"),
          ]
        })
      work.put("plain", titles.enumerated().map { ($0.offset, $0.element) })
    }
    put(["first"])
    try library.sync()
    put(["first", "second", "year 2010"])
    try library.sync()
    let told = Set(try library.alerts().alerts.map { "\($0.search) \($0.domain):\($0.id)" })
    var found: Set<String> = []
    for name in ["shows", "old", "filtered"] {
      for hit in try library.search("@" + name).hits where hit.id != "0" {
        found.insert("\(name) \(hit.domain):\(hit.id)")
      }
    }
    #expect(told == found)
    #expect(told.contains("shows plain:1") && !told.contains("old plain:2"))
  }

  @Test func `pushed records tell as well, in the moment in which they are found`() throws {
    try work.folder.write(
      "domains/trains.yaml",
      """
      domain: trains
      version: 1
      source: { kind: external }
      item: { id: "{id}", title: "{title}" }

      """)
    let library = try work.library()
    put([])
    try library.sync()
    let records = library.records(of: "trains")
    try records.index([["id": "1", "title": "Night train"], ["id": "2", "title": "Bus"]])
    try records.index([["id": "3", "title": "Day train"], ["id": "1", "title": "A bus"]])
    try records.delete(ids: ["3"])
    #expect(
      try told(library) == [
        "trains came 1 Night train", "trains came 3 Day train", "trains went 1 Night train",
        "trains went 3 Day train",
      ])
  }

  @Test func `random changes tell what a look at every item tells`() throws {
    var random = SeededRandom.announced("alerts")
    let words = ["hotel", "sonne", "mond", "stern", "neu"]
    let library = try work.library()
    func row(_ id: Int) -> Row {
      let title = (0..<1 + random.below(3)).map { _ in words[random.below(5)] }
      return (id, title.joined(separator: " "), random.below(200), "")
    }
    var rows = Dictionary(uniqueKeysWithValues: (0..<60).map { ($0, row($0)) })
    func found(_ rows: [Int: Row]) -> [String: Set<Int>] {
      func those(_ isHit: (Row, Set<Substring>) -> Bool) -> Set<Int> {
        Set(rows.values.filter { isHit($0, Set($0.title.split(separator: " "))) }.map(\.id))
      }
      return [
        "cheap": those { $1.contains("hotel") && $0.price < 100 },
        "named": those { $1.contains("mond") || $1.contains("sonne") }, "trains": [],
        "all": those { _, _ in true },
      ]
    }
    put(Array(rows.values))
    try library.sync()
    for round in 0..<20 {
      let before = rows
      for _ in 0..<random.below(12) {
        let id = random.below(80)
        if rows[id] != nil, random.oneIn(3) { rows[id] = nil } else { rows[id] = row(id) }
      }
      put(rows.values.sorted { $0.id < $1.id })
      if random.oneIn(6) { try library.rebuild(["hotels"]) } else { try library.sync() }
      if random.oneIn(5) { _ = try library.compact(["hotels"]) }
      var wanted: [String] = []
      let (old, new) = (found(before), found(rows))
      for (search, ids) in new {
        let earlier = old[search] ?? []
        for id in ids.union(earlier) {
          guard let now = rows[id], ids.contains(id) else {
            wanted.append("\(search) went \(id) \(before[id]?.title ?? "")")
            continue
          }
          guard earlier.contains(id), let past = before[id] else {
            wanted.append("\(search) came \(id) \(now.title)")
            continue
          }
          if past != now { wanted.append("\(search) changed \(id) \(now.title)") }
        }
      }
      #expect(
        try told(library).sorted() == wanted.sorted(), "round \(round), seed \(random.seed)")
    }
  }

  @Test func `a program is named by a list, and may run only where it was allowed to`() throws {
    try work.folder.write("footlight.yaml", "on_match: []\nsearches: { a: hotel }\n")
    #expect(failure { _ = try self.work.library().sync() }?.diagnostics.count == 1)
    #expect(try work.library().settingsMistakes.count == 1)
    try work.folder.write("footlight.yaml", "on_match: [cat]\nsearches: { a: hotel }\n")
    let library = try work.library()
    #expect(library.onMatch == ["cat"])
    #expect(try !library.allowsProgram())
    try library.allow("footlight.yaml")
    #expect(try library.allowsProgram())
    try work.folder.write("footlight.yaml", "on_match: [cat, x]\nsearches: { a: hotel }\n")
    #expect(try !work.library().allowsProgram(), "with other words it is another program")
  }
}
