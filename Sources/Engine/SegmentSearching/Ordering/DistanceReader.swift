import FootlightPlatform
import SegmentFiles
import TextAnalysis

/// Reads how far documents are from a place: by the nearest of the places that they have.
struct DistanceReader {
  private let circle: PlaceCircle
  private let columns: [Column]
  private var readers: [ColumnReader]

  /// Above the haversine of every distance.
  static let highest: UInt64 = 1 << 63

  init(from origin: Place, _ columns: [Column]) {
    circle = PlaceCircle(origin, haversine: DistanceReader.highest)
    self.columns = columns
    readers = columns.map { ColumnReader($0) }
  }

  /// The haversine of the distance; nil where a document has no place.
  mutating func haversine(of document: UInt32) throws(Failure) -> UInt64? {
    var nearest: UInt64?
    for place in readers.indices {
      let code = try readers[place].code(of: document, isHighest: false)
      guard code != 0 else { continue }
      let bits = columns[place].number.worth(code).bitPattern
      guard let there = CurveCode.place(bits) else { continue }
      let haversine = circle.haversine(to: there)
      nearest = min(nearest ?? haversine, haversine)
    }
    return nearest
  }
}

extension Bitmap {
  /// Those of some documents that are nearest to a place, `count` of them at least, if so many have one.
  ///
  /// Circles are drawn around it, each four times as wide, until one holds enough: the distances of all others need not
  /// be worked out.
  func nearest(
    to origin: Place, _ columns: [Column], of stored: Segment, count wanted: Int,
    _ bounds: SearchBounds?
  ) throws(Failure) -> Bitmap {
    guard count > Swift.max(wanted, 4_096) else { return self }
    let finder = PlaceFinder(stored, columns, bounds)
    var metres: UInt64 = 500
    while metres < Haversine.furthest {
      let haversine = Haversine.of(millimetres: metres * 1_000)
      var near = try finder.documents(in: .circle(PlaceCircle(origin, haversine: haversine)))
      near.formIntersection(self)
      if near.count >= wanted { return near }
      metres *= 4
    }
    return self
  }
}
