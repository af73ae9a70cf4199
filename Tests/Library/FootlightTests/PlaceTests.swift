import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// Places through the library: distances, what is refused, and what comes back from a dump.
@Suite struct PlaceTests {
  private static let declaration = """
    domain: cities
    version: 1
    source: { kind: csv, path: cities.csv }
    item:
      id: "{id}"
      title: "{name}"
      attributes:
        where: { value: "{lat},{lon}", type: place }
        size: { value: "{size}", type: number }
    """

  private static let cities = """
    id,name,lat,lon,size
    1,Munich,48.137154,11.576124,3
    2,Augsburg,48.371,10.898,2
    3,Nowhere,,,1
    4,Suva,-18.1416,178.4419,1
    """

  private static func library(_ folder: borrowing TemporaryFolder) throws -> Library {
    try FileOperations.system.createFolder(folder.path("domains"))
    _ = try folder.write("domains/cities.yaml", declaration)
    _ = try folder.write("domains/cities.csv", cities)
    let library = try Library(
      workspace: folder.path, system: SystemServices.isolated(in: folder.path))
    try library.sync()
    return library
  }

  @Test func `hits tell how far they are from the place of the order, or of the query`() throws {
    let folder = try TemporaryFolder()
    let library = try Self.library(folder)
    var options = SearchOptions()
    #expect(
      try library.search("near:48.137154,11.576124,100km", options: options).hits.map(\.distance)
        .sorted { $0 ?? 0 < $1 ?? 0 } == [0, 56_540])
    options.findsAll = true
    options.sort = [AttributeOrder("near", from: Place("48.371,10.898"))]
    let all = try library.search("", options: options).hits
    #expect(all.map(\.id) == ["2", "1", "4", "3"])
    #expect(all.map { $0.distance == nil } == [false, false, false, true])
    options.sort = []
    #expect(try library.search("", options: options).hits.allSatisfy { $0.distance == nil })
  }

  @Test(arguments: [
    ("near:91,0,1km", "query.value"), ("near:48,11", "query.area"), ("near:48,11,10", "query.area"),
    ("where:somewhere", "query.area"), ("near:Munich,10km", "query.area"),
    ("near:48,11,10in", "query.area"), ("near>48", "query.value"),
    ("near:70,0;70,120;70,-120", "query.area"), ("where:70,0;70,120;70,-120", "query.area"),
  ])
  func `what is no area is refused where nothing is taken otherwise, and noted elsewhere`(
    query: String, code: String
  ) throws {
    let folder = try TemporaryFolder()
    let library = try Self.library(folder)
    var options = SearchOptions()
    let answer = try library.search(query, options: options)
    #expect(answer.total == 0)
    #expect(answer.notes.map(\.code.rawValue) == [code])
    options.isStrict = true
    #expect(failureCode { _ = try library.search(query, options: options) }?.name == code)
  }

  @Test func `a domain whose attribute of the name holds places is not put together by it`() throws
  {
    let folder = try TemporaryFolder()
    _ = try Self.library(folder)
    _ = try folder.write(
      "domains/shops.yaml",
      """
      domain: shops
      version: 1
      source: { kind: csv, path: shops.csv }
      item: { id: "{id}", title: "{name}", attributes: { where: "{town}" } }
      """)
    _ = try folder.write("domains/shops.csv", "id,name,town\n1,One,x\n2,Two,x\n3,Three,y\n")
    let library = try Library(
      workspace: folder.path, system: SystemServices.isolated(in: folder.path))
    try library.sync()
    var options = SearchOptions()
    options.findsAll = true
    options.distinct = .by("where")
    let answer = try library.search("", options: options)
    #expect(answer.hits.count { $0.domain == "cities" } == 4)
    #expect(answer.hits.count { $0.domain == "shops" } == 2)
  }

  @Test func `orders by distance need a place, and places are not counted`() throws {
    let folder = try TemporaryFolder()
    let library = try Self.library(folder)
    func code(_ change: (inout SearchOptions) -> Void) -> String? {
      var options = SearchOptions()
      change(&options)
      return failureCode { _ = try library.search("munich", options: options) }?.name
    }
    #expect(code { $0.sort = AttributeOrder.list(["near"]) } == "query.order")
    #expect(code { $0.sort = AttributeOrder.list(["where"]) } == "query.order")
    #expect(code { $0.sort = AttributeOrder.list(["near:48"]) } == "query.order")
    #expect(code { $0.sort = AttributeOrder.list(["near:91,0", "near:0,0"]) } == "query.order")
    #expect(code { $0.sort = AttributeOrder.list(["near:48,11,5km"]) } == "query.order")
    #expect(code { $0.sort = AttributeOrder.list(["size:48,11"]) } == "query.order")
    #expect(code { $0.sort = AttributeOrder.list(["near:48,11,-size", "title"]) } == nil)
    #expect(code { $0.facets = ["where"] } == "query.facet")
    for name in ["where", "near", "within"] {
      #expect(code { $0.distinct = .by(name) } == "query.distinct")
    }
    #expect(code { $0.distinct = .by("size") } == nil)
    #expect(code { $0.distinct = .by("domain") } == nil)
    #expect(code { $0.areas = ["nonsense"] } == "query.area")
    #expect(code { $0.areas = ["70,0;70,120;70,-120"] } == "query.area")
    #expect(code { $0.areas = ["48,11,10km", "47,10..49,12"] } == nil)
  }

  @Test(arguments: ["near", "where", "within"])
  func `a name of places alone orders by the distance from where conditions ask`(_ name: String)
    throws
  {
    let folder = try TemporaryFolder()
    let library = try Self.library(folder)
    var options = SearchOptions()
    options.sort = AttributeOrder.list([name])
    options.filters = ["where:48.371,10.898,100km"]
    options.findsAll = true
    let hits = try library.search("", options: options).hits
    #expect(hits.map(\.id) == ["2", "1"] && hits.map(\.distance) == [0, 56_540])
    options.filters = []
    options.areas = ["48.371,10.898,100km"]
    #expect(try library.search("", options: options).hits.map(\.id) == ["2", "1"])
  }

  @Test func `an order may have hemispheres, and its numbers belong together`() throws {
    let orders = AttributeOrder.list(["near:48° N,11° E,-size", "where:91,0,5km", "title"])
    #expect(orders.map(\.name) == ["near", "size", "where:91,0,5km", "title"])
    #expect(orders.map(\.origin?.text) == ["48,11", nil, nil, nil])
  }

  @Test(arguments: [
    ("near:48.1,11.5,E10", ["near", "E10"]), ("near:48.1,11.5,-E10,S3", ["near", "E10", "S3"]),
    ("near:48.1 11.5,E10", ["near", "E10"]), ("near:N48.1,E11.5,E10", ["near", "E10"]),
    ("near:48.1,E 11.5,n10", ["near", "n10"]), ("-E10,near:48,1;11,5", ["E10", "near"]),
    ("near:geo:48.1,11.5,520", ["near"]), ("near:48.1,-11.5", ["near"]),
  ])
  func `names that look like hemispheres stay names after a whole place`(
    _ text: String, _ names: [String]
  ) {
    let orders = AttributeOrder.list([text])
    #expect(orders.map(\.name) == names)
    #expect(orders.map { $0.origin != nil } == names.map { $0 == "near" })
    #expect(orders.map(\.isDescending) == names.map { text.contains("-\($0)") })
  }

  @Test func `where conditions alone are asked, no text is what matched`() throws {
    let folder = try TemporaryFolder()
    let library = try Self.library(folder)
    for query in ["near:48.137154,11.576124,100km", "size:3"] {
      let answer = try library.search(query)
      #expect(!answer.hits.isEmpty && answer.hits.allSatisfy { $0.matched == nil })
    }
    #expect(try library.search("munich size:3").hits.first?.matched?.field == .title)
  }
}
