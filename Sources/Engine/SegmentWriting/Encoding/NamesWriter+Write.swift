import FootlightDiagnostics
import FootlightPlatform
import SegmentFiles
import Synchronization

/// Writes the sorted names.
///
/// Hot: every name passes here once more, in the memory that the threads have sorted (`Benchmarks inversion`).
extension NamesWriter {
  /// Writes both streams.
  ///
  /// - Returns: the samples that begin a chunk of `nsparse`.
  func write(into file: SegmentFile) throws(Failure) -> [UInt32] {
    guard let starts = starts.withLock({ $0 }) else {
      throw Failure(
        .indexDamaged, "the names that were written cannot be read again",
        remedy: "look at the disk, and run sync again")
    }
    var names = PackedRowsWriter(.names, packed.rows)
    var sparse = ByteArena(capacity: 1 << 16)
    var smallest = UInt32.max
    var sample: [UInt32] = []
    var first: [UInt32] = []
    let perChunk =
      SegmentFormat.chunk / SegmentFormat.sparseEntry * SegmentFormat.namesPerSparse
    var bucket = 0
    for index in unsafe 0..<entries.count {
      let entry = unsafe entries[index]
      if index % SegmentFormat.namesPerSparse == 0 {
        if index > 0 { NamesWriter.append(sample, smallest, to: &sparse) }
        while Int(buckets[bucket + 1]) <= index { bucket += 1 }
        sample = firstFour(entry, of: bucket, starts)
        if index % perChunk == 0 { first += sample }
        smallest = .max
      }
      smallest = min(smallest, entry.document)
      try names.append(packed.entry(entry.document, entry.ordinal), into: file)
    }
    if unsafe entries.count > 0 { NamesWriter.append(sample, smallest, to: &sparse) }
    try names.finish(into: file)
    try file.append(.nsparse, sparse, sparse.all)
    return first
  }

  /// The first four terms of a name, plus one, with 0 where there is none; only the fourth one must be read.
  private func firstFour(_ entry: Entry, of bucket: Int, _ starts: [UInt64]) -> [UInt32] {
    var fourth: UInt32 = 0
    if entry.third != 0 {
      let place = NamesWriter.sequence(entry, starts[Int(entry.document)], forward, bits)
      if place.length > 3 { fourth = NamesWriter.term(forward, place.start, 3, bits) + 1 }
    }
    return [UInt32(truncatingIfNeeded: bucket) + 1, entry.second, entry.third, fourth]
  }

  private static func append(_ sample: [UInt32], _ smallest: UInt32, to sparse: inout ByteArena) {
    for term in sample { sparse.append(littleEndian: term) }
    sparse.append(littleEndian: smallest)
  }
}
