import FootlightPlatform

/// A part of the globe in which places are looked for.
package enum PlaceArea: Sendable, Hashable {
  case circle(PlaceCircle)
  case box(PlaceBox)
  /// What lies in one of these.
  case polygons([PlacePolygon])

  package func contains(_ place: Place) -> Bool {
    switch self {
    case .circle(let circle): circle.contains(place)
    case .box(let box): box.contains(place)
    case .polygons(let polygons): polygons.contains { $0.contains(place) }
    }
  }

  /// How the area lies to a cell, and what of it decides about the places within it.
  package func narrowed(to cell: PlaceBox) -> (relation: PlaceRelation, area: PlaceArea) {
    switch self {
    case .circle(let circle): return (circle.relation(to: cell), self)
    case .box(let box): return (box.relation(to: cell), self)
    case .polygons(let polygons):
      var rest: [PlacePolygon] = []
      for polygon in polygons {
        let (relation, polygon) = polygon.narrowed(to: cell)
        switch relation {
        case .inside: return (.inside, self)
        case .partly: rest.append(polygon)
        case .outside: break
        }
      }
      return (rest.isEmpty ? .outside : .partly, .polygons(rest))
    }
  }

  /// How much is compared with a place or a cell: the edges of polygons.
  package var edgeCount: Int {
    if case .polygons(let polygons) = self { polygons.reduce(0) { $0 + $1.edgeCount } } else { 1 }
  }

  /// The centre from which distances are told; nil for what is no circle.
  package var centre: Place? { if case .circle(let circle) = self { circle.centre } else { nil } }

  /// The forms in which an area is written, for messages.
  package static let forms = """
    a circle such as 48.14,11.58,10km (\(Distance.units)), a box from its western to its eastern corner such as \
    48.0,11.3..48.3,11.8, the corners of a polygon such as 48,11;48,12;49,12, or GeoJSON
    """

  /// Reads an area as queries write it; nil when the text is no area.
  package init?(_ text: String) {
    guard let area = try? PlaceArea(reading: text) else { return nil }
    self = area
  }

  /// Why a text is no area; nil where it is one.
  package static func mistake(in text: String) -> AreaMistake? {
    do {
      _ = try PlaceArea(reading: text)
      return nil
    } catch {
      return error
    }
  }

  /// Reads an area as queries write it.
  ///
  /// `lat,lon,radius`, also parted by semicolons; `lat,lon..lat,lon`; `lat,lon;lat,lon;lat,lon` with three corners or more; a
  /// polygon of GeoJSON.
  package init(reading text: String) throws(AreaMistake) {
    if text.utf8.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
      try self.init(geoJSON: Array(text.utf8))
      return
    }
    if let range = text.firstRange(of: "..") {
      guard let first = PlaceArea.corner(text[..<range.lowerBound]),
        let second = PlaceArea.corner(text[range.upperBound...]),
        let west = Place(latitudeE7: first.latitude, longitudeE7: first.longitude),
        let other = Place(latitudeE7: second.latitude, longitudeE7: second.longitude)
      else { throw .form }
      self = .box(PlaceBox(west, other, east: second.longitude))
      return
    }
    if text.contains(";") {
      let corners = text.split(separator: ";", omittingEmptySubsequences: false)
      guard corners.count <= AreaMistake.mostCorners else { throw .tooManyCorners }
      if corners.count == 3, PlaceArea.corner(corners[2]) == nil,
        let centre = Place(String(corners[0] + ";" + corners[1]))
      {
        self = .circle(PlaceCircle(centre, try PlaceArea.distance(corners[2])))
        return
      }
      var ring: [(latitude: Int64, longitude: Int64)] = []
      for corner in corners {
        guard let corner = PlaceArea.corner(corner) else { throw .form }
        ring.append(corner)
      }
      guard ring.count >= 3 else { throw .form }
      self = .polygons([try PlacePolygon([ring])])
      return
    }
    guard let comma = text.lastIndex(of: ","), let centre = PlaceArea.corner(text[..<comma]) else {
      if Coordinate(text) != nil || PlaceArea.corner(text) != nil { throw .noDistance }
      // A distance from a town, or a town alone.
      let named = text.lastIndex(of: ",").map { text[..<$0] } ?? text[...]
      let isName = named.contains(where: \.isLetter) && !named.contains(where: \.isNumber)
      throw isName ? .name : .form
    }
    let radius = try PlaceArea.distance(text[text.index(after: comma)...])
    guard let place = Place(latitudeE7: centre.latitude, longitudeE7: centre.longitude) else {
      throw .form
    }
    self = .circle(PlaceCircle(place, radius))
  }

  /// The distance that follows a point.
  private static func distance(_ text: Substring) throws(AreaMistake) -> Distance {
    if let distance = Distance(text) { return distance }
    if Distance(text + "m") != nil { throw .noUnit }
    let number = text.prefix { !$0.isLetter }
    throw number.count < text.count && Distance(number + "m") != nil ? .unknownUnit : .form
  }

  /// A latitude and a longitude, which may lie beyond the date line and have hemispheres, minutes and seconds.
  private static func corner(
    _ text: some StringProtocol
  ) -> (latitude: Int64, longitude: Int64)? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      Coordinate(String(decoding: Place.trimmed(Array(part.utf8)[...]), as: UTF8.self))
    }
    guard parts.count == 2, let one = parts[0], let other = parts[1],
      let (latitude, longitude) = Coordinate.ordered(one, other)
    else { return nil }
    return corner(latitude.e7, longitude.e7)
  }

  private static func corner(
    _ latitude: Int64, _ longitude: Int64
  ) -> (latitude: Int64, longitude: Int64)? {
    guard abs(latitude) <= 90 * Place.degree, abs(longitude) <= 360 * Place.degree else {
      return nil
    }
    return (latitude, longitude)
  }

  /// Reads the polygons of GeoJSON: a geometry, a feature, or a collection of them.
  private init(geoJSON bytes: [UInt8]) throws(AreaMistake) {
    let value: JSONValue
    do {
      value = try JSONValue(reading: bytes, mostValues: AreaMistake.mostValues)
    } catch {
      throw error == .tooManyValues ? .tooManyValues : .form
    }
    var polygons: [PlacePolygon] = []
    try PlaceArea.collect(value, &polygons)
    guard !polygons.isEmpty else { throw .form }
    self = .polygons(polygons)
  }

  /// Collects polygons.
  private static func collect(
    _ value: JSONValue, _ polygons: inout [PlacePolygon]
  ) throws(AreaMistake) {
    switch (value["type"]?.text, value["coordinates"]) {
    case ("Feature", _):
      guard let geometry = value["geometry"] else { throw .form }
      try collect(geometry, &polygons)
    case ("Polygon", let coordinates?): polygons.append(try polygon(coordinates))
    case ("MultiPolygon", .list(let several)?):
      for coordinates in several { polygons.append(try polygon(coordinates)) }
    default:
      guard case .list(let parts)? = value["features"] ?? value["geometries"] else { throw .form }
      for part in parts { try collect(part, &polygons) }
    }
  }

  private static func polygon(_ coordinates: JSONValue) throws(AreaMistake) -> PlacePolygon {
    guard let rings = rings(coordinates) else { throw .form }
    return try PlacePolygon(rings)
  }

  private static func rings(_ value: JSONValue) -> [[(latitude: Int64, longitude: Int64)]]? {
    guard case .list(let lists) = value, !lists.isEmpty else { return nil }
    var rings: [[(latitude: Int64, longitude: Int64)]] = []
    for case .list(let positions) in lists {
      var ring: [(latitude: Int64, longitude: Int64)] = []
      for case .list(let numbers) in positions where numbers.count >= 2 {
        guard let longitude = Place.e7(numbers[0]), let latitude = Place.e7(numbers[1]),
          let corner = corner(latitude, longitude)
        else { return nil }
        ring.append(corner)
      }
      guard ring.count >= 3, ring.count == positions.count else { return nil }
      rings.append(ring)
    }
    return rings.count == lists.count ? rings : nil
  }
}

/// Why a text is no area.
package enum AreaMistake: Error, Sendable, Hashable {
  /// It is written in none of the forms.
  case form
  /// It is a point without a distance, or one whose distance has no unit.
  case noDistance, noUnit
  /// It is a point and a distance in a unit that is not known, or a distance from what is called by a name.
  case unknownUnit, name
  /// The corners of a polygon go once round the globe, so that nobody can tell which part of it is meant.
  case aroundPole
  case tooManyCorners
  case tooManyValues

  /// The most corners of a polygon, with those of its holes.
  static let mostCorners = 10_000
  /// The most values of JSON in an area; a corner is three of them.
  static let mostValues = 1_000_000

  /// What is wrong, as the end of a sentence about the text.
  package var message: String {
    switch self {
    case .form: "is no area"
    case .noDistance: "is no area: it lacks a distance"
    case .noUnit: "is no area: its distance has no unit"
    case .unknownUnit: "is no area: the unit of its distance is not known"
    case .name: "is no area: places are told by latitude and longitude, not by names"
    case .aroundPole: "is no area: the corners of a polygon lead round a pole"
    case .tooManyCorners:
      "is no area: a polygon has more than \(AreaMistake.mostCorners) corners"
    case .tooManyValues:
      "is no area: its JSON has more than \(AreaMistake.mostValues) values"
    }
  }

  /// What can be done.
  package var remedy: String {
    switch self {
    case .form: "write \(PlaceArea.forms)"
    case .noDistance: "write a distance after the point and no spaces, such as 48.14,11.58,10km"
    case .noUnit:
      "write one of the units \(Distance.units) and no spaces, such as 48.14,11.58,10km, or all in quotation marks"
    case .unknownUnit: "write one of the units \(Distance.units), such as 48.14,11.58,10km"
    case .name: "look up where it is, and write that, such as 48.14,11.58,10km"
    case .aroundPole:
      "use a circle round the pole, such as 90,0,2000km, or a box, such as 70,-180..90,180"
    case .tooManyCorners: "simplify the polygon, or cut it into several"
    case .tooManyValues: "leave out corners of the polygons, and what describes them"
    }
  }
}
