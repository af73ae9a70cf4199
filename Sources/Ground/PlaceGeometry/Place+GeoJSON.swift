package import FootlightPlatform

extension Place {
  /// The place of a GeoJSON object (RFC 7946), or of an object with latitude and longitude.
  ///
  /// A point is where it says; a line, an area and what has several parts are taken at the middle of their box. Of a
  /// feature it is its geometry's.
  package init?(_ value: JSONValue) {
    if let geometry = value["geometry"] {
      self.init(geometry)
      return
    }
    if value["coordinates"] != nil || value["geometries"] != nil {
      var box = GeometryBox()
      guard box.add(value), let middle = box.middle else { return nil }
      self = middle
      return
    }
    guard let latitude = value["lat"] ?? value["latitude"],
      let longitude = value["lon"] ?? value["lng"] ?? value["long"] ?? value["longitude"],
      let north = Place.e7(latitude), let east = Place.e7(longitude)
    else { return nil }
    self.init(latitudeE7: north, longitudeE7: east)
  }

  /// Ten-millionths of a number of JSON, which some write as a text.
  static func e7(_ value: JSONValue) -> Int64? {
    switch value {
    case .number(let digits), .text(let digits): DegreeText.e7(digits)
    default: nil
    }
  }
}

/// The box round the positions of a geometry.
private struct GeometryBox {
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
      Place(latitudeE7: latitude, longitudeE7: longitude) != nil
    else { return false }
    GeometryBox.widen(&latitudes, to: latitude)
    GeometryBox.widen(&longitudes, to: longitude)
    GeometryBox.widen(&shifted, to: longitude < 0 ? longitude + 360 * Place.degree : longitude)
    return true
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
