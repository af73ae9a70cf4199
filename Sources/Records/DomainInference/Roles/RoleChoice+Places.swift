import DomainDeclarations
import PlaceGeometry
import RecordSources

extension RoleChoice {
  /// Chooses what tells where an item is: two columns of degrees, a point of GeoJSON, or a text that holds both.
  mutating func choosePlaces() {
    for field in profile.fields where mapping.attributes.count < 4 {
      if let place = placeOfTwo(field) ?? placeOfList(field) ?? placeOfText(field) {
        mapping.attributes.append(place)
      }
    }
  }

  private static let latitudes = ["latitude", "lat", "y"]
  private static let longitudes = ["longitude", "lon", "lng", "long", "x"]
  /// Words of a name that say nothing of which place is meant.
  private static let general: Set<String> = [
    "deg", "degrees", "decimal", "geo", "gps", "wgs84", "coordinate", "coordinates", "coord",
    "coords", "location", "position", "place", "point", "geometry", "properties",
  ]

  /// Words of a name under which two numbers are a point.
  private static let holders: Set<String> = [
    "geo", "gps", "wgs84", "coordinate", "coordinates", "coord", "coords", "location", "position",
    "place", "point", "geometry", "latlng", "latlon", "latlong", "wkt", "geom", "where",
  ]
  /// Words that say that a table is about places, so that its `x` and `y` are degrees.
  private static let subjects: Set<String> = [
    "geo", "gps", "wgs84", "coordinate", "coordinates", "coord", "coords", "location", "locations",
    "place", "places", "city", "cities", "town", "towns", "village", "villages", "country",
    "countries", "island", "islands", "station", "stations", "airport", "airports", "street",
    "elevation",
  ]

  /// Whether the name of the file, or of a column, speaks of places.
  private var isAboutPlaces: Bool {
    ([fileName] + profile.fields.map(\.fullName)).contains { name in
      FieldNames.words(of: name).contains { RoleChoice.subjects.contains($0) }
    }
  }

  /// A latitude with the longitude that is called like it.
  private mutating func placeOfTwo(_ field: FieldProfile) -> ProposedMapping.Attribute? {
    guard isDegree(field, within: 90),
      let (longitude, place) = longitude(to: field), isDegree(longitude, within: 180)
    else { return nil }
    var words = FieldNames.words(of: field.fullName)
    words.remove(at: place)
    used.formUnion([field.path, longitude.path])
    return .init(
      name: name(of: words), template: "{\(field.path)},{\(longitude.path)}", type: "place")
  }

  /// The field whose name has a word for longitude where another one has that for latitude, and where that word
  /// stands.
  private func longitude(to field: FieldProfile) -> (FieldProfile, Int)? {
    let words = FieldNames.words(of: field.fullName)
    for (place, word) in words.enumerated() where RoleChoice.latitudes.contains(word) {
      // Single letters are degrees only where they are the whole name, some have a fraction, and it is about places:
      // any measurement may be called so.
      let isLetter = word.count == 1
      let wanted = RoleChoice.longitudes.filter { ($0.count == 1) == isLetter }
      if isLetter, words.count > 1 || !field.example.contains(".") || !isAboutPlaces { continue }
      for other in profile.fields where other.path != field.path {
        var those = FieldNames.words(of: other.fullName)
        guard those.count == words.count, wanted.contains(those[place]) else { continue }
        those[place] = word
        if those == words, other.steps.count == field.steps.count { return (other, place) }
      }
    }
    return nil
  }

  private func isDegree(_ field: FieldProfile, within bound: Double) -> Bool {
    field.isNumber && !field.isList && field.least >= -bound && field.most <= bound
  }

  /// The two numbers of a list: of GeoJSON the longitude first.
  private mutating func placeOfList(_ field: FieldProfile) -> ProposedMapping.Attribute? {
    guard field.isList, field.isNumber, field.path.hasSuffix("[]"), field.least >= -180,
      field.most <= 180
    else { return nil }
    let path = String(field.path.dropLast(2))
    let keys = field.keys
    if keys.last == "coordinates", keys.count > 1 || profile["type"] != nil {
      let kind = path.dropLast("coordinates".count) + "type"
      guard profile[String(kind)]?.distinct == ["Point"] else { return nil }
      used.formUnion([field.path, String(kind)])
      return .init(
        name: name(of: FieldNames.words(of: keys.dropLast().joined(separator: " "))),
        template: "{\(path)[1]},{\(path)[0]}", type: "place")
    }
    let known = ["latlng", "latlon", "lat lng", "lat lon"]
    guard known.contains(FieldNames.words(of: field.name).joined(separator: " ")),
      field.count == 2 * field.present
    else { return nil }
    used.insert(field.path)
    return .init(name: name(of: []), template: "{\(path)[0]},{\(path)[1]}", type: "place")
  }

  /// A text that always holds both: with marks that nothing else has, or under a name for places.
  ///
  /// Two numbers alone may be a size, a range or a score.
  private mutating func placeOfText(_ field: FieldProfile) -> ProposedMapping.Attribute? {
    guard field.count > 0, field.places == field.count, !field.isList else { return nil }
    let words = FieldNames.words(of: field.fullName)
    let isCalledSo =
      words.contains { RoleChoice.holders.contains($0) }
      || words.contains { RoleChoice.latitudes.contains($0) && $0.count > 1 }
        && words.contains { RoleChoice.longitudes.contains($0) && $0.count > 1 }
    guard isCalledSo || field.markedPlaces == field.count else { return nil }
    used.insert(field.path)
    let rest = words.filter {
      !["latlng", "latlon", "latlong", "wkt", "geom", "lat", "lon", "lng"].contains($0)
    }
    return .init(name: name(of: rest), template: "{\(field.path)}", type: "place")
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
