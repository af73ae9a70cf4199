/// A point on the globe, in whole ten-millionths of a degree (about a centimetre).
///
/// Integers throughout: every machine and every store finds the same places near another, in the same order.
public struct Place: Sendable, Hashable {
  /// Degrees north of the equator, times ten million.
  package let latitudeE7: Int64
  /// Degrees east of Greenwich, times ten million; the meridian at 180° is always -180.
  package let longitudeE7: Int64

  /// The units of a degree.
  package static let degree: Int64 = 10_000_000

  /// Makes a point; nil beyond the poles or once round the globe.
  package init?(latitudeE7: Int64, longitudeE7: Int64) {
    guard (-90 * Place.degree...90 * Place.degree).contains(latitudeE7),
      (-180 * Place.degree...180 * Place.degree).contains(longitudeE7)
    else { return nil }
    self.latitudeE7 = latitudeE7
    self.longitudeE7 = longitudeE7 == 180 * Place.degree ? -longitudeE7 : longitudeE7
  }

  /// Makes a point of degrees; nil beyond the poles or once round the globe.
  public init?(latitude: Double, longitude: Double) {
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    let scale = Double(Place.degree)
    self.init(
      latitudeE7: Int64((latitude * scale).rounded()),
      longitudeE7: Int64((longitude * scale).rounded()))
  }

  /// Degrees north of the equator.
  public var latitude: Double { Double(latitudeE7) / Double(Place.degree) }

  /// Degrees east of Greenwich.
  public var longitude: Double { Double(longitudeE7) / Double(Place.degree) }

  /// Latitude and longitude in degrees as a text: `48.14,11.58`.
  public var text: String {
    DegreeText.text(latitudeE7) + "," + DegreeText.text(longitudeE7)
  }
}
