import FootlightPlatform

/// Writes a stream of ``PackedRows``.
struct PackedRowsWriter: ~Copyable {
  private let rows: PackedRows
  private let stream: SegmentStream
  private var bytes = ByteArena(capacity: 1 << 15)
  private var appender = BitAppender()
  private var count = 0

  init(_ stream: SegmentStream, _ rows: PackedRows) {
    self.stream = stream
    self.rows = rows
  }

  /// Appends a number below 2 to the power of the rows' width.
  mutating func append(_ number: UInt64, into file: SegmentFile) throws(Failure) {
    appender.append(number, bits: rows.bits, to: &bytes)
    count &+= 1
    guard count % PackedRows.perRow == 0 else { return }
    let row = count / PackedRows.perRow
    guard rows.rowsInChunk(from: row - 1) == 1 else { return }
    try file.append(stream, bytes, bytes.all)
    try file.pad(stream)
    bytes.removeAll()
  }

  /// Fills the last row; nothing can be appended afterwards.
  consuming func finish(into file: SegmentFile) throws(Failure) {
    guard count > 0 else { return }
    while count % PackedRows.perRow != 0 { try append(0, into: file) }
    // A chunk that is full has been padded already.
    guard bytes.count > 0 else { return }
    bytes.append(zeros: PackedRows.slack)
    try file.append(stream, bytes, bytes.all)
  }
}
