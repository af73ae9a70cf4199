import FootlightPlatform

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

/// Keys with numbers, in the order of both: sorted some at a time and merged at the end, so that they need little memory.
struct NumberedKeys: ~Copyable {
  /// So many are sorted at a time.
  private static let mostTogether = 1 << 16

  private let spillFile: SpillFile?
  private let step: Int
  private var pending: [KeyEntry] = []
  private var spills: [Spill] = []

  init(_ spillFile: SpillFile?, step: Int) {
    self.spillFile = spillFile
    self.step = step
  }

  mutating func add(_ key: UInt64, _ number: UInt32) throws(Failure) {
    pending.append(KeyEntry(hash: key, document: number))
    if pending.count == NumberedKeys.mostTogether { try spill() }
  }

  private mutating func spill() throws(Failure) {
    pending.sort { $0.hash != $1.hash ? $0.hash < $1.hash : $0.document < $1.document }
    var writer = SpillWriter(spillFile)
    for entry in pending {
      writer.bytes.append(entry)
      try writer.handOn()
    }
    spills.append(try writer.finish())
    pending.removeAll(keepingCapacity: true)
  }

  /// Calls `body` with all of them, ascending.
  mutating func forEach(_ body: (KeyEntry) throws(Failure) -> Void) throws(Failure) {
    if !pending.isEmpty { try spill() }
    guard !spills.isEmpty else { return }
    var merge = try KeyMerge(spills, step: step)
    while let (entry, _) = try merge.next() { try body(entry) }
  }
}
