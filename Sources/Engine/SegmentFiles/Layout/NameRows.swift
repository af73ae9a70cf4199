/// The entries of the stream `names`: a document, and which of its names it is.
@usableFromInline
package struct NameRows: Sendable {
  @usableFromInline package let rows: PackedRows
  @usableFromInline let ordinalBits: Int

  package init(items: Int, ordinalBits: Int) {
    self.ordinalBits = ordinalBits
    rows = PackedRows(bits: ordinalBits + PackedRows.bits(below: items))
  }

  @inlinable
  package func entry(_ document: UInt32, _ ordinal: UInt16) -> UInt64 {
    UInt64(document) << UInt64(ordinalBits) | UInt64(ordinal)
  }

  @inlinable
  @inline(__always)
  package func document(_ entry: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: entry >> UInt64(ordinalBits))
  }

  @inlinable
  package func ordinal(_ entry: UInt64) -> Int {
    Int(truncatingIfNeeded: entry & (.max >> UInt64(64 - ordinalBits)))
  }
}
