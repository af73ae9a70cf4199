/// What lies between two latitudes and, going east, between two longitudes; over the date line where the second
/// longitude is below the first.
package struct PlaceBox: Sendable, Hashable {
  var south: Int64
  var north: Int64
  var west: Int64
  var east: Int64
}

extension PlaceBox {
  /// From a western corner to the eastern one that lies opposite, whichever of them lies south.
  ///
  /// - Parameter east: the second longitude, for which 180° is not -180°.
  init(_ west: Place, _ other: Place, east: Int64) {
    self.init(
      south: min(west.latitudeE7, other.latitudeE7), north: max(west.latitudeE7, other.latitudeE7),
      west: west.longitudeE7, east: east)
  }

  func contains(_ place: Place) -> Bool {
    guard south <= place.latitudeE7, place.latitudeE7 <= north else { return false }
    return holds(place.longitudeE7)
      // The meridian at 180° is the one at -180°.
      || place.longitudeE7 == -180 * Place.degree && holds(180 * Place.degree)
  }

  private func holds(_ longitude: Int64) -> Bool {
    west <= east
      ? west <= longitude && longitude <= east : longitude >= west || longitude <= east
  }

  /// Whether a cell, which is not over the date line, lies outside, wholly inside, or neither.
  func relation(to cell: PlaceBox) -> PlaceRelation {
    guard cell.south <= north, cell.north >= south else { return .outside }
    let isWithin = south <= cell.south && cell.north <= north
    if west <= east {
      // At -180° a box that ends at 180° begins, too.
      let touches = cell.west == -180 * Place.degree && east == 180 * Place.degree
      guard cell.west <= east && cell.east >= west || touches else { return .outside }
      return isWithin && west <= cell.west && cell.east <= east ? .inside : .partly
    }
    guard cell.east >= west || cell.west <= east else { return .outside }
    return isWithin && (cell.west >= west || cell.east <= east) ? .inside : .partly
  }
}

/// How an area lies to a cell.
package enum PlaceRelation: Sendable {
  case outside
  case partly
  case inside
}
