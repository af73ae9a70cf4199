import FootlightPlatform

/// The box round the positions of a geometry.
struct GeometryBox {
  private var latitudes: ClosedRange<Int64>?
  private var longitudes: ClosedRange<Int64>?
  /// The same with what lies in the west put once round the globe, for what lies on both sides of the date line.
  private var shifted: ClosedRange<Int64>?

  /// Adds the positions of a geometry; false where it is none.
  mutating func add(_ geometry: JSONValue) -> Bool {
    if case .list(let geometries)? = geometry["geometries"] {
      // JSON is read to a certain depth, which bounds this one.
      return !geometries.isEmpty && geometries.allSatisfy { add($0) }
    }
    let depths = [
      "Point": 0, "MultiPoint": 1, "LineString": 1, "MultiLineString": 2, "Polygon": 2,
      "MultiPolygon": 3,
    ]
    guard let depth = depths[geometry["type"]?.text ?? ""],
      let coordinates = geometry["coordinates"]
    else { return false }
    return add(coordinates, depth)
  }

  private mutating func add(_ coordinates: JSONValue, _ depth: Int) -> Bool {
    guard case .list(let list) = coordinates else { return false }
    if depth > 0 { return !list.isEmpty && list.allSatisfy { add($0, depth - 1) } }
    guard list.count >= 2, let longitude = Place.e7(list[0]), let latitude = Place.e7(list[1]),
      let position = Place(latitudeE7: latitude, longitudeE7: longitude)
    else { return false }
    add(position)
    return true
  }

  /// Adds a position.
  mutating func add(_ position: Place) {
    let longitude = position.longitudeE7
    GeometryBox.widen(&latitudes, to: position.latitudeE7)
    GeometryBox.widen(&longitudes, to: longitude)
    GeometryBox.widen(&shifted, to: longitude < 0 ? longitude + 360 * Place.degree : longitude)
  }

  private static func widen(_ range: inout ClosedRange<Int64>?, to value: Int64) {
    range = range.map { min($0.lowerBound, value)...max($0.upperBound, value) } ?? value...value
  }

  var middle: Place? {
    guard let latitudes, let longitudes, let shifted else { return nil }
    func middle(_ range: ClosedRange<Int64>) -> Int64 { (range.lowerBound + range.upperBound) / 2 }
    func width(_ range: ClosedRange<Int64>) -> Int64 { range.upperBound - range.lowerBound }
    var east = middle(width(shifted) < width(longitudes) ? shifted : longitudes)
    if east > 180 * Place.degree { east -= 360 * Place.degree }
    return Place(latitudeE7: middle(latitudes), longitudeE7: east)
  }
}
