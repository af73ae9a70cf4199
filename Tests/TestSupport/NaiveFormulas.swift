import DeclaredRecords
import FootlightPlatform
import SearchEngine
import TextAnalysis

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The formulas of ranking as the documents tell them, in doubles and without the engine's arithmetic.
enum NaiveScoring {
  /// 256 · log2(n), rounded down.
  static func bits(_ number: Int) -> Int {
    number > 1 ? Int((256 * log2(Double(number))).rounded(.down)) : 0
  }

  /// 256 · log2((items + 1) / (holding + 1)), at least 1.
  static func idf(items: Int, holding: Int) -> Int {
    max(1, bits(items + 1) - bits(min(holding, items) + 1))
  }

  /// BM25F: 127 · f / (k1 + f), where a field adds weight · count / (1 − b + b · length / reference), and the aliases
  /// weight · count.
  ///
  /// - Parameter lengths: of title, keywords, description and body.
  static func impact(_ counts: FieldCounts, _ lengths: [Int], _ weights: RankingWeights) -> UInt8 {
    let fields = [
      (weights.title, counts.title, weights.titleLength),
      (weights.keywords, counts.keywords, weights.keywordsLength),
      (weights.description, counts.description, weights.descriptionLength),
      (weights.body, counts.body, weights.bodyLength),
    ]
    var added = zip(fields, lengths).map { (field, length) -> Double in
      let (weight, count, reference) = field
      guard count > 0 else { return 0 }
      let norm = 1 - weights.b + weights.b * Double(length) / reference
      return weight * Double(count) / norm
    }
    added.insert(weights.aliases * Double(counts.alias), at: 1)
    let frequency = added.reduce(0, +)
    return UInt8(min(127, max(1, 127 * frequency / (weights.k1 + frequency))))
  }
}

/// Places on a sphere, in doubles.
enum NaivePlaces {
  private static func radians(_ e7: Int64) -> Double { Double(e7) / 1e7 * .pi / 180 }

  /// The haversine of the angle between two places, by which distances compare.
  static func haversine(_ one: Place, _ other: Place) -> Double {
    func half(_ angle: Double) -> Double { sin(angle / 2) * sin(angle / 2) }
    return half(radians(one.latitudeE7 - other.latitudeE7))
      + cos(radians(one.latitudeE7)) * cos(radians(other.latitudeE7))
      * half(radians(one.longitudeE7 - other.longitudeE7))
  }

  /// Whether an area, as queries write it, holds a place.
  static func holds(_ text: String, _ place: Place) -> Bool {
    if let range = text.firstRange(of: "..") {
      let (one, other) = (corner(text[..<range.lowerBound]), corner(text[range.upperBound...]))
      let (south, north) = (min(one.latitude, other.latitude), max(one.latitude, other.latitude))
      guard south <= place.latitudeE7, place.latitudeE7 <= north else { return false }
      let width = other.longitude - one.longitude
      return width == turn
        || (place.longitudeE7 - one.longitude + 2 * turn) % turn <= (width + turn) % turn
    }
    if text.contains(";") {
      return polygonHolds(text.split(separator: ";").map { corner($0) }, place)
    }
    let parts = text.split(separator: ",")
    let centre = corner("\(parts[0]),\(parts[1])")
    guard let centre = Place(latitudeE7: centre.latitude, longitudeE7: centre.longitude) else {
      return false
    }
    let angle = metres(parts[2]) / 6_371_009
    return angle >= .pi || haversine(centre, place) <= sin(angle / 2) * sin(angle / 2)
  }

  private static let turn: Int64 = 3_600_000_000

  private static func metres(_ text: Substring) -> Double {
    let number = Double(text.prefix { !$0.isLetter }) ?? .nan
    let units = ["m": 1, "km": 1_000, "mi": 1_609.344]
    return number * (units[String(text.drop { !$0.isLetter })] ?? .nan)
  }

  private static func corner(_ text: some StringProtocol) -> (latitude: Int64, longitude: Int64) {
    let parts = text.split(separator: ",").map { Int64(((Double($0) ?? 0) * 1e7).rounded()) }
    return (parts[0], parts[1])
  }

  /// Whether a ray to the east crosses the ring an odd number of times; the ring goes on beyond the date line.
  private static func polygonHolds(
    _ corners: [(latitude: Int64, longitude: Int64)], _ place: Place
  ) -> Bool {
    var ring = corners
    for index in ring.indices.dropFirst() {
      while ring[index].longitude - ring[index - 1].longitude > turn / 2 {
        ring[index].longitude -= turn
      }
      while ring[index].longitude - ring[index - 1].longitude < -turn / 2 {
        ring[index].longitude += turn
      }
    }
    // Round a pole it does not close.
    guard abs(ring[ring.count - 1].longitude - ring[0].longitude) <= turn / 2 else { return false }
    var crossings = 0
    for (one, other) in zip(ring, ring.dropFirst() + [ring[0]])
    where (one.latitude <= place.latitudeE7) != (other.latitude <= place.latitudeE7) {
      let share =
        Double(place.latitudeE7 - one.latitude) / Double(other.latitude - one.latitude)
      let crossing = Double(one.longitude) + share * Double(other.longitude - one.longitude)
      for turns: Int64 in -2...2 where Double(place.longitudeE7 + turns * turn) < crossing {
        crossings += 1
      }
    }
    return crossings % 2 == 1
  }
}
