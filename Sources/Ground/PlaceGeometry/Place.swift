package import FootlightPlatform

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

extension Place {
  /// Reads a point of ISO 6709, in which signs begin the numbers: `+48.14+011.58/`, `+4808+01134`, `-335155+1511233`; nil
  /// for any other text.
  ///
  /// How many digits stand before the point says whether they are degrees, degrees and minutes, or seconds too. A height and
  /// the name of a system may follow. The solidus, which ends such a point, may lack where the numbers have minutes or
  /// fractions: `+44-141` and `+44-020-7946000` are codes.
  init?(signed text: String) {
    let written = text.prefix { $0 != "/" && $0 != "C" }
    guard let first = written.first, first == "+" || first == "-" else { return nil }
    let rest = text.dropFirst(written.count)
    guard rest.isEmpty || rest == "/" || rest.hasPrefix("CRS") else { return nil }
    let isEnded = rest.last == "/"
    var numbers: [Substring] = []
    for index in written.indices where written[index] == "+" || written[index] == "-" {
      numbers.append(
        written[index...].prefix(1)
          + written[index...].dropFirst().prefix { $0 != "+" && $0 != "-" })
    }
    guard
      numbers.count == 2 || numbers.count == 3 && isEnded && Double(String(numbers[2])) != nil,
      let latitude = Place.signed(numbers[0], degrees: 2),
      let longitude = Place.signed(numbers[1], degrees: 3),
      latitude.parts == longitude.parts,
      isEnded || latitude.parts > 1 || numbers.contains(where: { $0.contains(".") })
    else { return nil }
    self.init(latitudeE7: latitude.number.e7, longitudeE7: longitude.number.e7)
  }

  /// A number of so many digits for whole degrees, and of how many parts it is.
  private static func signed(
    _ text: Substring, degrees: Int
  ) -> (number: Coordinate, parts: Int)? {
    let whole = text.dropFirst().prefix { $0.isASCII && $0.isNumber }
    let fraction = text.dropFirst(1 + whole.count)
    let parts = 1 + (whole.count - degrees) / 2
    guard whole.count >= degrees, 1...3 ~= parts, whole.count == degrees + 2 * (parts - 1) else {
      return nil
    }
    var marked = String(text.prefix(1 + degrees))
    var rest = whole.dropFirst(degrees)
    for mark in ["°", "′"].prefix(parts - 1) {
      marked += mark + rest.prefix(2)
      rest = rest.dropFirst(2)
    }
    return Coordinate(marked + fraction).map { ($0, parts) }
  }
}

extension Place {
  /// Reads a point as people and programs write it; nil when the text is no point.
  ///
  /// `48.14,11.58`, also in parentheses or with hemispheres (`48.14° N, 11.58° E`, `48°8′24″N 11°34′48″E`);
  /// `geo:48.14,11.58`; `+48.14+011.58/`; and with the longitude first, as their rules say, GeoJSON and
  /// `POINT (11.58 48.14)`. Objects with the members `lat` and `lon` are read too.
  public init?(_ text: String) {
    let bytes = Place.trimmed(Array(text.utf8)[...])
    if bytes.first == UInt8(ascii: "{") {
      guard let value = try? JSONValue(reading: Array(bytes), mostValues: Place.mostValues),
        let place = Place(value)
      else { return nil }
      self = place
      return
    }
    if let place = Place(wellKnown: bytes) {
      self = place
      return
    }
    guard bytes.count <= 4_096 else { return nil }
    var written = String(decoding: bytes, as: UTF8.self)
    if let place = Place(signed: written) {
      self = place
      return
    }
    if Place.prefix("geo:", of: bytes) != nil {
      // What follows a semicolon is about the point; a third number is its height (RFC 5870).
      let parts = written.dropFirst(4).prefix { $0 != ";" }.split(separator: ",")
      written = parts.prefix(2).joined(separator: ",")
    }
    written = String(decoding: Place.trimmed(Array(written.utf8)[...]), as: UTF8.self)
    if written.first == "(", written.last == ")" {
      written = String(written.dropFirst().dropLast())
    }
    guard let (first, second) = Place.parts(of: written) else { return nil }
    guard let one = Coordinate(first), let other = Coordinate(second),
      let (latitude, longitude) = Coordinate.ordered(one, other)
    else { return nil }
    self.init(latitudeE7: latitude.e7, longitudeE7: longitude.e7)
  }

  /// The most values of JSON in a geometry, of which a position is three: coasts and borders have very many, and what a
  /// record may hold is bounded elsewhere.
  private static let mostValues = 3_000_000

  /// Whether a text is no point only because its hemisphere is `O`, east in some languages and west in others.
  package static func isAmbiguous(_ text: String) -> Bool {
    guard Place(text) == nil else { return false }
    return Place(String(text.map { $0 == "O" || $0 == "o" ? "E" : $0 })) != nil
  }

  /// The two numbers of a text: parted by a semicolon, a comma or white space.
  ///
  /// Where a semicolon parts them, a comma is the decimal mark.
  private static func parts(of text: String) -> (String, String)? {
    let marks: [Character] = [";", ",", " ", "\t"]
    for mark in marks where text.contains(mark) {
      var parts = text.split(separator: mark).map { part in
        String(decoding: trimmed(Array(part.utf8)[...]), as: UTF8.self)
      }.filter { !$0.isEmpty }
      if mark == ";" {
        parts = parts.map { String($0.map { $0 == "," ? "." : $0 }) }
      } else if mark == " ", parts.count > 2, parts.count % 2 == 0 {
        // Degrees, minutes and a hemisphere may stand apart.
        let halves = [parts.prefix(parts.count / 2), parts.suffix(parts.count / 2)]
        parts = halves.map { $0.joined(separator: " ") }
        guard parts.allSatisfy({ Coordinate($0)?.axis != nil }) else { return nil }
      }
      return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
    return nil
  }

  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while let first = bytes.first, first <= 0x20 { bytes = bytes.dropFirst() }
    while let last = bytes.last, last <= 0x20 { bytes = bytes.dropLast() }
    return bytes
  }
}

/// The box round the positions of a geometry.
struct GeometryBox {
  private var latitudes: ClosedRange<Int64>?
  private var longitudes: ClosedRange<Int64>?
  /// The same with what lies in the west put once round the globe, for what lies on both sides of the date line.
  private var shifted: ClosedRange<Int64>?

  /// Adds the positions of a geometry; false where the value is no geometry.
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
