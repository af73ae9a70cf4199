import DeclaredRecords
import FootlightPlatform
import SearchEngine
import Synchronization

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
