import FootlightPlatform
import SegmentFiles

/// A hash of an id, an address or a key of the source, and whose it is.
struct KeyEntry: BitwiseCopyable, Sendable {
  var hash: UInt64
  var document: UInt32

  /// Makes `count` entries and sorts them by hash, then document: a bucket sort by the upper 16 bits,
  /// which a hash spreads evenly.
  static func sorted(count: Int, _ make: (Int) -> KeyEntry) -> [KeyEntry] {
    guard count > 4_096 else {
      return (0..<count).map(make).sorted {
        $0.hash != $1.hash ? $0.hash < $1.hash : $0.document < $1.document
      }
    }
    var starts = [Int](repeating: 0, count: 65_537)
    for index in 0..<count { starts[Int(make(index).hash >> 48) + 1] += 1 }
    for bucket in 0..<65_536 { starts[bucket + 1] += starts[bucket] }
    var entries = [KeyEntry](repeating: KeyEntry(hash: 0, document: 0), count: count)
    var next = starts
    for index in 0..<count {
      let entry = make(index)
      let bucket = Int(entry.hash >> 48)
      entries[next[bucket]] = entry
      next[bucket] += 1
    }
    for bucket in 0..<65_536 where starts[bucket + 1] - starts[bucket] > 1 {
      entries.sort(starts[bucket]..<starts[bucket + 1]) {
        $0.hash != $1.hash ? $0.hash < $1.hash : $0.document < $1.document
      }
    }
    return entries
  }
}

extension ByteArena {
  /// Appends the twelve bytes of a key.
  mutating func append(_ key: KeyEntry) {
    append(littleEndian: key.hash)
    append(littleEndian: key.document)
  }
}
