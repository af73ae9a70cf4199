package import FootlightPlatform

/// Numbers of one width in a stream, bit by bit, in rows of 32 that never run over the end of a
/// chunk.
///
/// A row of 32 numbers fills whole bytes whatever their width is. Eight bytes after the last row
/// of a chunk hold nothing, so that a number can be read by one load.
package struct PackedRows: Sendable {
  /// How many numbers a row holds.
  package static var perRow: Int { 32 }
  /// After the last row of a chunk and of the stream.
  package static var slack: Int { 8 }

  /// The width of a number, 1 … 56.
  package let bits: Int
  /// The bytes of a row.
  var rowSize: Int { PackedRows.perRow / 8 * bits }

  /// How many bits the numbers below a bound need; one at least.
  package static func bits(below bound: Int) -> Int {
    max(1, Int.bitWidth - max(0, bound - 1).leadingZeroBitCount)
  }

  var rowsPerChunk: Int { (SegmentFormat.chunk - PackedRows.slack) / rowSize }

  /// Where a row begins in its stream.
  package func offset(ofRow row: Int) -> Int {
    row / rowsPerChunk * SegmentFormat.chunk + row % rowsPerChunk * rowSize
  }

  /// How many rows, from one on, lie in its chunk.
  package func rowsInChunk(from row: Int) -> Int { rowsPerChunk - row % rowsPerChunk }

  /// The size of a stream of so many numbers; a chunk that is full ends where the next one begins.
  func size(count: Int) -> Int {
    let rows = (count + PackedRows.perRow - 1) / PackedRows.perRow
    guard rows % rowsPerChunk > 0 else { return offset(ofRow: rows) }
    return offset(ofRow: rows) + PackedRows.slack
  }

  /// A number of the rows that a view begins with.
  @inline(__always)
  package func number(_ place: Int, in view: ChunkView) -> UInt64 {
    let bit = place &* bits
    return view.load(bit >> 3, as: UInt64.self) >> UInt64(bit & 7)
      & (.max >> UInt64(64 &- bits))
  }
}

/// Appends numbers of any width up to 56 bits, the lowest bit first.
package struct BitAppender: Sendable {
  var pending: UInt64 = 0
  /// How many bits are pending; below eight between two calls.
  var used = 0

  package init() {}

  /// Appends the lowest `bits` bits of a number, whose others are zero.
  @inline(__always)
  package mutating func append(_ number: UInt64, bits: Int, to bytes: inout ByteArena) {
    pending |= number << UInt64(used)
    used &+= bits
    let whole = used >> 3
    let end = bytes.count &+ whole
    bytes.append(littleEndian: pending)
    bytes.truncate(to: end)
    pending >>= UInt64(whole &* 8)
    used &= 7
  }

  /// Fills the last byte with zeros.
  @inline(__always)
  package mutating func end(_ bytes: inout ByteArena) {
    if used > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
    pending = 0
    used = 0
  }
}
