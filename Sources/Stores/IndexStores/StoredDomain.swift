import DeclaredRecords
import FootlightPlatform

/// One domain in a store: its facts, which are published together with its items.
package struct StoredDomain: Sendable, Hashable {
  /// The domain.
  package var name: String
  /// Its number in the store: a higher one is a later build.
  package var generation: Int
  /// The facts that the builder gave.
  package var facts: DomainFacts
  /// The identity of the contents of its base.
  package var identity: UInt64 = 0
  /// The shards of its base; empty where the base is one file.
  package var shards: [StoredShard] = []
  /// How many items there are.
  package var items: Int
  /// How many distinct words there are.
  package var terms: Int
  /// How much room they take.
  package var bytes: Int
  /// How much of it the deltas take.
  package var deltaBytes: Int
  /// Of how many segments it consists: the base, and one for each delta.
  package var segments: Int
  /// How many changes wait to be applied.
  package var pending: Int
  /// How many changes were set aside after too many attempts.
  package var quarantined: Int
  /// When the oldest waiting change was recorded, in seconds since 1970; nil when none waits.
  package var oldestPending: Int64?
  /// When the first of the waiting changes may be tried, in seconds since 1970; 0 for at once.
  package var nextAttempt: Int64 = 0
  /// Why the change that was tried last, of those that wait or were set aside, could not be applied;
  /// empty for none.
  package var lastError = ""

  /// Makes a record of a domain.
  package init(
    name: String, generation: Int, facts: DomainFacts, items: Int, terms: Int, bytes: Int,
    deltaBytes: Int = 0, segments: Int = 1, pending: Int = 0, quarantined: Int = 0,
    oldestPending: Int64? = nil
  ) {
    self.name = name
    self.generation = generation
    self.facts = facts
    self.items = items
    self.terms = terms
    self.bytes = bytes
    self.deltaBytes = deltaBytes
    self.segments = segments
    self.pending = pending
    self.quarantined = quarantined
    self.oldestPending = oldestPending
  }
}

/// One file of a domain's base: the whole base, or one shard of it.
package struct StoredShard: Sendable, Hashable {
  /// The number that the file's name bears.
  package var generation: Int
  /// The identity of its contents.
  package var identity: UInt64
  /// How large it is; 0 for a shard that this copy does not keep.
  package var bytes: Int
  /// The digest of the items of a shard; 0 where it was not made.
  package var items: UInt64

  /// Describes a file.
  package init(generation: Int, identity: UInt64, bytes: Int, items: UInt64 = 0) {
    self.generation = generation
    self.identity = identity
    self.bytes = bytes
    self.items = items
  }

  /// Whether its file is here.
  package var isHere: Bool { bytes > 0 }
}

extension StoredDomain {
  /// A domain that was built of these files.
  package init(
    _ files: [StoredShard], of name: String, _ facts: DomainFacts, items: Int, terms: Int
  ) {
    self.init(
      name: name, generation: files.map(\.generation).max() ?? 0, facts: facts, items: items,
      terms: terms, bytes: files.reduce(0) { $0 + $1.bytes })
    if files.count == 1 { identity = files[0].identity } else { shards = files }
  }

  /// The files of its base: one, or its shards.
  package var baseShards: [StoredShard] {
    guard shards.isEmpty else { return shards }
    // A size that cannot be is that of a damaged file, not of none.
    return [
      StoredShard(generation: generation, identity: identity, bytes: max(1, bytes - deltaBytes))
    ]
  }

  /// The numbers that their names bear.
  package var baseNumbers: [Int] { shards.isEmpty ? [generation] : shards.map(\.generation) }

  /// About how many items a shard has: as many of all as it has of their bytes.
  func items(ofShard number: Int) -> Int {
    let all = shards.reduce(0) { $0 + $1.bytes }
    return all == 0 ? items : Int(Double(items) * Double(shards[number].bytes) / Double(all))
  }

  /// Whether all of them are here.
  package var isWhole: Bool { shards.allSatisfy(\.isHere) }
}
