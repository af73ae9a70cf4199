/// The kinds of keys whose hashes the stream `keys` holds.
package enum KeyKind: UInt32 {
  case id = 0
  case address = 1
  /// The key by which the source finds the record, where that is not the id.
  case source = 2

  /// A document below 2³⁰ with its kind in the upper two bits.
  package func mark(_ document: UInt32) -> UInt32 { rawValue << 30 | document }
}

/// The entries of the stream `keys`: a kind, a document, and eight bits of a hash.
///
/// The bits tell nearly all neighbours apart; what is stored of the document decides.
package struct KeyRows {
  package let rows: PackedRows
  private let documentBits: Int

  package init(items: Int) {
    documentBits = PackedRows.bits(below: items)
    rows = PackedRows(bits: 10 + documentBits)
  }

  /// The entry of a document that ``KeyKind/mark(_:)`` has marked.
  package func entry(_ hash: UInt64, marked document: UInt32) -> UInt64 {
    UInt64(document & ~(3 << 30)) << 10 | (hash & 0xFF) << 2 | UInt64(document >> 30)
  }

  /// The document of an entry, if it may be that of a hash.
  @inline(__always)
  func document(_ entry: UInt64, of hash: UInt64, _ kind: KeyKind) -> UInt32? {
    entry & 0x3FF == (hash & 0xFF) << 2 | UInt64(kind.rawValue)
      ? UInt32(truncatingIfNeeded: entry >> 10) : nil
  }

  /// The part of a row's first hash that the stream `krows` keeps.
  package static func head(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 32) }
}

/// The entries of the stream `names`: a document, and which of its names it is.
package struct NameRows: Sendable {
  package let rows: PackedRows
  let ordinalBits: Int

  package init(items: Int, ordinalBits: Int) {
    self.ordinalBits = ordinalBits
    rows = PackedRows(bits: ordinalBits + PackedRows.bits(below: items))
  }

  package func entry(_ document: UInt32, _ ordinal: UInt16) -> UInt64 {
    UInt64(document) << UInt64(ordinalBits) | UInt64(ordinal)
  }

  @inline(__always)
  package func document(_ entry: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: entry >> UInt64(ordinalBits))
  }

  package func ordinal(_ entry: UInt64) -> Int {
    Int(truncatingIfNeeded: entry & (.max >> UInt64(64 - ordinalBits)))
  }
}
