import DeclaredRecords
import FootlightPlatform
import IndexStores
import SearchEngine

/// What the builder of a shard tells those who build the others.
struct ShardFacts: Sendable, Hashable {
  /// How many pairs of records with one id are told at most.
  static let mostDuplicates = 1_000_000

  /// What it holds.
  var summary: SegmentSummary
  /// The identity of its contents.
  var identity: UInt64
  /// The digest of its items.
  var items: UInt64
  /// The digest of all records that were read: shards of other records do not fit.
  var source: UInt64
  /// The pairs of records with one id.
  var duplicates: [DuplicateIdentifier]

  /// As bytes: the identity and the two digests as 8 bytes each, then varints.
  var encoded: [UInt8] {
    let pairs = duplicates.prefix(ShardFacts.mostDuplicates)
    var bytes = ByteArena(capacity: 64 + pairs.count * 8)
    bytes.append(littleEndian: identity)
    bytes.append(littleEndian: items)
    bytes.append(littleEndian: source)
    for number in [summary.items, summary.terms, summary.expiring, pairs.count] {
      bytes.append(varint: UInt64(number))
    }
    for pair in pairs {
      bytes.append(varint: UInt64(pair.first))
      bytes.append(varint: UInt64(pair.second))
    }
    return bytes.bytes(bytes.all)
  }
}

extension ShardFacts {
  /// Reads them back; nil when they make no sense.
  init?(_ code: [UInt8]) {
    guard code.count >= 24 else { return nil }
    var bytes = ByteArena(capacity: code.count)
    bytes.append(code)
    identity = bytes.load(0, as: UInt64.self)
    items = bytes.load(8, as: UInt64.self)
    source = bytes.load(16, as: UInt64.self)
    var at = 24
    var numbers: [Int] = []
    for _ in 0..<4 {
      guard let number = bytes.varint(&at), number < 1 << 40 else { return nil }
      numbers.append(Int(number))
    }
    guard numbers[3] <= ShardFacts.mostDuplicates else { return nil }
    summary = SegmentSummary(items: numbers[0], terms: numbers[1], expiring: numbers[2])
    duplicates = []
    for _ in 0..<numbers[3] {
      guard let first = bytes.varint(&at), let second = bytes.varint(&at), first < 1 << 32,
        second < 1 << 32
      else { return nil }
      duplicates.append(
        DuplicateIdentifier(first: UInt32(first), second: UInt32(second)))
    }
    guard at == bytes.count else { return nil }
  }
}
