import DeclaredRecords
import FootlightPlatform

/// Reads the directory at the end of the stream `values`.
enum ColumnDirectory {
  /// The columns of a segment, by ordinal; O(chunks of the columns).
  ///
  /// - Throws: `index.damaged` when its numbers make no sense.
  static func read(_ segment: Segment) throws(Failure) -> [Column] {
    let header = segment.header
    let chunks = segment.chunks
    guard !header.attributes.isEmpty else { return [] }
    let size = chunks.size(.values) - header.columnDirectory
    var bytes = ByteArena(capacity: max(size, 64))
    try chunks.copy(.values, header.columnDirectory, count: size, into: &bytes)
    var at = 0
    guard bytes.varint(&at) == UInt64(header.attributes.count) else {
      throw chunks.damaged(.values)
    }
    var columns: [Column] = []
    for attribute in header.attributes {
      guard let column = column(attribute, bytes, &at, header.items, chunks) else {
        throw chunks.damaged(.values)
      }
      columns.append(column)
    }
    return columns
  }

  private static func column(
    _ attribute: IndexedAttribute, _ bytes: borrowing ByteArena, _ at: inout Int, _ items: Int,
    _ chunks: CheckedChunks
  ) -> Column? {
    guard at < bytes.count, bytes[at] == attribute.kind.rawValue else { return nil }
    at += 1
    let size = UInt64(chunks.size(.values))
    guard let count = bytes.varint(&at), let start = bytes.varint(&at),
      let samples = bytes.varint(&at), let highest = bytes.varint(&at), count < 1 << 32,
      count <= size, start <= size, samples <= size, at + 9 <= bytes.count,
      let form = NumberCode.Form(rawValue: bytes[at]),
      // One more than the highest code must be a number too.
      highest < .max, ![.text, .listElement].contains(attribute.kind) || highest == count
    else { return nil }
    let base: Int64 = bytes.load(at + 1)
    at += 9
    guard let codes = track(bytes, &at, chunks) else { return nil }
    var ends: ColumnTrack?
    if attribute.kind == .listElement {
      guard let track = track(bytes, &at, chunks), track.count == items else { return nil }
      ends = track
    } else if codes.count != items {
      return nil
    }
    return Column(
      attribute: attribute, items: items, highest: highest,
      number: NumberCode(form: form, base: base),
      texts: ValueDictionary(
        chunks: chunks, count: Int(count), samples: Int(samples)),
      codes: codes, ends: ends)
  }

  private static func track(
    _ bytes: borrowing ByteArena, _ at: inout Int, _ chunks: CheckedChunks
  ) -> ColumnTrack? {
    guard at < bytes.count else { return nil }
    let width = Int(bytes[at])
    at += 1
    let rowsInStream = UInt64(chunks.size(.columns) / SegmentFormat.chunk)
    guard [1, 2, 4, 8].contains(width), let count = bytes.varint(&at), count < 1 << 40,
      let rowCount = bytes.varint(&at), rowCount <= rowsInStream
    else { return nil }
    let perChunk = SegmentFormat.chunk / width
    guard (Int(count) + perChunk - 1) / perChunk == Int(rowCount) else { return nil }
    var rows: [UInt32] = []
    rows.reserveCapacity(Int(rowCount))
    var row: UInt64 = 0
    for _ in 0..<rowCount {
      guard let step = bytes.varint(&at), step < rowsInStream, row + step < rowsInStream else {
        return nil
      }
      row += step
      rows.append(UInt32(truncatingIfNeeded: row))
    }
    return ColumnTrack(chunks: chunks, width: width, count: Int(count), rows: rows)
  }
}
