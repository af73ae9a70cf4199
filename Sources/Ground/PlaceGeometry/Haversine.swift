/// Distances on a sphere of the earth's mean radius, by the haversine, as fixed-point numbers with 62 bits after the
/// point.
///
/// The haversine of an angle is (1 − cos) / 2. It grows with the distance, so distances are compared by it, and metres
/// are worked out for what is shown alone. All steps are whole numbers: every machine has the same order.
package enum Haversine {
  /// The fixed-point number 1.
  static let one: UInt64 = 1 << 62
  /// The earth's mean radius in metres (IUGG).
  package static let radius: UInt64 = 6_371_009
  /// The largest distance between two places, in metres, rounded up.
  package static let furthest: UInt64 = 20_015_116

  /// π / 1.8e9 – the radians of a ten-millionth of a degree – times 2^93.
  private static let radians: UInt64 = 17_284_903_702_238_269_808
  private static let halfTurn: Int64 = 180 * Place.degree

  /// The haversine of the angle between two places.
  package static func between(_ one: Place, _ other: Place) -> UInt64 {
    between(one, cosine(one.latitudeE7), other)
  }

  /// The same, with the cosine of the first place's latitude.
  static func between(_ one: Place, _ cosineOfOne: UInt64, _ other: Place) -> UInt64 {
    let across = product(
      product(cosineOfOne, cosine(other.latitudeE7)),
      of(turn(one.longitudeE7, other.longitudeE7)))
    return min(Haversine.one, of(abs(one.latitudeE7 - other.latitudeE7)) + across)
  }

  /// The angle between two longitudes, at most half a turn.
  static func turn(_ one: Int64, _ other: Int64) -> Int64 {
    let angle = abs(one - other)
    return angle > halfTurn ? 2 * halfTurn - angle : angle
  }

  /// The haversine of an angle of 0° to 180°, in ten-millionths of a degree.
  static func of(_ angle: Int64) -> UInt64 {
    guard angle <= halfTurn / 2 else { return one - of(halfTurn - angle) }
    let (high, low) = UInt64(angle).multipliedFullWidth(by: radians)
    return of(radians: high << 33 | low >> 31)
  }

  /// The haversine of an angle of 0 to π/2 in radians.
  private static func of(radians: UInt64) -> UInt64 {
    let square = product(radians, radians)
    // (1 − cos θ) / 2 = θ²/4 − θ⁴/48 + …; small angles need few of the terms.
    var sum: UInt64 = 0
    for coefficient in coefficients.dropFirst(square < 1 << 54 ? 6 : 0) {
      sum = coefficient - product(square, sum)
    }
    return product(square, sum)
  }

  /// The coefficients 1 / (2 · (2n)!), from n = 12 to n = 1.
  private static let coefficients: [UInt64] = {
    var found: [UInt64] = []
    var coefficient = one / 2
    for n: UInt64 in 1...12 {
      let divisor = (2 * n - 1) * (2 * n)
      coefficient = (coefficient + divisor / 2) / divisor
      found.append(coefficient)
    }
    return found.reversed()
  }()

  /// The cosine of a latitude.
  static func cosine(_ latitude: Int64) -> UInt64 { one - min(one, 2 * of(abs(latitude))) }

  static func product(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let (high, low) = one.multipliedFullWidth(by: other)
    return high << 2 | low >> 62
  }

  /// The haversine of a distance in millimetres along the globe; ``one`` for half of it and more.
  package static func of(millimetres: UInt64) -> UInt64 {
    guard millimetres < furthest * 1_000 else { return one }
    // Beyond a quarter of the globe by the rest of a half: θ and π − θ add up to 1.
    let (angle, _) = (radius * 1_000).dividingFullWidth((millimetres >> 2, millimetres << 62))
    guard angle < 2 * quarter else { return one }
    return angle <= quarter ? of(radians: angle) : one - of(radians: 2 * quarter - angle)
  }

  /// π/2.
  private static let quarter: UInt64 = 7_244_019_458_077_122_842

  /// The distance in whole metres of a haversine.
  package static func metres(_ haversine: UInt64) -> Int {
    var (low, high): (UInt64, UInt64) = (0, furthest)
    while low < high {
      let middle = (low + high) / 2
      if of(millimetres: middle * 1_000 + 500) < haversine {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return Int(low)
  }
}
