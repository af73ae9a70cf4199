import DeclaredRecords
import FootlightPlatform
package import SearchEngine
import Synchronization

/// Finds records with one id in different shards, where something else than the id decides about the shard: each shard finds
/// those within it alone.
///
/// 16 bytes a record, in arrays that may be twice as large: 88 bits of the SHA-256 of its id, the number of its shard and
/// its own. A random number goes before the id, so that nobody who writes a source can find two ids of one digest.
package final class RepeatedIdentifiers: Sendable {
  /// The outcome for one shard.
  package struct Share: Sendable {
    /// The numbers of its records that go because another shard has one with their id.
    var dropped: Set<UInt32> = []
    /// All of its records whose ids other shards have as well.
    var members: Set<UInt32> = []
    /// The pairs that are told with this shard.
    var pairs: [DuplicateIdentifier] = []
  }

  /// A record: its digest above, then its shard, then its number.
  private typealias Entry = UInt128

  private static let buckets = 64
  private let seed = UInt64.random(in: 0 ... .max)
  private let entries = Mutex([[Entry]](repeating: [], count: buckets))

  /// The records of one batch, by one thread.
  struct Batch {
    fileprivate var entries: [UInt128] = []
    /// The random number, of which the digest of an id begins.
    private let begun: SHA256

    init(_ repeated: RepeatedIdentifiers?) {
      var begun = SHA256()
      let seed = repeated?.seed ?? 0
      let bytes = (0..<8).map { UInt8(truncatingIfNeeded: seed >> ($0 * 8)) }
      begun.append(bytes.span)
      self.begun = begun
    }

    /// Begins the next batch.
    mutating func clear() { entries.removeAll(keepingCapacity: true) }

    /// Takes the next record in.
    mutating func add(_ item: borrowing ItemBuffer, shard: Int) {
      var digest = begun
      item.bytes.withSpan(item.id) { digest.append($0) }
      let bits = digest.finish().prefix(11).reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
      entries.append(
        bits << 40 | UInt128(UInt8(truncatingIfNeeded: shard)) << 32 | UInt128(item.record))
    }
  }

  init() {}

  /// Nil where records with one id meet in one shard, since the id decides.
  package convenience init?(_ settings: IndexSettings) {
    guard settings.shards > 1, settings.attributes.contains(where: \.isShardKey) else { return nil }
    self.init()
  }

  /// Takes a batch in.
  func add(_ batch: Batch) {
    entries.withLock { entries in
      for entry in batch.entries {
        entries[Int(entry >> 122)].append(entry)
      }
    }
  }

  /// Settles which of the records with one id stay, for each of the shards; what was taken in is forgotten.
  package func settle(_ rule: DuplicateRule, shards: Int) -> [Share] {
    let buckets = entries.withLock { entries in
      defer { entries = Array(repeating: [], count: RepeatedIdentifiers.buckets) }
      return entries
    }
    let found = Mutex([[Entry]]())
    let next = Atomic<Int>(0)
    Workers.run(min(Workers.processors, buckets.count)) { _ in
      while true {
        let bucket = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard bucket < buckets.count else { return }
        let groups = RepeatedIdentifiers.groups(buckets[bucket])
        found.withLock { $0 += groups }
      }
    }
    var shares = [Share](repeating: Share(), count: shards)
    for group in found.withLock({ $0 }) {
      let byRecord = group.map {
        (shard: Int($0 >> 32 & 0xFF), record: UInt32(truncatingIfNeeded: $0))
      }
      .sorted { $0.record < $1.record }
      let kept = rule == .keepFirst ? 0 : byRecord.count - 1
      for (index, entry) in byRecord.enumerated() {
        shares[entry.shard].members.insert(entry.record)
        if index != kept { shares[entry.shard].dropped.insert(entry.record) }
        if index > 0 {
          shares[entry.shard].pairs.append(
            DuplicateIdentifier(first: byRecord[0].record, second: entry.record))
        }
      }
    }
    return shares
  }

  /// The records of each id that several shards have.
  private static func groups(_ entries: [Entry]) -> [[Entry]] {
    let sorted = entries.sorted()
    var groups: [[Entry]] = []
    var start = 0
    while start < sorted.count {
      var end = start + 1
      while end < sorted.count, sorted[end] >> 40 == sorted[start] >> 40 { end += 1 }
      // Sorted by the shard, too: the first and the last one tell.
      if sorted[start] >> 32 != sorted[end - 1] >> 32 { groups.append(Array(sorted[start..<end])) }
      start = end
    }
    return groups
  }
}
