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
