import FootlightPlatform

/// Writes the streams `docs` and `drows`: rows of 32 documents, and where they begin.
struct DocumentRowsWriter: ~Copyable {
  private var columns = [[UInt64]](repeating: [], count: DocumentRow.columns)
  private var row = ByteArena(capacity: 1024)
  private var starts = ByteArena(capacity: 1 << 12)

  /// Adds the next document; the shape of the numbers is that of ``DocumentRow``.
  mutating func append(
    order: UInt64, forward: Int, long: Int, stored: UInt64, ordinal: UInt16,
    into file: SegmentFile
  ) throws(Failure) {
    columns[0].append(UInt64(forward))
    columns[1].append(UInt64(long))
    columns[2].append(stored)
    columns[3].append(UInt64(ordinal))
    columns[4].append(order)
    if columns[0].count == DocumentRow.documents { try flush(into: file) }
  }

  /// Writes the last row, and where all of them begin.
  mutating func finish(into file: SegmentFile) throws(Failure) {
    if !columns[0].isEmpty { try flush(into: file) }
    try file.append(.drows, starts, starts.all)
  }

  private mutating func flush(into file: SegmentFile) throws(Failure) {
    row.removeAll()
    var bases: [UInt64] = []
    for (column, numbers) in columns.enumerated() {
      // Ordinals have no base: one block holds items of all places.
      let base = column == 3 ? 0 : numbers.min() ?? 0
      bases.append(base)
      let most = (numbers.max() ?? 0) - base
      let bits = UInt64.bitWidth - most.leadingZeroBitCount
      row.append(UInt8(bits > 56 ? 64 : bits))
    }
    for (column, numbers) in columns.enumerated() {
      let bits = Int(row[column])
      var appender = BitAppender()
      for place in 0..<DocumentRow.documents {
        let number = place < numbers.count ? numbers[place] - bases[column] : 0
        if bits == 64 {
          row.append(littleEndian: number)
        } else {
          appender.append(number, bits: bits, to: &row)
        }
      }
    }
    for column in 0..<3 { row.append(low40: bases[column]) }
    row.append(littleEndian: bases[4])
    let start = try file.appendWhole(.docs, row, row.all)
    guard let offset = UInt32(exactly: start) else {
      throw Failure.tooLarge("more items than one index takes")
    }
    starts.append(littleEndian: offset)
    for column in columns.indices { columns[column].removeAll(keepingCapacity: true) }
  }
}
