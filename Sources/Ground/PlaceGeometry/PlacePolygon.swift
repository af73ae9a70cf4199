/// What rings enclose: the first one, without what the others cut out.
///
/// Edges are straight lines between degrees, as GeoJSON has them (RFC 7946, 3.1.1). A ring that steps over the date
/// line is read on beyond it, so that it need not be cut there.
package struct PlacePolygon: Sendable, Hashable {
  /// An edge by its southern and northern ends.
  struct Edge: Sendable, Hashable {
    var south: Int64
    var north: Int64
    var southLongitude: Int64
    var northLongitude: Int64

    var west: Int64 { min(southLongitude, northLongitude) }
    var east: Int64 { max(southLongitude, northLongitude) }

    /// On which side of the line through the edge a point lies: above 0 to the west of it.
    func side(_ latitude: Int64, _ longitude: Int64) -> Int {
      let one = Int128(northLongitude - southLongitude) * Int128(latitude - south)
      let other = Int128(longitude - southLongitude) * Int128(north - south)
      return one == other ? 0 : one > other ? 1 : -1
    }
  }

  private var edges: [Edge]

  /// How many edges are looked at for a place or a cell.
  var edgeCount: Int { edges.count }

  /// Longitudes of a ring may lie beyond ±180°.
  init(_ rings: [[(latitude: Int64, longitude: Int64)]]) throws(AreaMistake) {
    guard rings.reduce(0, { $0 + $1.count }) <= AreaMistake.mostCorners else {
      throw .tooManyCorners
    }
    edges = []
    for ring in rings { add(try PlacePolygon.unfolded(ring)) }
  }

  private init(_ edges: [Edge]) { self.edges = edges }

  /// The ring without steps of more than half a turn; round a pole it does not close then.
  private static func unfolded(
    _ ring: [(latitude: Int64, longitude: Int64)]
  ) throws(AreaMistake) -> [(latitude: Int64, longitude: Int64)] {
    let half = 180 * Place.degree
    func fold(_ one: Int64, _ other: Int64) -> Int64 {
      let step = other - one
      guard abs(step) > half, abs(step) < 2 * half else { return 0 }
      return step > 0 ? -2 * half : 2 * half
    }
    guard let first = ring.first, let last = ring.last else { return ring }
    var unfolded = ring
    var shift: Int64 = 0
    for index in ring.indices.dropFirst() {
      shift += fold(ring[index - 1].longitude, ring[index].longitude)
      unfolded[index].longitude += shift
    }
    guard shift + fold(last.longitude, first.longitude) == 0 else { throw .aroundPole }
    return unfolded
  }

  private mutating func add(_ ring: [(latitude: Int64, longitude: Int64)]) {
    guard let last = ring.last else { return }
    let half = 180 * Place.degree
    // What lies beyond the date line lies on this side of it as well.
    var shifts: [Int64] = [0]
    if ring.contains(where: { $0.longitude >= half }) { shifts.append(-2 * half) }
    if ring.contains(where: { $0.longitude < -half }) { shifts.append(2 * half) }
    for shift in shifts {
      var before = last
      for point in ring {
        defer { before = point }
        let (south, north) = point.latitude < before.latitude ? (point, before) : (before, point)
        edges.append(
          Edge(
            south: south.latitude, north: north.latitude,
            southLongitude: south.longitude + shift, northLongitude: north.longitude + shift))
      }
    }
  }

  /// Whether a ray to the east crosses the rings an odd number of times.
  func contains(_ place: Place) -> Bool { contains(place.latitudeE7, place.longitudeE7) }

  private func contains(_ latitude: Int64, _ longitude: Int64) -> Bool {
    var isInside = false
    // An edge along a parallel, whose ends are equally far north, is crossed by no ray.
    for edge in edges where edge.south <= latitude && latitude < edge.north {
      if longitude < edge.west || longitude < edge.east && edge.side(latitude, longitude) > 0 {
        isInside.toggle()
      }
    }
    return isInside
  }

  /// How the polygon lies to a cell, and the edges that decide about the places within it.
  func narrowed(to cell: PlaceBox) -> (relation: PlaceRelation, polygon: PlacePolygon) {
    let rest = edges.filter {
      $0.south <= cell.north && $0.north >= cell.south && $0.east >= cell.west
    }
    let polygon = PlacePolygon(rest)
    if rest.contains(where: { PlacePolygon.touches($0, cell) }) { return (.partly, polygon) }
    return (polygon.contains(cell.south, cell.west) ? .inside : .outside, polygon)
  }

  /// Whether an edge, whose latitudes are among those of a cell, may have a point in it.
  private static func touches(_ edge: Edge, _ cell: PlaceBox) -> Bool {
    guard edge.west <= cell.east else { return false }
    let sides = [
      edge.side(cell.south, cell.west), edge.side(cell.south, cell.east),
      edge.side(cell.north, cell.west), edge.side(cell.north, cell.east),
    ]
    return !(sides.allSatisfy { $0 > 0 } || sides.allSatisfy { $0 < 0 })
  }
}
