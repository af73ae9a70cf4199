import FootlightDiagnostics

/// The kinds of keys whose hashes the stream `keys` holds.
package enum KeyKind: UInt32 {
  case id = 0
  case address = 1
  /// The key by which the source finds the record, where that is not the id.
  case source = 2

  /// A document below 2³⁰ with its kind in the upper two bits.
  package func mark(_ document: UInt32) -> UInt32 { rawValue << 30 | document }
}

/// The entries of the stream `keys`: a kind, a document, and sixteen bits of a hash.
///
/// The bits tell nearly all neighbours apart; what is stored of the document decides.
package struct KeyRows {
  package let rows: PackedRows
  private let documentBits: Int

  package init(items: Int) {
    documentBits = PackedRows.bits(below: items)
    rows = PackedRows(bits: 18 + documentBits)
  }

  /// The entry of a document that ``KeyKind/mark(_:)`` has marked.
  package func entry(_ hash: UInt64, marked document: UInt32) -> UInt64 {
    UInt64(document & ~(3 << 30)) << 18 | (hash & 0xFFFF) << 2 | UInt64(document >> 30)
  }

  /// The document of an entry, if it may be that of a hash.
  @inline(__always)
  func document(_ entry: UInt64, of hash: UInt64, _ kind: KeyKind) -> UInt32? {
    entry & 0x3FFFF == (hash & 0xFFFF) << 2 | UInt64(kind.rawValue)
      ? UInt32(truncatingIfNeeded: entry >> 18) : nil
  }

  /// The part of a row's first hash that the stream `krows` keeps.
  package static func head(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 32) }
}

extension Segment {
  /// The documents whose id, address or key of the source may have a hash; nearly always one or none.
  func documents(withKey hash: UInt64, _ kind: KeyKind) throws(Failure) -> [UInt32] {
    let keys = KeyRows(items: header.items)
    let count = (header.keys + PackedRows.perRow - 1) / PackedRows.perRow
    let head = KeyRows.head(hash)
    // A row whose first hash has the same head may follow one that ends with it.
    var row = max(0, try firstRow(notBelow: head, of: count) - 1)
    var found: [UInt32] = []
    while row < count, try rowHead(row) <= head {
      let view = try chunks.view(.keys, keys.rows.offset(ofRow: row))
      guard view.count >= keys.rows.rowSize + PackedRows.slack else {
        throw chunks.damaged(.keys)
      }
      let entries = min(PackedRows.perRow, header.keys - row * PackedRows.perRow)
      for place in 0..<entries {
        guard let document = keys.document(keys.rows.number(place, in: view), of: hash, kind)
        else { continue }
        guard document < header.items else { throw chunks.damaged(.keys) }
        found.append(document)
      }
      row += 1
    }
    return found
  }

  private func rowHead(_ row: Int) throws(Failure) -> UInt32 {
    try chunks.view(.krows, row * 4).load(0)
  }

  /// The first row whose first hash is not below: interpolation search (Perl, Itai and Avni, 1978), since
  /// hashes are spread evenly, so that binary search would begin too far away.
  private func firstRow(notBelow head: UInt32, of count: Int) throws(Failure) -> Int {
    var low = 0
    var high = count
    var guess = Int(UInt64(head) * UInt64(count) >> 32)
    var step = 4
    while low < high {
      let middle = max(low, min(guess, high - 1))
      if try rowHead(middle) < head {
        low = middle + 1
        guess = high - low > 4 * step ? middle + step : (low + high) / 2
      } else {
        high = middle
        guess = high - low > 4 * step ? middle - step : (low + high) / 2
      }
      step *= 2
    }
    return low
  }
}
