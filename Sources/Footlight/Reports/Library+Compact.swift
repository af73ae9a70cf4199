public import FootlightDiagnostics
public import FootlightPlatform
import IndexStores

/// What compacting did for one domain.
public struct CompactedDomain: Sendable, Hashable {
  /// The domain.
  public var domain: String
  /// Of how many segments its index consists now; 0 for one that is not stored.
  public var segments: Int
  /// How many files were deleted.
  public var deletedFiles: Int
  /// How much room they took.
  public var freedBytes: Int

  /// Makes a result.
  public init(domain: String, segments: Int, deletedFiles: Int = 0, freedBytes: Int = 0) {
    self.domain = domain
    self.segments = segments
    self.deletedFiles = deletedFiles
    self.freedBytes = freedBytes
  }
}

extension Library {
  /// Brings the index of the named domains (all of them without names) into its smallest form.
  ///
  /// A domain has one segment as long as changed sources are built anew, so that there is nothing to
  /// merge: what is done is to delete the files that belong to no live generation, those of all
  /// domains. Takes the right to index only when there is something to do.
  ///
  /// - Throws: `domain.unknown`, `lock.held`.
  public func compact(
    _ domains: [String] = [], waits: Bool = false, cancellation: Cancellation? = nil
  ) throws(Failure) -> [CompactedDomain] {
    let selection = DomainSelection(domains)
    let before = try store.leftovers()
    let stored = try store.snapshot(of: []).domains.map(\.name)
    let known = Set(stored).union(before.map(\.domain))
    try selection.check(against: known)
    var remaining: Set<String> = []
    if !before.isEmpty {
      // Whoever gets the right to index clears away first.
      try store.indexer(waits ? Patience(cancellation: cancellation) : .none).close()
      remaining = Set(try store.leftovers().map(\.name))
    }
    return known.sorted().filter { selection.contains($0) }.map { name in
      let gone = before.filter { $0.domain == name && !remaining.contains($0.name) }
      return CompactedDomain(
        domain: name, segments: stored.contains(name) ? 1 : 0, deletedFiles: gone.count,
        freedBytes: gone.reduce(0) { $0 + $1.bytes })
    }
  }
}
