import TestSupport
import Testing
import TextAnalysis

@Suite struct HaversineTests {
  /// The sine by its series, which floating point adds up to all of its digits below a half turn.
  private func sine(_ angle: Double) -> Double {
    var (sum, term) = (0.0, angle)
    for n in 1...40 {
      sum += term
      term *= -angle * angle / Double(2 * n * (2 * n + 1))
    }
    return sum
  }

  /// The haversine in floating point.
  private func exact(_ one: Place, _ other: Place) -> Double {
    let radians = Double.pi / 180
    let north = sine((one.latitude - other.latitude) * radians / 2)
    let east = sine((one.longitude - other.longitude) * radians / 2)
    func cosine(_ latitude: Double) -> Double { sine((90 - abs(latitude)) * radians) }
    return north * north + cosine(one.latitude) * cosine(other.latitude) * east * east
  }

  @Test func `distances are those of a sphere`() throws {
    var random = SeededRandom.announced("haversine")
    for _ in 0..<20_000 {
      let one = random.place()
      let other = random.oneIn(3) ? random.place(near: one) : random.place()
      let found = Haversine.between(one, other)
      #expect(abs(Double(found) / Double(UInt64(1) << 62) - exact(one, other)) < 1e-14)
      let half = sine(Double(Haversine.metres(found)) / 2 / 6_371_009)
      let nearest = exact(one, other).squareRoot()
      // Half a metre, and what floating point loses near the far side of the globe.
      #expect(abs(half - nearest) * 2 * 6_371_009 <= 0.6, "\(one.text) \(other.text)")
    }
  }

  @Test(arguments: [
    // Munich – Berlin, New York – London, Auckland – Santiago over the date line, pole to pole, the same point.
    ("48.137154,11.576124", "52.517037,13.38886", 504_000, 1_000),
    ("40.7128,-74.006", "51.5074,-0.1278", 5_570_000, 3_000),
    ("-36.8485,174.7633", "-33.4489,-70.6693", 9_660_000, 20_000),
    ("90,0", "-90,123", 20_015_115, 1), ("1,2", "1,2", 0, 0), ("0,179.99", "0,-179.99", 2_224, 1),
    ("89.99,0", "89.99,180", 2_224, 1),
  ])
  func `known distances`(_ one: String, _ other: String, _ metres: Int, _ tolerance: Int) throws {
    let places = (try #require(Place(one)), try #require(Place(other)))
    let found = Haversine.metres(Haversine.between(places.0, places.1))
    #expect(abs(found - metres) <= tolerance, "\(found)")
    #expect(Haversine.between(places.0, places.1) == Haversine.between(places.1, places.0))
  }

  @Test func `a radius and its haversine agree`() {
    for metres: UInt64 in [
      1, 10, 999, 10_000, 1_000_000, 10_007_557, 10_007_558, 15_000_000, 20_000_000,
    ] {
      #expect(Haversine.metres(Haversine.of(millimetres: metres * 1_000)) == Int(metres))
    }
    #expect(Haversine.of(millimetres: .max) == Haversine.of(millimetres: 20_015_116_000))
  }
}
