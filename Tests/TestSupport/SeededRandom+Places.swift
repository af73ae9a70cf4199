package import TextAnalysis

extension SeededRandom {
  /// A point anywhere; mostly in a small part of the globe, at times at the poles or the date line.
  package mutating func place() -> Place {
    let degree = 10_000_000
    let choice = below(10)
    let (latitudes, longitudes) =
      switch choice {
      case 0: (89 * degree...90 * degree, -180 * degree...180 * degree)
      case 1: (-90 * degree...(-89 * degree), -180 * degree...180 * degree)
      case 2: (-20 * degree...20 * degree, 179 * degree...180 * degree)
      case 3: (-20 * degree...20 * degree, -180 * degree...(-179 * degree))
      case 4, 5: (-90 * degree...90 * degree, -180 * degree...180 * degree)
      default: (47 * degree...49 * degree, 10 * degree...13 * degree)
      }
    return Place(
      latitudeE7: Int64(Int.random(in: latitudes, using: &self)),
      longitudeE7: Int64(Int.random(in: longitudes, using: &self))) ?? place()
  }

  /// A point within a few kilometres of another one, or at it.
  package mutating func place(near other: Place) -> Place {
    let reach = [0, 3, 1_000, 500_000][below(4)]
    let latitude = Int(other.latitudeE7) + Int.random(in: -reach...reach, using: &self)
    var longitude = Int(other.longitudeE7) + Int.random(in: -reach...reach, using: &self)
    if longitude < -1_800_000_000 { longitude += 3_600_000_000 }
    if longitude > 1_800_000_000 { longitude -= 3_600_000_000 }
    return Place(latitudeE7: Int64(latitude), longitudeE7: Int64(longitude)) ?? other
  }

  /// An area in the way in which queries write it.
  package mutating func areaText() -> String {
    let one = place()
    let other = oneIn(3) ? place() : place(near: one)
    switch below(4) {
    case 0:
      let radius = ["10m", "1km", "10km", "50mi", "300km", "5000km", "20020km"][below(7)]
      return "\(one.text),\(radius)"
    case 1:
      let ((south, west), (north, east)) =
        one.latitudeE7 <= other.latitudeE7
        ? (corner(one), corner(other)) : (corner(other), corner(one))
      return "\(south),\(west)..\(north),\(east)"
    case 2:
      // Edges along parallels and meridians; a third of them are trapezoids.
      let ((south, west), (north, east)) = (corner(one), corner(other))
      let top = oneIn(3) ? corner(place(near: one)).1 : west
      return "\(south),\(west);\(south),\(east);\(north),\(east);\(north),\(top)"
    default:
      let corners = (0..<3 + below(4)).map { _ in oneIn(3) ? place().text : place(near: one).text }
      return corners.joined(separator: ";")
    }
  }

  private func corner(_ place: Place) -> (String, String) {
    let parts = place.text.split(separator: ",").map { String($0) }
    return (parts[0], parts[1])
  }

  /// An area.
  package mutating func area() -> PlaceArea { PlaceArea(areaText()) ?? area() }
}
