import DeclaredRecords
import FootlightPlatform
import SearchEngine
import Synchronization

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

  init(
    summary: SegmentSummary, identity: UInt64, items: UInt64, source: UInt64,
    duplicates: [DuplicateIdentifier]
  ) {
    self.summary = summary
    self.identity = identity
    self.items = items
    self.source = source
    self.duplicates = duplicates
  }

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

/// The digest of the items of a shard in their order, whatever the batches are in which they come.
///
/// A polynomial over 64 bits: that of two batches follows from those of each (Karp and Rabin, Efficient Randomized
/// Pattern-Matching Algorithms, 1987). The bytes of a file depend on how its records were read; this does not.
final class ShardDigests: Sendable {
  private static let base: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The digest of the items of a batch.
  struct Batch: Sendable {
    var ordinal: Int
    fileprivate var value: UInt64 = 0
    /// The base to the power of the number of items.
    fileprivate var power: UInt64 = 1

    init(_ ordinal: Int) { self.ordinal = ordinal }

    /// Takes the next item in.
    mutating func add(_ item: borrowing ItemBuffer, _ digester: ItemDigester) {
      var value = ByteArena.mix(digester.digest(item).number, 0xA076_1D64_78BD_642F)
      value = ByteArena.mix(value ^ item.recordDigest, 0xE703_7ED1_A0B4_28DB)
      value = ByteArena.mix(value ^ item.bytes.hash(item.sourceKey), ShardDigests.base)
      self.value = self.value &* ShardDigests.base &+ value
      power &*= ShardDigests.base
    }
  }

  private struct State: Sendable {
    var batches: [Batch] = []
    /// The sum of the digests of skipped records, which have no order.
    var skipped: UInt64 = 0
    var hasDuplicates = false
  }

  private let state = Mutex(State())

  /// Takes a batch in.
  func add(_ batch: Batch) {
    guard batch.power != 1 else { return }
    state.withLock { $0.batches.append(batch) }
  }

  /// Takes the digest of a skipped record in.
  func addSkipped(_ digest: UInt64) {
    state.withLock { $0.skipped &+= ByteArena.mix(digest, ShardDigests.base) }
  }

  /// Notes that another shard has items with ids of this one.
  func noteDuplicates() {
    state.withLock { $0.hasDuplicates = true }
  }

  /// The digest of all; 0, which equals none, where records with one id were met.
  func finish(hasDuplicates: Bool) -> UInt64 {
    guard !hasDuplicates, !state.withLock({ $0.hasDuplicates }) else { return 0 }
    let (batches, skipped) = state.withLock { ($0.batches, $0.skipped) }
    let value = batches.sorted { $0.ordinal < $1.ordinal }.reduce(UInt64(0)) {
      $0 &* $1.power &+ $1.value
    }
    return max(1, ByteArena.mix(value ^ skipped, 0xA076_1D64_78BD_642F))
  }
}
