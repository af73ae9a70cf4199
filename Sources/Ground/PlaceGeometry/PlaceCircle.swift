/// What is no further from a place than a radius.
package struct PlaceCircle: Sendable, Hashable {
  package let centre: Place
  /// The haversine of the radius.
  let radius: UInt64
  private let cosine: UInt64

  package init(_ centre: Place, _ radius: Distance) {
    self.init(centre, haversine: Haversine.of(millimetres: radius.millimetres))
  }

  package init(_ centre: Place, haversine: UInt64) {
    self.centre = centre
    radius = haversine
    cosine = Haversine.cosine(centre.latitudeE7)
  }

  /// The haversine of the distance from the centre.
  package func haversine(to place: Place) -> UInt64 { Haversine.between(centre, cosine, place) }

  func contains(_ place: Place) -> Bool { haversine(to: place) <= radius }

  /// Bounds are sums of bounds, which rounding may miss by a few units.
  private static let slack: UInt64 = 256

  /// How the circle lies to a cell, by bounds of the haversine that hold for all its points.
  ///
  /// The haversine is the sum of a part for the latitudes and one for the longitudes, which the cosines of both
  /// latitudes shorten; each has its extremes at edges of the cell. It holds at the poles and over the date line.
  func relation(to cell: PlaceBox) -> PlaceRelation {
    let (latitude, longitude) = (centre.latitudeE7, centre.longitudeE7)
    let cosines = [cell.south, cell.north].map(Haversine.cosine)
    let turns = [cell.west, cell.east].map { Haversine.turn($0, longitude) }
    let half = 180 * Place.degree
    let opposite = longitude < 0 ? longitude + half : longitude - half
    let nearest = cell.west <= longitude && longitude <= cell.east ? 0 : min(turns[0], turns[1])
    let furthest =
      cell.west <= opposite && opposite <= cell.east ? half : max(turns[0], turns[1])
    let north = max(0, cell.south - latitude, latitude - cell.north)
    let south = max(abs(cell.south - latitude), abs(cell.north - latitude))
    let low =
      Haversine.of(north)
      + Haversine.product(
        Haversine.product(cosine, min(cosines[0], cosines[1])), Haversine.of(nearest))
    if low > radius + PlaceCircle.slack { return .outside }
    let widest =
      cell.south <= 0 && cell.north >= 0 ? Haversine.one : max(cosines[0], cosines[1])
    let high =
      Haversine.of(south)
      + Haversine.product(Haversine.product(cosine, widest), Haversine.of(furthest))
    return high + PlaceCircle.slack <= radius || radius == Haversine.one ? .inside : .partly
  }
}
