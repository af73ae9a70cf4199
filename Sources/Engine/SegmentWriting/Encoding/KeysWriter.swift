import FootlightPlatform
import SegmentFiles

/// Merges the keys of all stretches and writes the streams `keys` and `krows`.
struct KeysWriter: ~Copyable {
  private let keys: KeyRows
  private var rows: PackedRowsWriter
  private var heads = ByteArena(capacity: 1 << 12)
  private var count = 0

  init(items: Int) {
    keys = KeyRows(items: items)
    rows = PackedRowsWriter(.keys, keys.rows)
  }

  /// Writes both streams.
  consuming func write(
    _ stretches: [SortedStretch], into file: SegmentFile, step: Int
  ) throws(Failure) {
    var merge = try KeyMerge(stretches.map(\.keySpill), step: step)
    while let (key, _) = try merge.next() {
      if count % PackedRows.perRow == 0 { heads.append(littleEndian: KeyRows.head(key.hash)) }
      count += 1
      try rows.append(keys.entry(key.hash, marked: key.document), into: file)
      if heads.count > 1 << 14 {
        try file.append(.krows, heads, heads.all)
        heads.removeAll()
      }
    }
    try file.append(.krows, heads, heads.all)
    try rows.finish(into: file)
  }
}
