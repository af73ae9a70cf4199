import TestSupport
import Testing
import TextAnalysis

@Suite struct PlaceAreaTests {
  private func area(_ text: String) throws -> PlaceArea { try #require(PlaceArea(text), "\(text)") }

  @Test(arguments: [
    ("48,11,10km", "48.05,11.05", true), ("48,11,10km", "48.1,11", false),
    // Over the date line and at the poles.
    ("0,179.9,30km", "0,-179.9", true), ("0,-180,1km", "0,180", true),
    ("89.9,0,30km", "89.9,180", true), ("-90,0,100km", "-89.5,77", true),
    ("0,0,20016km", "0,180", true), ("0,0,0m", "0,0", true), ("0,0,0m", "0,0.0000001", false),
    ("48°N,11°E,10km", "48.05,11.05", true), ("11° 0′ E, 48° 0′ N, 10 km", "48.05,11.05", true),
    ("33°52′S,151°12′E..33°50′S,151°14′E", "-33.85,151.21", true),
    ("0,179.9,20nmi", "0,-179.9", true), ("0,0,400ft", "0,0.001", true),
    ("0,0,300ft", "0,0.001", false),
    ("48.0;11.0;10km", "48.05,11.05", true), ("48,0; 11,0; 10 miles", "48.05,11.05", true),
    ("48,11,7miles", "48.1,11", true), ("48,11,6miles", "48.1,11", false),
    // Boxes.
    ("48,11..49,12", "48.5,11.5", true), ("49,11..48,12", "48.5,11.5", true),
    ("48,11..49,12", "48,12", true),
    ("48,11..49,12", "47.9,11.5", false), ("-20,170..-10,-170", "-15,175", true),
    ("-20,170..-10,-170", "-15,-175", true), ("-20,170..-10,-170", "-15,0", false),
    ("-20,170..-10,180", "-15,-180", true), ("-90,-180..90,180", "12,34", true),
    // Polygons.
    ("0,0;0,10;10,0", "2,2", true), ("0,0;0,10;10,0", "8,8", false),
    ("-10,170;10,170;10,-170;-10,-170", "0,179", true),
    ("-10,170;10,170;10,-170;-10,-170", "0,-179", true),
    ("-10,170;10,170;10,-170;-10,-170", "0,0", false),
    ("-10,170;10,170;10,190;-10,190", "0,-175", true),
    ("60,-180;60,180;90,180;90,-180", "70,5", true),
  ])
  func `an area holds what lies in it`(_ text: String, _ place: String, _ isIn: Bool) throws {
    #expect(try area(text).contains(#require(Place(place))) == isIn)
  }

  @Test func `a polygon of GeoJSON has holes, and several are one area`() throws {
    let square = "[[[0,0],[10,0],[10,10],[0,10],[0,0]],[[4,4],[6,4],[6,6],[4,6],[4,4]]]"
    let far = "[[[20,0],[30,0],[30,10],[20,10],[20,0]]]"
    let texts = [
      "{\"type\":\"MultiPolygon\",\"coordinates\":[\(square),\(far)]}",
      "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"geometry\":{\"type\":\"Polygon\",\"coordinates\":\(square)}},{\"type\":\"Feature\",\"properties\":{},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":\(far)}}]}",
      "{\"type\":\"GeometryCollection\",\"geometries\":[{\"type\":\"Polygon\",\"coordinates\":\(square)},{\"type\":\"Polygon\",\"coordinates\":\(far)}]}",
    ]
    for text in texts {
      let area = try area(text)
      for (place, isIn) in [("1,1", true), ("5,5", false), ("5,25", true), ("5,15", false)] {
        #expect(try area.contains(#require(Place(place))) == isIn)
      }
    }
  }

  @Test(arguments: [
    "48,11", "48,11,10", "91,0,1km", "0,0;1,1", "0,0;1,1;2", "{}",
    "{\"type\":\"Point\"}",
    "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,1]]]}",
    "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,\"x\"],[2,2]]]}",
    "4 8,1 1,10km", "4 8,1 1..50,12", "48,11..", "a", "", "0,400;1,1;2,2",
    "{\"type\":\"FeatureCollection\",\"features\":[]}", "48 N,11 N,10km", "48:8,11:5,10km",
  ])
  func `what is no area is none`(_ text: String) {
    #expect(PlaceArea(text) == nil)
  }

  @Test(arguments: [
    ("48,11", AreaMistake.noDistance), ("48.14", .noDistance), ("48,11,10", .noUnit),
    ("48,11,10in", .unknownUnit), ("48;11;10in", .unknownUnit), ("48;11;10", .noUnit),
    ("48,11,km", .form), ("91,0,1km", .form),
    ("a,b,10km", .name), ("Munich,10km", .name), ("Munich", .name), ("São Paulo", .name),
  ])
  func `who leaves out the distance or its unit is told so`(_ text: String, _ mistake: AreaMistake)
  {
    #expect(PlaceArea.mistake(in: text) == mistake)
  }

  @Test func `codes of the curve tell their places, and cells hold what begins alike`() throws {
    var random = SeededRandom.announced("curve")
    for _ in 0..<10_000 {
      let place = random.place()
      let code = CurveCode.of(place)
      #expect(CurveCode.place(code) == place)
      // A code is kept where numbers are kept by their bits.
      #expect(Double(bitPattern: code).isFinite)
      let cell = CurveCode.cell(code, freeBits: Int.random(in: 0...63, using: &random))
      #expect(PlaceArea.box(cell).contains(place))
    }
    #expect(CurveCode.place(.max) == nil)
  }

  @Test func `a cell lies outside or inside an area only where all its places do`() throws {
    var random = SeededRandom.announced("cells")
    for _ in 0..<3_000 {
      let area = random.area()
      let near = random.place()
      let free = Int.random(in: 20...62, using: &random)
      let code = CurveCode.of(near)
      let cell = CurveCode.cell(code, freeBits: free)
      let (relation, rest) = area.narrowed(to: cell)
      let mask = (UInt64(1) << UInt64(free)) - 1
      for _ in 0..<20 {
        let other = code & ~mask | UInt64.random(in: 0...mask, using: &random)
        guard let place = CurveCode.place(other) else { continue }
        let isIn = area.contains(place)
        switch relation {
        case .outside: #expect(!isIn, "\(area) \(place.text)")
        case .inside: #expect(isIn, "\(area) \(place.text)")
        case .partly: #expect(rest.contains(place) == isIn, "\(area) \(place.text)")
        }
      }
    }
  }

  @Test(arguments: [
    // A cell that only an edge along a parallel cuts: the southern one, the northern one, and over the date line.
    ("0,0;0,10;10,10;10,0", -1, 1), ("0,0;0,10;10,10;10,0", 9, 11), ("10,0;10,10;0,10;0,0", 9, 11),
    ("-10,170;10,170;10,-170;-10,-170", -11, -9),
  ])
  func `an edge along a parallel cuts the cells it goes through`(
    text: String, south: Int, north: Int
  ) throws {
    let isFar = text.hasPrefix("-")
    let (west, east) = isFar ? (174, 176) : (4, 6)
    let area = try area(text)
    guard case .box(let cell) = try self.area("\(south),\(west)..\(north),\(east)") else {
      Issue.record("a box is no box")
      return
    }
    let (relation, rest) = area.narrowed(to: cell)
    #expect(relation == .partly)
    for latitude in [south, north] {
      let place = try #require(Place("\(latitude),\(west + 1)"))
      #expect(rest.contains(place) == area.contains(place))
    }
    #expect(
      try area.contains(#require(Place("\(south),\(west + 1)")))
        != area.contains(#require(Place("\(north),\(west + 1)"))))
  }

  @Test(arguments: [
    ("70,0;70,120;70,-120", AreaMistake.aroundPole), ("-60,0;-60,-90;-60,180;-60,90", .aroundPole),
    ("{\"type\":\"Polygon\",\"coordinates\":[[[0,80],[100,70],[-100,75],[0,80]]]}", .aroundPole),
    ("48,11;48,12", .form), ("{\"type\":\"Point\"}", .form), ("{\"type\"", .form),
  ])
  func `it is told why a text is no area`(_ text: String, _ mistake: AreaMistake) {
    #expect(PlaceArea.mistake(in: text) == mistake)
    #expect(!mistake.message.isEmpty && !mistake.remedy.isEmpty)
  }

  @Test(arguments: [
    // Over the date line, along a parallel of the whole globe, and up to a pole.
    "-10,170;10,170;10,-170;-10,-170", "60,-180;60,180;90,180;90,-180", "80,0;80,120;90,60",
  ])
  func `what only comes near a pole or the date line is an area`(_ text: String) {
    #expect(PlaceArea.mistake(in: text) == nil)
  }

  @Test func `corners are bounded for each polygon, in every form`() {
    func ring(_ corners: Int, longitudeFirst: Bool) -> [String] {
      (0..<corners).map { number in
        let (north, east) = number % 2 == 0 ? ("0", "\(number / 2)") : ("1", "\(number / 2)")
        let small = "0.\(String(repeating: "0", count: 6 - east.count))\(east)"
        return longitudeFirst ? "[\(small),\(north)]" : "\(north),\(small)"
      }
    }
    func json(_ corners: Int) -> String {
      "[[" + ring(corners, longitudeFirst: true).joined(separator: ",") + "]]"
    }
    func polygon(_ corners: Int) -> String {
      "{\"type\":\"Polygon\",\"coordinates\":\(json(corners))}"
    }
    #expect(
      PlaceArea.mistake(in: ring(10_000, longitudeFirst: false).joined(separator: ";")) == nil)
    #expect(
      PlaceArea.mistake(in: ring(10_001, longitudeFirst: false).joined(separator: ";"))
        == .tooManyCorners)
    #expect(PlaceArea.mistake(in: polygon(10_000)) == nil)
    #expect(PlaceArea.mistake(in: polygon(10_001)) == .tooManyCorners)
    // More values of JSON than other texts may have, in polygons that are small enough.
    let several = (0..<4).map { _ in json(9_000) }.joined(separator: ",")
    #expect(
      PlaceArea.mistake(in: "{\"type\":\"MultiPolygon\",\"coordinates\":[\(several)]}") == nil)
    let zeros = String(repeating: "0,", count: 1_000_000)
    #expect(
      PlaceArea.mistake(in: "{\"type\":\"Polygon\",\"coordinates\":[\(zeros)0]}") == .tooManyValues)
  }
}
