package import FootlightPlatform

/// Reads the codes of one document after the other, and keeps the chunk at hand that was read last.
@usableFromInline
package struct ColumnReader {
  private let column: Column
  private var codes: ColumnTrackCursor
  private var ends: ColumnTrackCursor?

  @usableFromInline
  package init(_ column: Column) {
    self.column = column
    codes = ColumnTrackCursor(column.codes)
    ends = column.ends.map { ColumnTrackCursor($0) }
  }

  /// The lowest code of a document, or the highest; 0 where it has no value.
  @usableFromInline
  package mutating func code(of document: UInt32, isHighest: Bool) throws(Failure) -> UInt64 {
    let place = Int(document)
    guard ends != nil else { return try column.checked(try codes.number(at: place)) }
    let start = place == 0 ? 0 : try ends?.number(at: place - 1) ?? 0
    let end = try ends?.number(at: place) ?? 0
    guard start <= end, end <= UInt64(column.codes.count) else {
      throw column.codes.chunks.damaged(.columns)
    }
    guard start < end else { return 0 }
    // The codes of a document are ascending.
    return try column.checked(try codes.number(at: Int(isHighest ? end - 1 : start)))
  }
}
