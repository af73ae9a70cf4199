import FootlightDiagnostics
import FootlightPlatform

/// The streams that are kept document by document, as one thread writes them, and what is known
/// afterwards.
struct ForwardOutcome: Sendable {
  var width: Int
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
    var columns = try ColumnsWriter(settings.attributes, sources.all, items: assembly.items, file)
    var others: [KeyEntry] = []
    let hasDigests = !skipped.isEmpty || sources.all.contains(where: \.hasDigests)
    var digests = ByteArena(capacity: 1 << 14)
    var expiries: [Int64] = []
    var number = 0
    let order = assembly.merge.source
    let numbers = assembly.vocabulary.numbers
    let firsts = assembly.vocabulary.firsts
    for place in order.indices {
      let source = Int(order[place])
      let cursor = cursors[source]
      _ = try cursor.advance()
      if assembly.dropped[place] { continue }
      let document = cursor.document
      let stored = sink.address(batch: document.batch, block: document.block)
      var failure: Failure?
      cursor.withRecord { bytes, start in
        do throws(Failure) {
          let values = try writer.write(
            bytes, start, document, stored: stored, numbers, from: firsts[source],
            into: file)
          try columns.add(bytes, values, source: source, into: file)
        } catch { failure = error }
      }
      if let failure { throw failure }
      if cursor.address != 0 {
        others.append(
          KeyEntry(
            hash: cursor.address,
            document: UInt32(truncatingIfNeeded: number) | SegmentFormat.addressBit))
      }
      if cursor.sourceKey != 0 {
        others.append(
          KeyEntry(
            hash: cursor.sourceKey,
            document: UInt32(truncatingIfNeeded: number) | SegmentFormat.sourceBit))
      }
      if hasDigests { digests.append(littleEndian: cursor.digest) }
      if digests.count >= 1 << 14 {
        try file.append(.digests, digests, digests.all)
        digests.removeAll()
      }
      if cursor.expires != .max {
        if expiries.isEmpty { expiries = [Int64](repeating: .max, count: assembly.items) }
        expiries[number] = cursor.expires
      }
      number += 1
    }
    columnDirectory = try columns.finish(into: file)
    width = writer.width
    names = writer.names
    expiring = expiries.count { $0 != .max }
    for digest in skipped.sorted() { digests.append(littleEndian: digest) }
    try file.append(.digests, digests, digests.all)
    keys = try ForwardOutcome.writeKeys(assembly.takeKeys(), others, file)
    var bytes = ByteArena(capacity: expiries.count * 8)
    for expiry in expiries { bytes.append(littleEndian: expiry) }
    try file.append(.expiry, bytes, bytes.all)
    var common = ByteArena(capacity: frequent.terms.count * 4)
    for term in frequent.terms { common.append(littleEndian: term) }
    try file.append(.common, common, common.all)
    leading = writer.leading
    documents = number
  }

  /// Merges the sorted keys of ids with the other ones, whose documents have their bits.
  private static func writeKeys(_ ids: [KeyEntry], _ others: [KeyEntry], _ file: SegmentFile)
    throws(Failure) -> Int
  {
    let others = KeyEntry.sorted(count: others.count) { others[$0] }
    var bytes = ByteArena(capacity: 1 << 17)
    var next = 0
    for id in ids {
      while next < others.count, others[next].hash < id.hash {
        append(others[next], to: &bytes)
        next += 1
      }
      append(id, to: &bytes)
      if bytes.count > 1 << 16 {
        try file.append(.keys, bytes, bytes.all)
        bytes.removeAll()
      }
    }
    for other in others[next...] { append(other, to: &bytes) }
    try file.append(.keys, bytes, bytes.all)
    return ids.count + others.count
  }

  private static func append(_ key: KeyEntry, to bytes: inout ByteArena) {
    bytes.append(low40: key.hash >> SegmentFormat.hashShift)
    bytes.append(littleEndian: key.document)
  }
}
