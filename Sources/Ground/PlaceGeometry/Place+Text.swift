package import FootlightPlatform

extension Place {
  /// Reads a point as people and programs write it; nil when it is none.
  ///
  /// `48.14,11.58`, also in parentheses or with hemispheres (`48.14° N, 11.58° E`); `geo:48.14,11.58`; and with the
  /// longitude first, as their rules say, GeoJSON's `{"type":"Point","coordinates":[11.58,48.14]}` and
  /// `POINT (11.58 48.14)`. Objects with the members `lat` and `lon` are read too.
  public init?(_ text: String) {
    guard text.utf8.count <= 4_096 else { return nil }
    let bytes = Place.trimmed(Array(text.utf8)[...])
    if bytes.first == UInt8(ascii: "{") {
      guard let value = JSONValue(Array(bytes)), let place = Place(value) else { return nil }
      self = place
      return
    }
    var written = String(decoding: bytes, as: UTF8.self)
    let lowered = written.lowercased()
    var isLongitudeFirst = false
    if lowered.hasPrefix("geo:") {
      // What follows a semicolon is about the point; a third number is its height (RFC 5870).
      let parts = written.dropFirst(4).prefix { $0 != ";" }.split(separator: ",")
      written = parts.prefix(2).joined(separator: ",")
    } else if lowered.hasPrefix("point") {
      isLongitudeFirst = true
      written = String(written.dropFirst(5))
      if written.last != ")" { return nil }
    }
    written = String(decoding: Place.trimmed(Array(written.utf8)[...]), as: UTF8.self)
    if written.first == "(", written.last == ")" {
      written = String(written.dropFirst().dropLast())
    }
    guard let (first, second) = Place.parts(of: written) else { return nil }
    guard let one = Coordinate(first), let other = Coordinate(second) else { return nil }
    let swaps = isLongitudeFirst || one.axis == .longitude || other.axis == .latitude
    let (latitude, longitude) = swaps ? (other, one) : (one, other)
    guard latitude.axis != .longitude, longitude.axis != .latitude else { return nil }
    self.init(latitudeE7: latitude.e7, longitudeE7: longitude.e7)
  }

  /// Whether a text is no point only because its hemisphere is `O`, east in some languages and west in others.
  package static func isAmbiguous(_ text: String) -> Bool {
    guard Place(text) == nil else { return false }
    return Place(String(text.map { $0 == "O" || $0 == "o" ? "E" : $0 })) != nil
  }

  /// The point of a GeoJSON object – a point, or a feature with one – or of an object with latitude and longitude.
  package init?(_ value: JSONValue) {
    if let geometry = value["geometry"] {
      self.init(geometry)
      return
    }
    if case .list(let numbers)? = value["coordinates"], value["type"]?.text == "Point",
      numbers.count >= 2, let longitude = Place.e7(numbers[0]), let latitude = Place.e7(numbers[1])
    {
      self.init(latitudeE7: latitude, longitudeE7: longitude)
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
      } else if mark == " ", parts.count == 4 {
        // A hemisphere may stand apart from its number.
        parts = [parts[0] + parts[1], parts[2] + parts[3]]
      }
      return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
    return nil
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while let first = bytes.first, first <= 0x20 { bytes = bytes.dropFirst() }
    while let last = bytes.last, last <= 0x20 { bytes = bytes.dropLast() }
    return bytes
  }
}

/// One number of a point, with the hemisphere if that is written.
private struct Coordinate {
  enum Axis { case latitude, longitude }

  var e7: Int64
  var axis: Axis?

  init?(_ text: String) {
    var text = text.filter { $0 != " " && $0 != "°" && $0 != "º" }
    var isNegative = false
    let ends = [text.first, text.last].map { $0.map { String($0).uppercased() } }
    for (place, letter) in ends.enumerated() {
      switch letter {
      case "N", "S": axis = .latitude
      // `O` is east for some (Ost) and west for others (Ouest, Oeste, Ovest): nobody can tell.
      case "E", "W": axis = .longitude
      default: continue
      }
      isNegative = letter == "S" || letter == "W"
      if place == 0 { text.removeFirst() } else { text.removeLast() }
      break
    }
    guard let e7 = DegreeText.e7(text), !isNegative || e7 >= 0 else { return nil }
    self.e7 = isNegative ? -e7 : e7
  }
}
