import FootlightPlatform

extension Place {
  /// Reads a point as people and programs write it; nil when it is none.
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
