import FootlightPlatform

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
