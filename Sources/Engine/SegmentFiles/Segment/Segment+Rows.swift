package import FootlightPlatform

extension Segment {
  /// The fixed-size facts of a document.
  @inline(__always)
  func row(_ document: UInt32) throws(Failure) -> DocumentRow {
    let number = Int(document) / DocumentRow.documents
    let start: UInt32 = try chunks.view(.drows, number &* 4).load(0)
    guard
      let row = DocumentRow(
        try chunks.view(.docs, Int(start)), place: Int(document) % DocumentRow.documents)
    else { throw chunks.damaged(.docs) }
    return row
  }

  /// The order key of a document: rank and the first six bytes of its title's sort key.
  package func order(_ document: UInt32) throws(Failure) -> UInt64 { try row(document).order }
}
