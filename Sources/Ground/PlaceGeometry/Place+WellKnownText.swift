import FootlightPlatform

extension Place {
  /// Reads a geometry of well-known text, the longitude first: `POINT (11.58 48.14)`, `POLYGON ((…))` and the others; nil
  /// for any other text.
  ///
  /// A line or an area is taken at the middle of its box. `SRID=4326;`, with which PostGIS begins, may stand before it; in other
  /// systems the numbers are no degrees. In the parentheses may also stand positions of KML, whose numbers are parted by
  /// commas. A point has one position, and nothing follows the geometry.
  init?(wellKnown text: ArraySlice<UInt8>) {
    var rest = text
    if let semicolon = Place.prefix("srid=4326;", of: rest) { rest = rest[semicolon...] }
    guard let open = rest.firstIndex(of: UInt8(ascii: "(")), rest.last == UInt8(ascii: ")") else {
      return nil
    }
    // After the name may stand which further numbers a position has.
    let words = String(decoding: rest[..<open], as: UTF8.self).uppercased().split(separator: " ")
    guard let first = words.first, words.count < 3,
      let geometry = geometries.first(where: { first.hasPrefix($0) }),
      ["", "Z", "M", "ZM"].contains(first.dropFirst(geometry.count) + words.dropFirst().joined())
    else { return nil }
    var box = GeometryBox()
    let count = Place.add(
      rest[open...], to: &box, isCollection: geometry == "GEOMETRYCOLLECTION")
    guard let count, count == 1 || geometry != "POINT", let middle = box.middle else { return nil }
    self = middle
  }

  /// Adds the positions between parentheses to a box; returns how many there are, or nil where something else stands there.
  private static func add(
    _ text: ArraySlice<UInt8>, to box: inout GeometryBox, isCollection: Bool
  ) -> Int? {
    var depth = 0
    var count = 0
    var start = text.startIndex
    for index in text.indices {
      let byte = text[index]
      guard byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") else { continue }
      let between = text[start..<index]
      start = index + 1
      if byte == UInt8(ascii: "(") {
        // A comma, or in a collection the name of the next geometry. The last parenthesis ends the text.
        let isBetween = between.allSatisfy { byte in
          byte <= 0x20 || byte == UInt8(ascii: ",") || isCollection && byte.isLetter
        }
        guard isBetween, depth > 0 || index == text.startIndex else { return nil }
        depth += 1
        continue
      }
      depth -= 1
      guard depth >= 0 else { return nil }
      if between.allSatisfy({ $0 <= 0x20 }) { continue }
      guard let added = addWellKnown(between, to: &box) ?? addOfKML(between, to: &box) else {
        return nil
      }
      count += added
    }
    return depth == 0 ? count : nil
  }

  /// Positions that commas part, each of two to four numbers: `11.58 48.14, 11.6 48.2`.
  private static func addWellKnown(_ text: ArraySlice<UInt8>, to box: inout GeometryBox) -> Int? {
    let positions = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { $0.split { $0 <= 0x20 } }
    return add(positions, upTo: 4, to: &box)
  }

  /// Positions that white space parts, each of two numbers and perhaps a height: `11.58,48.14,520 11.6,48.2,0`.
  ///
  /// Some write white space beside the commas, too. Several positions without any decimal point or height are none: so
  /// look positions of well-known text with decimal commas, `11,58 48,14`.
  private static func addOfKML(_ text: ArraySlice<UInt8>, to box: inout GeometryBox) -> Int? {
    var positions: [[ArraySlice<UInt8>]] = []
    for (index, part) in text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .enumerated()
    {
      let numbers = part.split { $0 <= 0x20 }
      guard let first = numbers.first else { return nil }
      // Before the first comma, and after each white space, another position begins.
      if index == 0 {
        positions.append([first])
      } else {
        positions[positions.count - 1].append(first)
      }
      positions += numbers.dropFirst().map { [$0] }
    }
    guard
      positions.count == 1 || text.contains(UInt8(ascii: "."))
        || positions.allSatisfy({ $0.count == 3 })
    else { return nil }
    return add(positions, upTo: 3, to: &box)
  }

  private static func add(
    _ positions: [[ArraySlice<UInt8>]], upTo most: Int, to box: inout GeometryBox
  ) -> Int? {
    var places: [Place] = []
    for numbers in positions {
      let values = numbers.map { DegreeText.e7(String(decoding: $0, as: UTF8.self)) }
      guard 2...most ~= values.count, let longitude = values[0], let latitude = values[1],
        let place = Place(latitudeE7: latitude, longitudeE7: longitude)
      else { return nil }
      places.append(place)
    }
    for place in places { box.add(place) }
    return places.isEmpty ? nil : places.count
  }

  /// The index behind a beginning, whose letters may be capitals; nil where the text does not begin so.
  static func prefix(_ beginning: String, of text: ArraySlice<UInt8>) -> Int? {
    let bytes = beginning.utf8
    let isThere = zip(text, bytes).allSatisfy { byte, wanted in
      byte == wanted || wanted &- 0x61 < 26 && byte | 0x20 == wanted
    }
    return isThere && text.count >= bytes.count ? text.startIndex + bytes.count : nil
  }
}

/// The names of geometries in well-known text.
private let geometries: Set<String> = [
  "POINT", "MULTIPOINT", "LINESTRING", "MULTILINESTRING", "POLYGON", "MULTIPOLYGON",
  "GEOMETRYCOLLECTION",
]
