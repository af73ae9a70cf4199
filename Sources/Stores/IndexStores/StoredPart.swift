/// One file of a domain's base: the whole base, or one shard of it.
package struct StoredPart: Sendable, Hashable {
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
  init(_ parts: [StoredPart], of name: String, _ facts: DomainFacts, items: Int, terms: Int) {
    self.init(
      name: name, generation: parts.map(\.generation).max() ?? 0, facts: facts, items: items,
      terms: terms, bytes: parts.reduce(0) { $0 + $1.bytes })
    if parts.count == 1 { identity = parts[0].identity } else { shards = parts }
  }

  /// The files of its base: one, or its shards.
  package var parts: [StoredPart] {
    guard shards.isEmpty else { return shards }
    // A size that cannot be is that of a damaged file, not of none.
    return [
      StoredPart(generation: generation, identity: identity, bytes: max(1, bytes - deltaBytes))
    ]
  }

  /// Whether all of them are here.
  package var isWhole: Bool { shards.allSatisfy(\.isHere) }
}
