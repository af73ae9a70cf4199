import SegmentFiles
import FootlightDiagnostics
import FootlightPlatform

/// The streams that are kept document by document, as one thread writes them, and what is known
/// afterwards.
struct ForwardOutcome: Sendable {
  var termBits: Int
  var ordinalBits: Int
  var names: Int
  var keys: Int
  var expiring: Int

  /// How many names begin with each term.
  var leading: [UInt32]
  var documents: Int
  /// Where the directory of the columns lies.
  var columnDirectory: Int

  init(
    _ assembly: Assembly, _ sources: RunSources, _ settings: IndexSettings,
    _ sink: borrowing StoredSink, skipped: [UInt64], _ file: SegmentFile
  ) throws(Failure) {
    let cursors = try sources.cursors()
    let frequent = FrequentTerms(assembly.vocabulary, settings.analyzer)
    var writer = ForwardWriter(frequent)
    var columns = try ColumnsWriter(settings.attributes, sources.all, file)
    var others: [KeyEntry] = []
    let hasDigests = !skipped.isEmpty || sources.all.contains(where: \.hasDigests)
    var digests = ByteArena(capacity: 1 << 14)
    var expiries: [Int64] = []
    var number = 0
    let order = assembly.merge.source
    let numbers = assembly.vocabulary.numbers
    let firsts = assembly.vocabulary.firsts
    let dropped = assembly.dropped
    for place in order.indices {
      let source = Int(order[place])
      let isDropped = dropped[place]
      try cursors.withEach(of: source) { (cursor) throws(Failure) in
        if isDropped { return }
        let document = cursor.document
        let stored = sink.address(batch: document.batch, block: document.block)
        try cursor.withRecord { (bytes, start) throws(Failure) in
          let values = try writer.write(
            bytes, start, document, stored: stored, numbers,
            at: firsts[source]..<firsts[source + 1], into: file)
          try columns.add(bytes, values, source: source, into: file)
        }
        if cursor.address != 0 {
          others.append(
            KeyEntry(
              hash: cursor.address,
              document: KeyKind.address.mark(UInt32(truncatingIfNeeded: number))))
        }
        if cursor.sourceKey != 0 {
          others.append(
            KeyEntry(
              hash: cursor.sourceKey,
              document: KeyKind.source.mark(UInt32(truncatingIfNeeded: number))))
        }
        if hasDigests { digests.append(littleEndian: cursor.digest) }
        if cursor.expires != .max {
          if expiries.isEmpty { expiries = [Int64](repeating: .max, count: assembly.items) }
          expiries[number] = cursor.expires
        }
        number += 1
      }
      if digests.count >= 1 << 14 {
        try file.append(.digests, digests, digests.all)
        digests.removeAll()
      }
    }
    columnDirectory = try columns.finish(into: file)
    try writer.finish(into: file)
    termBits = writer.termBits
    ordinalBits = PackedRows.bits(below: writer.mostNames)
    names = writer.names
    expiring = expiries.count { $0 != .max }
    for digest in skipped.sorted() { digests.append(littleEndian: digest) }
    try file.append(.digests, digests, digests.all)
    keys = try ForwardOutcome.writeKeys(
      assembly.takeKeys(), others, items: assembly.items, file)
    var bytes = ByteArena(capacity: expiries.count * 8)
    for expiry in expiries { bytes.append(littleEndian: expiry) }
    try file.append(.expiry, bytes, bytes.all)
    var common = ByteArena(capacity: frequent.terms.count * 4)
    for term in frequent.terms { common.append(littleEndian: term) }
    try file.append(.common, common, common.all)
    leading = writer.leading
    documents = number
  }

  /// Merges the sorted keys of ids with the other ones, whose documents tell their kinds.
  private static func writeKeys(
    _ ids: [KeyEntry], _ others: [KeyEntry], items: Int, _ file: SegmentFile
  ) throws(Failure) -> Int {
    let others = KeyEntry.sorted(count: others.count) { others[$0] }
    var writer = KeysWriter(items: items)
    var next = 0
    for id in ids {
      while next < others.count, others[next].hash < id.hash {
        try writer.append(others[next], into: file)
        next += 1
      }
      try writer.append(id, into: file)
    }
    for other in others[next...] { try writer.append(other, into: file) }
    try writer.finish(into: file)
    return ids.count + others.count
  }
}

/// Writes the streams `keys` and `krows`.
private struct KeysWriter: ~Copyable {
  private let keys: KeyRows
  private var rows: PackedRowsWriter
  private var heads = ByteArena(capacity: 1 << 12)
  private var count = 0

  init(items: Int) {
    keys = KeyRows(items: items)
    rows = PackedRowsWriter(.keys, keys.rows)
  }

  /// Appends the next key by hash.
  mutating func append(_ key: KeyEntry, into file: SegmentFile) throws(Failure) {
    if count % PackedRows.perRow == 0 { heads.append(littleEndian: KeyRows.head(key.hash)) }
    count += 1
    try rows.append(keys.entry(key.hash, marked: key.document), into: file)
  }

  consuming func finish(into file: SegmentFile) throws(Failure) {
    try file.append(.krows, heads, heads.all)
    try rows.finish(into: file)
  }
}
