import DeclaredRecords
import FootlightPlatform
import TextAnalysis

/// Finds the documents whose places lie in an area.
///
/// The globe is cut into quarters, and these again: cells outside of the area are passed over, those inside are taken
/// whole, and only where the edge of the area goes through a cell with few places these are looked at one by one.
struct PlaceFinder {
  private let stored: Segment
  private let rows: PlaceRows
  /// The columns that are meant, where the segment has others beside them.
  private let columns: [Column]
  private let bounds: SearchBounds?

  /// Cells with so many places are not cut further.
  private static let few = 64

  init(_ stored: Segment, _ columns: [Column], _ bounds: SearchBounds?) {
    self.stored = stored
    self.bounds = bounds
    rows = stored.placeRows
    let all = stored.attributes.count { $0.kind == .place }
    self.columns = columns.count < all ? columns : []
  }

  /// The documents that have a place in an area.
  ///
  /// - Complexity: the cells and places along the edge of the area, and the places within.
  func documents(in area: PlaceArea) throws(Failure) -> Bitmap {
    var found = Bitmap(size: stored.header.items)
    // One pace for all, which counts edges: a polygon has thousands of them.
    var pace = SearchPace(bounds)
    try collect(area, 0, freeBits: CurveCode.bits, 0..<rows.count, &found, &pace)
    return found
  }

  private func collect(
    _ area: PlaceArea, _ code: UInt64, freeBits: Int, _ range: Range<Int>, _ found: inout Bitmap,
    _ pace: inout SearchPace
  ) throws(Failure) {
    guard !range.isEmpty else { return }
    try pace.step(by: area.edgeCount)
    let (relation, rest) = area.narrowed(to: CurveCode.cell(code, freeBits: freeBits))
    switch relation {
    case .outside: return
    case .inside: try add(range, nil, &found, &pace)
    case .partly:
      guard range.count > PlaceFinder.few, freeBits > 1 else {
        return try add(range, rest, &found, &pace)
      }
      var start = range.lowerBound
      for quarter: UInt64 in 0..<4 {
        let first = code | quarter << UInt64(freeBits - 2)
        let last = first | (1 << UInt64(freeBits - 2) - 1)
        let end = try (start..<range.upperBound).partitionPoint { (place) throws(Failure) in
          try rows.row(place).code <= last
        }
        try collect(rest, first, freeBits: freeBits - 2, start..<end, &found, &pace)
        start = end
      }
    }
  }

  /// Adds the documents of some rows: all of them, or those in an area.
  private func add(
    _ range: Range<Int>, _ area: PlaceArea?, _ found: inout Bitmap, _ pace: inout SearchPace
  ) throws(Failure) {
    let work = area?.edgeCount ?? 1
    for place in range {
      try pace.step(by: work)
      let row = try rows.row(place)
      if let area, !area.contains(try rows.place(row.code)) { continue }
      if !columns.isEmpty, try !isMeant(row) { continue }
      found.insert(Int(row.document))
    }
  }

  /// Whether one of the columns that are meant has the place.
  private func isMeant(_ row: PlaceRows.Row) throws(Failure) -> Bool {
    guard row.document < stored.header.items else { return false }
    for column in columns {
      var isHere = false
      try column.forEachCode(of: row.document) { code in
        isHere = column.number.worth(code).bitPattern == row.code
        return false
      }
      if isHere { return true }
    }
    return false
  }
}
