public import FootlightPlatform
import IndexStores

/// The effect of compacting one domain.
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
  package init(domain: String, segments: Int, deletedFiles: Int = 0, freedBytes: Int = 0) {
    self.domain = domain
    self.segments = segments
    self.deletedFiles = deletedFiles
    self.freedBytes = freedBytes
  }
}

extension Library {
  /// Brings the index of the named domains (all of them without names) into its smallest form.
  ///
  /// The changes since a domain was built are merged with it, and deleted items leave the disk.
  /// The files that belong to no live generation are deleted, those of all domains. Takes the
  /// right to index only when there is something to do.
  ///
  /// - Throws: `domain.unknown`, `lock.held`, `cancelled`: then what was merged until then stays so.
  public func compact(
    _ domains: [String] = [], waits: Bool = false, cancellation: Cancellation? = nil
  ) throws(Failure) -> [CompactedDomain] {
    let selection = DomainSelection(domains)
    let before = try store.leftovers()
    let stored = Dictionary(try store.snapshot(of: []).domains.map { ($0.name, $0) }) { $1 }
    let known = Set(stored.keys).union(before.map(\.domain))
    try selection.check(against: known)
    var remaining: Set<String> = []
    var merged = stored
    let segmented = stored.values.filter { $0.segments > 1 && selection.contains($0.name) }
    if !before.isEmpty || !segmented.isEmpty {
      // Whoever gets the right to index clears away first.
      let indexer = try store.indexer(waits ? Patience(cancellation: cancellation) : .none)
      defer { indexer.close() }
      remaining = Set(try store.leftovers().map(\.name))
      for domain in segmented.sorted(by: { $0.name < $1.name }) {
        try cancellation?.check()
        merged[domain.name] = try indexer.compact(
          domain.name, memory: BuildSchedule.itemMemory(of: nil),
          cancellation ?? Cancellation())
      }
    }
    return known.sorted().filter { selection.contains($0) }.map { name in
      let gone = before.filter { $0.domain == name && !remaining.contains($0.name) }
      return CompactedDomain(
        domain: name, segments: merged[name]?.segments ?? 0, deletedFiles: gone.count,
        freedBytes: gone.reduce(0) { $0 + $1.bytes }
          + max(0, (stored[name]?.bytes ?? 0) - (merged[name]?.bytes ?? 0)))
    }
  }
}
