package import FootlightPlatform
package import TextAnalysis

/// The places of a segment in the order of the curve, so that those of a cell stand together.
package struct PlaceRows: Sendable {
  /// A place and the document that has it.
  package struct Row: Sendable {
    package var code: UInt64
    package var document: UInt32
  }

  private let chunks: CheckedChunks
  /// How many there are; a document has one for each attribute.
  package let count: Int

  init(_ chunks: CheckedChunks) {
    self.chunks = chunks
    count = chunks.size(.places) / SegmentFormat.placeEntry
  }

  /// The row at a place below `count`.
  @inline(__always)
  package func row(_ place: Int) throws(Failure) -> Row {
    // A chunk holds a whole number of rows.
    let view = try chunks.view(.places, place * SegmentFormat.placeEntry)
    guard view.count >= SegmentFormat.placeEntry else { throw chunks.damaged(.places) }
    return Row(code: view.load(0), document: view.load(8))
  }

  /// The place of a code.
  package func place(_ code: UInt64) throws(Failure) -> Place {
    guard let place = CurveCode.place(code) else { throw chunks.damaged(.places) }
    return place
  }

  /// Checks that the rows are in order and name documents that there are.
  func verify(items: Int) throws(Failure) {
    var before: UInt64 = 0
    for place in 0..<count {
      let row = try row(place)
      guard row.code >= before, row.document < items, CurveCode.place(row.code) != nil else {
        throw chunks.damaged(.places)
      }
      before = row.code
    }
  }
}
