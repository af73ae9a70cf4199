import Testing
import TextAnalysis

@Suite struct PlaceTextTests {
  @Test(arguments: [
    "48.137154,11.576124", "48.137154, 11.576124", " 48.137154 , 11.576124 ", "48.137154 11.576124",
    "48.137154;11.576124", "48,137154;11,576124", "(48.137154, 11.576124)",
    "geo:48.137154,11.576124",
    "geo:48.137154,11.576124,520;u=30", "48.137154° N, 11.576124° E", "48.137154N 11.576124E",
    "N48.137154, E11.576124", "11.576124° E, 48.137154° N", "48.137154 N 11.576124 E",
    "POINT (11.576124 48.137154)", "Point(11.576124 48.137154)",
    "{\"type\":\"Point\",\"coordinates\":[11.576124,48.137154,520]}",
    "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[11.576124,48.137154]}}",
    "{\"lat\":48.137154,\"lon\":11.576124}", "{\"lng\":\"11.576124\",\"lat\":\"48.137154\"}",
    "4.8137154e1,1.1576124e1", "POINT(11.576124,48.137154,520)",
    "POINT(\n    11.576124,48.137154,520\n  )",
    "POINT Z (11.576124 48.137154 520)",
    "{\"type\":\"MultiPoint\",\"coordinates\":[[11.576124,48.137154]]}",
    "SRID=4326;POINT(11.576124 48.137154)", "srid=4326; point z (11.576124 48.137154 520)",
    "MULTIPOINT ((11.576124 48.137154))", "POINT ZM (11.576124 48.137154 520 1)",
    "+48.137154+011.576124/", "+48.137154+011.576124+520CRSWGS_84/", "+48.137154+011.576124",
    "48:8:13.7544N, 11:34:34.0464E", "N 48:08:13.7544 E 11:34:34.0464",
  ])
  func `a point is read in each form in which it is written`(_ text: String) {
    #expect(Place(text)?.text == "48.137154,11.576124")
  }

  @Test(arguments: [
    "", "48", "48,", ",11", "48,11,10", "91,0", "-90.0000001,0", "0,180.1", "0,-181", "a,b",
    "48..1,11", "--1,2", "[48,11]", "POINT 11 48", "{\"type\":\"Point\",\"coordinates\":[11]}",
    "-48 S, 11 E", "48 N, 11 N", "inf,nan",
    "0x10,5", "1e400,1", "{", "999999999999999999999,1", "4 1 1 5",
    "48°60′N 11°34′E", "48.5°8′N 11°34′E", "48°-8′N 11°34′E", "48°8′′′N 11°34′E", "91°0′N 11°E",
    "48°8′3″4N 11°E", "POINT(11.58,48.14,520,1)", "{\"type\":\"Polygon\",\"coordinates\":[[1,2]]}",
    "{\"type\":\"LineString\",\"coordinates\":[]}", "{\"coordinates\":[1,2]}",
    "{\"type\":\"GeometryCollection\",\"geometries\":[]}",
    "48.14 N, 11.58 O", "48.14° N 11.58° O", "O3.7, N40.4",
    "4 8 N 1 1 E", "0 5 S, 7 3 E", "48 8 24 N 11 34 48 E", "48 8 24 N, 11 34 48 E", "48 .5 N, 11 E",
    "48\u{A0}8 N, 11 E", "N 4 8, E 1 1", "4 8;1 1", "4 8, 1 1", "48° 8 24 N, 11° E", "- 4 8 N, 1 E",
    "48° 8′ 2 4″ N, 11° E", "SRID=3857;POINT(11 48)", "POINT(11 48", "POINT((11 48)",
    "POINT(11 48))",
    "POINT EMPTY", "POINT()", "POINT(11 48 1 2 3)", "POINT(11,,48)", "POINT(11,48,)",
    "POINT X (11 48)", "CIRCLE(11 48)",
    "POLYGON((11 48, 12))", "LINESTRING(11,48 12)", "POINT(11 48) 5", "+48.1+11.5", "+481+0115",
    "+48+0115",
    "+9100+00000", "+4860+01100", "+48.1", "++48+011", "+48.1+011.5+", "12:30,15:45", "48:61N,11E",
  ])
  func `what is no point is none`(_ text: String) {
    #expect(Place(text) == nil)
  }

  @Test(arguments: [
    ("45°58′35″N 7°39′30″E", "45.9763889,7.6583333"),
    ("45° 58′ 35″ N, 7° 39′ 30″ E", "45.9763889,7.6583333"),
    ("45° 58' 35\" N 7° 39' 30\" E", "45.9763889,7.6583333"),
    ("N 45° 58' 35'' E 7° 39' 30''", "45.9763889,7.6583333"),
    ("48°08.25'N, 11°34.5'E", "48.1375,11.575"), ("22°57′S 43°12′W", "-22.95,-43.2"),
    ("-22°57′, −43°12′", "-22.95,-43.2"), ("48°N 11°E", "48,11"), ("0°30′S 0°E", "-0.5,0"),
    ("51°28′40.12″N 0°0′5.31″W", "51.4778111,-0.001475"),
  ])
  func `minutes and seconds are parts of degrees`(_ text: String, _ written: String) {
    #expect(Place(text)?.text == written)
  }

  @Test(arguments: [
    ("LineString", "[[1,2],[3,6]]", "4,2"),
    ("Polygon", "[[[13,50],[15,50],[15,52],[13,50]]]", "51,14"),
    (
      "MultiPolygon",
      "[[[[179,-18],[180,-18],[180,-16],[179,-18]]],[[[-180,-18],[-179,-17],[-180,-16],[-180,-18]]]]",
      "-17,-180"
    ),
  ])
  func `a line or an area is taken at the middle of its box, also over the date line`(
    _ type: String, _ coordinates: String, _ written: String
  ) {
    let geometry = "{\"type\":\"\(type)\",\"coordinates\":\(coordinates)}"
    #expect(Place(geometry)?.text == written)
    let all = "{\"type\":\"GeometryCollection\",\"geometries\":[\(geometry)]}"
    #expect(Place("{\"type\":\"Feature\",\"geometry\":\(all)}")?.text == written)
  }

  @Test(arguments: [
    ("LINESTRING(1 2, 3 6)", "4,2"), ("linestring z (1 2 9,3 6 9)", "4,2"),
    ("POLYGON ((13 50, 15 50, 15 52, 13 50), (14 50.5, 14.1 50.6, 14 50.6, 14 50.5))", "51,14"),
    ("MULTIPOINT (1 2, 3 6)", "4,2"), ("MULTIPOINT ((1 2), (3 6))", "4,2"),
    (
      "MULTIPOLYGON(((179 -18,180 -18,180 -16,179 -18)),((-180 -18,-179 -17,-180 -16,-180 -18)))",
      "-17,-180"
    ),
    ("GEOMETRYCOLLECTION (POINT (1 2), LINESTRING (2 3, 3 6))", "4,2"),
    ("LINESTRING(1,2,520 3,6,520)", "4,2"), ("LINESTRING(1, 2, 520 3, 6, 520)", "4,2"),
    ("LINESTRING(\n  1.0,2\n  3,6\n)", "4,2"), ("POINT(2,4)", "4,2"),
    ("POINTZ(2 4 5)", "4,2"), ("PointM (2 4 5)", "4,2"), ("POINTZM(2 4 5 6)", "4,2"),
    ("point zm(2 4 5 6)", "4,2"), ("POLYGONZ((1 2 0, 3 2 0, 3 6 0, 1 2 0))", "4,2"),
  ])
  func
    `a line or an area of well-known text, or of positions of KML, is taken at the middle of its box`(
      _ text: String, _ written: String
    )
  {
    #expect(Place(text)?.text == written)
    #expect(Place("SRID=4326;" + text)?.text == written)
  }

  @Test(arguments: [
    // Decimal commas, several positions of one point, several geometries, other names.
    "POINT (11,58 48,14)", "LINESTRING(11,58 48,14)", "LINESTRING (11,58 48,14, 11,6 48,2)",
    "POINT (11.58 48.14, 12 49)", "POINT(11.5,48.1 12.5,49.1)", "POINT(11.5 48.1)(12 49)",
    "POINT (11.58 48.14), POINT (5 6)", "LINESTRING(1 2, 3 6),(5 6, 7 8)", "POINT (11.58 48.14))",
    "POINT ((11.58 48.14)", "POLYGON (a (1 2, 3 4))", "POINTX(1 2)", "POINT Z M (1 2)", "POINT()",
    "MULTIPOINT (1 2) (3 4)",
  ])
  func `what is nearly well-known text is no place`(_ text: String) {
    #expect(Place(text) == nil)
  }

  @Test(arguments: [
    "+44-141", "+49-030", "+44-020-7946000", "+1-555-0199", "+49-30-123456",
    "+4820+01134-520", "+48.14+011.58-520", "+48.14+011.58x", "+48+011/x", "+4",
  ])
  func `codes with two signs are no places`(_ text: String) {
    #expect(Place(text) == nil)
  }

  @Test(arguments: [
    ("+4230+00131", "42.5,1.5166667"), ("+48.14+011.58+520CRSWGS_84/", "48.14,11.58"),
    ("+48.14+011.58/", "48.14,11.58"), ("+48.14+011.58", "48.14,11.58"),
    ("-335155+1511233", "-33.8652778,151.2091667"),
    ("-0013-07830", "-0.2166667,-78.5"), ("+40-075/", "40,-75"), ("+90+000-2800/", "90,0"),
    ("+1234.7-09854.1/", "12.5783333,-98.9016667"),
  ])
  func `signs begin the numbers of ISO 6709, whose digits tell their parts`(
    _ text: String, _ written: String
  ) {
    #expect(Place(text)?.text == written)
  }

  @Test func `a border of very many positions is a place as well`() {
    let corners = (0..<50_000).map { "[\($0 % 2),\($0 / 2 % 2)]" }.joined(separator: ",")
    let border = "{\"type\":\"Polygon\",\"coordinates\":[[\(corners)]]}"
    #expect(Place(border)?.text == "0.5,0.5")
  }

  @Test(arguments: [
    ("48.14 N, 11.58 O", true), ("40.4° N 3.7° o", true), ("O3.7, N40.4", true),
    ("48.14 N, 11.58 E", false), ("48.14,11.58", false), ("somewhere", false), ("O", false),
    ("POINT 11 48", false), ("91 N, 11 O", false),
  ])
  func `an O is east or west`(_ text: String, _ isAmbiguous: Bool) {
    #expect(Place.isAmbiguous(text) == isAmbiguous)
  }

  @Test(arguments: [
    ("-0.5,0", "-0.5,0"), ("90,180", "90,-180"), ("-90,-180", "-90,-180"),
    ("0.00000005,0.00000004", "0.0000001,0"), ("33.9° S, 151.2° E", "-33.9,151.2"),
    ("40.7 N, 74 W", "40.7,-74"), ("1,2.50000000000000000000000000000", "1,2.5"),
  ])
  func `a point is written in its shortest form`(_ text: String, _ written: String) {
    #expect(Place(text)?.text == written)
    #expect(Place(written)?.text == written)
  }

  @Test(arguments: [
    ("10km", 10_000_000), ("10 km", 10_000_000), ("1.5KM", 1_500_000), ("0m", 0), ("250m", 250_000),
    ("5mi", 8_046_720), ("2nmi", 3_704_000), ("2 NM", 3_704_000), ("5280ft", 1_609_344),
    ("1000yd", 914_400), ("3 miles", 4_828_032), ("1 mile", 1_609_344), ("10kms", 10_000_000),
    ("2 Kilometer", 2_000_000), ("100metres", 100_000), ("100 meters", 100_000),
    ("10 feet", 3_048), ("2yards", 1_828),
    ("1ft", 304), ("0.001km", 1_000), ("12.3456m", 12_346),
  ])
  func `a distance has a unit`(_ text: String, _ millimetres: UInt64) {
    #expect(Distance(text)?.millimetres == millimetres)
  }

  @Test(arguments: [
    "10", "km", "-1km", "10in", "ft", "1,5km", "", "1e99km", "99999999999km", "miles",
    "10 millimetres", "5 smiles",
  ])
  func `what is no distance is none`(_ text: String) {
    #expect(Distance(text) == nil)
  }

  @Test(arguments: [
    (0, "0 m"), (999, "999 m"), (1_000, "1 km"), (1_249, "1.2 km"), (99_949, "99.9 km"),
    (99_950, "100 km"), (312_400, "312 km"),
  ])
  func `a distance is told in metres or kilometres`(_ metres: Int, _ text: String) {
    #expect(Distance.text(metres: metres) == text)
  }
}
