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
