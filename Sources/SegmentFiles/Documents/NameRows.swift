/// The entries of the stream `names`: a document, and which of its names it is.
struct NameRows {
  let rows: PackedRows
  private let ordinalBits: Int

  init(items: Int, ordinalBits: Int) {
    self.ordinalBits = ordinalBits
    rows = PackedRows(bits: ordinalBits + PackedRows.bits(below: items))
  }

  func entry(_ document: UInt32, _ ordinal: UInt16) -> UInt64 {
    UInt64(document) << UInt64(ordinalBits) | UInt64(ordinal)
  }

  @inline(__always)
  func document(_ entry: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: entry >> UInt64(ordinalBits))
  }

  func ordinal(_ entry: UInt64) -> Int {
    Int(truncatingIfNeeded: entry & (.max >> UInt64(64 - ordinalBits)))
  }
}
