/// The fixed-size facts of a document: a look into its row of the stream `docs`.
///
/// A row holds 32 documents, column by column: each column the differences from its smallest
/// number, in as few bits as the largest one needs (frame of reference; Goldstein, Ramakrishnan
/// and Shaft, "Compressing relations and indexes", 1998). Documents are in the order of their
/// titles and written one after the other, so most columns need few.
///
/// Shape: the widths of the columns (1 each); the columns; the smallest numbers of `forward`,
/// `long` and `stored` (5 each) and `order` (8). A row lies in one chunk.
package struct DocumentRow {
  /// How many documents a row holds.
  package static var documents: Int { 32 }
  /// The bytes of a row beside its columns.
  static let frame = columns + bases
  package static var columns: Int { 5 }
  static let bases = 23
  /// The most bits of each column: offsets in a stream, records of a block, and of order keys what one load
  /// reaches from any bit of a byte on; wider ones take 64.
  private static let widest: InlineArray<5, UInt8> = [40, 40, 40, 7, 56]

  private let view: ChunkView
  private let place: Int

  /// Nil when the row cannot be one.
  init?(_ view: ChunkView, place: Int) {
    guard view.count >= DocumentRow.frame else { return nil }
    self.view = view
    self.place = place
    var size = DocumentRow.frame
    for column in 0..<DocumentRow.columns {
      let bits = view[column]
      // No writer makes a wider column, and one load would not reach all bits of its numbers.
      guard bits <= DocumentRow.widest[column] || column == 4 && bits == 64 else { return nil }
      size += 4 * Int(view[column])
    }
    guard size <= view.count else { return nil }
  }

  /// Where the record lies in `fwd`.
  @inline(__always)
  var forward: Int { base(0) &+ difference(0) }
  /// Where the record lies in `long`, if there is one.
  var long: Int { base(1) &+ difference(1) }
  /// Where the block of the stored text begins in `stored`, and which of its records is the item's.
  var stored: Int { base(2) &+ difference(2) }
  var ordinal: Int { difference(3) }
  /// Rank and the first six bytes of the title's sort key.
  var order: UInt64 {
    view.load(end(of: 4) &+ 15, as: UInt64.self) &+ UInt64(bitPattern: Int64(difference(4)))
  }

  @inline(__always)
  private func end(of column: Int) -> Int {
    var end = DocumentRow.columns
    for before in 0...column { end &+= 4 &* Int(view[before]) }
    return end
  }

  @inline(__always)
  private func difference(_ column: Int) -> Int {
    let bits = Int(view[column])
    let start = end(of: column) &- 4 &* bits
    let bit = place &* bits
    // The bytes after the columns are more than a load reaches over their end.
    let number = view.load(start &+ bit >> 3, as: UInt64.self) >> UInt64(bit & 7)
    return Int(truncatingIfNeeded: number & (.max >> UInt64(64 &- bits)))
  }

  @inline(__always)
  private func base(_ column: Int) -> Int {
    Int(view.load40(end(of: 4) &+ 5 &* column))
  }
}
