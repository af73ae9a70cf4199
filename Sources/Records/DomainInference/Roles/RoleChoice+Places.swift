import DeclaredRecords
import FootlightPlatform
import TextAnalysis

extension RoleChoice {
  /// Chooses what tells where an item is: two columns of degrees, a point of GeoJSON, or a text that holds both.
  mutating func choosePlaces() {
    for field in profile.fields where mapping.attributes.count < 4 {
      guard !used.contains(field.path) else { continue }
      if let place = placeOfTwo(field) ?? placeOfList(field) ?? placeOfText(field) {
        mapping.attributes.append(place)
      }
    }
  }

  private static let latitudes = [
    "latitude", "lat", "y", "latitud", "latitudine", "breitengrad", "breite", "breedtegraad",
  ]
  private static let longitudes = [
    "longitude", "lon", "lng", "long", "x", "longitud", "longitudine", "längengrad", "laengengrad",
    "länge", "laenge", "lengtegraad",
  ]
  /// Those that any thing has, wherever it is: parcels have a width, a length and a postcode.
  private static let measures: Set<String> = ["breite", "länge", "laenge"]
  /// Those that any measurement may be called.
  private static let vague = measures.union(["x", "y"])
  /// Words of a name under which no measurement is anything but degrees.
  private static let systems: Set<String> = [
    "geo", "geogr", "geographische", "gps", "wgs84", "koordinate", "koordinaten", "coordinate",
    "coordinates", "coord", "coords",
  ]
  private static let geometries: Set<String> = [
    "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
  ]
  /// The elements of KML that hold positions, and how the same is called in well-known text.
  private static let geometriesOfKML = [
    "Point": "POINT", "LineString": "LINESTRING", "LinearRing": "LINESTRING",
  ]
  /// Words of a name under which two numbers are a point.
  private static let holders = systems.union([
    "location", "position", "place", "point", "geometry", "latlng", "latlon", "latlong", "wkt",
    "geom", "where",
  ])
  /// Words of a name that say nothing of which place is meant.
  private static let general = holders.union([
    "deg", "degrees", "decimal", "properties", "lat", "lon", "lng",
  ])
  /// Words that say that a table is about places, so that its `x` and `y`, or `Breite` and `Länge`, are degrees.
  private static let subjects = systems.union([
    "location", "locations", "place", "places", "city", "cities", "town", "towns", "village",
    "villages", "country", "countries", "island", "islands", "station", "stations", "airport",
    "airports", "street", "elevation", "ort", "orte", "stadt", "gemeinde", "haltestelle", "bahnhof",
    "adresse", "plz", "straße", "strasse",
  ])

  /// Whether the name of the file, or of a column, speaks of places.
  private var isAboutPlaces: Bool {
    ([fileName] + profile.fields.map(\.fullName)).contains { name in
      FieldNames.words(of: name).contains { RoleChoice.subjects.contains($0) }
    }
  }

  /// A latitude with the longitude that is called like it.
  private mutating func placeOfTwo(_ field: FieldProfile) -> ProposedMapping.Attribute? {
    guard let (longitude, place) = longitude(to: field),
      isDegree(field, within: 90), isDegree(longitude, within: 180)
    else { return nil }
    var words = FieldNames.words(of: field.fullName)
    words.remove(at: place)
    used.formUnion([field.path, longitude.path])
    return .init(
      name: name(of: words), template: degrees(field) + "," + degrees(longitude), type: "place")
  }

  /// The field whose name has a word for longitude where another one has that for latitude, and where that word
  /// stands.
  private func longitude(to field: FieldProfile) -> (FieldProfile, Int)? {
    let words = FieldNames.words(of: field.fullName)
    for (index, word) in words.enumerated() where RoleChoice.latitudes.contains(word) {
      // Vague names mean degrees only where some have a fraction, and it is about places.
      let isVague = RoleChoice.vague.contains(word)
      let wanted = RoleChoice.longitudes.filter { RoleChoice.vague.contains($0) == isVague }
      if isVague {
        let isSaid = words.count == 1 || words.contains { RoleChoice.subjects.contains($0) }
        if !isSaid || !field.hasFractions || !isAboutPlaces { continue }
      }
      for other in profile.fields where other.path != field.path {
        var those = FieldNames.words(of: other.fullName)
        guard those.count == words.count, wanted.contains(those[index]) else { continue }
        those[index] = word
        guard those == words, other.steps.count == field.steps.count else { continue }
        let isCertain =
          !RoleChoice.measures.contains(word) || words.contains { RoleChoice.systems.contains($0) }
        if isCertain || field.isFinelyMeasured && other.isFinelyMeasured { return (other, index) }
      }
    }
    return nil
  }

  private func degrees(_ field: FieldProfile) -> String {
    expression(field, filters: field.numberFilters ?? "")
  }

  /// Whether all numbers of a column, also those with decimal commas, may be degrees.
  private func isDegree(_ field: FieldProfile, within bound: Double) -> Bool {
    guard !field.isList else { return false }
    if field.isNumber { return field.least >= -bound && field.most <= bound }
    guard field.numberFilters == " | number: ','", let numbers = field.numberBounds else {
      return false
    }
    return numbers.lowerBound >= -bound && numbers.upperBound <= bound
  }

  /// The numbers of a list: of GeoJSON the longitude first, or the whole geometry where not all are points.
  private mutating func placeOfList(_ field: FieldProfile) -> ProposedMapping.Attribute? {
    guard field.isList, field.isNumber, field.path.hasSuffix("[]") else { return nil }
    var path = field.path[...]
    while path.hasSuffix("[]") { path = path.dropLast(2) }
    let keys = field.keys
    if keys.last == "coordinates", keys.count > 1 || profile["type"] != nil {
      let holder = path.dropLast("coordinates".count)
      guard let kinds = profile[holder + "type"]?.distinct,
        kinds.isSubset(of: RoleChoice.geometries)
      else { return nil }
      let isOfPoints = kinds == ["Point"]
      // Only of a member is there a name for the whole geometry.
      guard isOfPoints || holder.hasSuffix("."), !holder.contains("[") else { return nil }
      // A third number is a height, and may be anything.
      let isOfDegrees =
        isOfPoints
        ? arePositions(holder + "coordinates") : field.least >= -180 && field.most <= 180
      guard isOfDegrees else { return nil }
      used.insert(holder + "type")
      used.formUnion(profile.fields.map(\.path).filter { $0.hasPrefix(path + "[]") })
      return .init(
        name: name(of: FieldNames.words(of: keys.dropLast().joined(separator: " "))),
        template: isOfPoints ? "{\(path)[1]},{\(path)[0]}" : "{\(holder.dropLast())}",
        type: "place")
    }
    let known = ["latlng", "latlon", "lat lng", "lat lon"]
    guard field.least >= -180, field.most <= 180,
      known.contains(FieldNames.words(of: field.name).joined(separator: " ")),
      field.count == 2 * field.present, field.path == path + "[]"
    else { return nil }
    used.insert(field.path)
    return .init(name: name(of: []), template: "{\(path)[0]},{\(path)[1]}", type: "place")
  }

  /// Whether the points at a path are degrees.
  private func arePositions(_ path: some StringProtocol) -> Bool {
    records.allSatisfy { record in
      guard case .list(let numbers)? = record.value(at: FieldPath(String(path))?.steps ?? [])
      else { return true }
      let degrees = numbers.prefix(2).compactMap { (number: RecordValue) -> Double? in
        if case .number(let text) = number { Double(text) } else { nil }
      }
      return degrees.count == 2 && abs(degrees[0]) <= 180 && abs(degrees[1]) <= 90
    }
  }

  /// Whether a field tells the kind of a geometry, which says nothing of the item.
  func isKindOfGeometry(_ field: FieldProfile) -> Bool {
    guard field.keys.last == "type", field.path.hasSuffix("type"),
      field.distinct.isSubset(of: RoleChoice.geometries.union(["GeometryCollection"]))
    else { return false }
    let coordinates = "\(field.path.dropLast("type".count))coordinates["
    return profile.fields.contains { $0.path.hasPrefix(coordinates) }
  }

  /// A text that always holds both: with marks that nothing else has, or under a name for places.
  ///
  /// Two numbers alone may be a size, a range or a score.
  private mutating func placeOfText(_ field: FieldProfile) -> ProposedMapping.Attribute? {
    // Positions of KML have the longitude first, and often a height.
    if let geometry = field.keys.suffix(2).first.flatMap({ RoleChoice.geometriesOfKML[$0] }),
      field.keys.last == "coordinates", !field.isList,
      // An example is the beginning of a value: of many positions the last one may be cut.
      let first = field.example.split(whereSeparator: \.isWhitespace).first,
      [field.example[...], first].contains(where: { Place("\(geometry)(\($0))") != nil })
    {
      used.insert(field.path)
      return .init(
        name: name(of: []), template: "\(geometry)({\(field.path)})", type: "place")
    }
    guard field.count > 0, field.places == field.count, !field.isList else { return nil }
    let words = FieldNames.words(of: field.fullName)
    let isCalledSo =
      words.contains { RoleChoice.holders.contains($0) }
      || words.contains { RoleChoice.latitudes.contains($0) && $0.count > 1 }
        && words.contains { RoleChoice.longitudes.contains($0) && $0.count > 1 }
    guard isCalledSo || field.markedPlaces == field.count else { return nil }
    used.insert(field.path)
    return .init(name: name(of: words), template: "{\(field.path)}", type: "place")
  }

  /// What a place is called: `location`, or for a certain one `start_location`.
  private func name(of words: [String]) -> String {
    let words = words.filter { !RoleChoice.general.contains($0) }
    var name = FieldNames.attribute((words + ["location"]).joined(separator: "_"))
    let others = free.filter { $0.steps.count == 1 }.map { FieldNames.attribute($0.fullName) }
    // A text of that name tells where as well, in words.
    if others.contains(name) {
      name = FieldNames.attribute((words + ["place"]).joined(separator: "_"))
    }
    while mapping.attributes.contains(where: { $0.name == name }) || others.contains(name) {
      name += "_2"
    }
    return name
  }
}
