import PlaceGeometry
import Testing

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
    "4.8137154e1,1.1576124e1",
  ])
  func `a point is read in each form in which it is written`(_ text: String) {
    #expect(Place(text)?.text == "48.137154,11.576124")
  }

  @Test(arguments: [
    "", "48", "48,", ",11", "48,11,10", "91,0", "-90.0000001,0", "0,180.1", "0,-181", "a,b",
    "48..1,11", "--1,2", "[48,11]", "POINT 11 48", "{\"type\":\"Point\",\"coordinates\":[11]}",
    "{\"type\":\"LineString\",\"coordinates\":[[1,2]]}", "-48 S, 11 E", "48 N, 11 N", "inf,nan",
    "0x10,5", "1e400,1", "{", "999999999999999999999,1", "48°8′N 11°34′E",
    "48.14 N, 11.58 O", "48.14° N 11.58° O", "O3.7, N40.4",
  ])
  func `what is no point is none`(_ text: String) {
    #expect(Place(text) == nil)
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
    ("5mi", 8_046_720), ("0.001km", 1_000), ("12.3456m", 12_346),
  ])
  func `a distance has a unit`(_ text: String, _ millimetres: UInt64) {
    #expect(Distance(text)?.millimetres == millimetres)
  }

  @Test(arguments: ["10", "km", "-1km", "10ft", "1,5km", "", "1e99km", "99999999999km"])
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
