public import FootlightPlatform
import IndexStores

extension Library {
  /// Keeps the named domains (all of them without names) up to date until it is told to stop.
  ///
  /// Changes from before it began are applied first. The right to index is taken for each batch alone,
  /// and waited for. A source that is missing or broken is told once and tried again; its items stay.
  ///
  /// - Throws: `domain.unknown`, and what keeps it from beginning.
  public func watch(
    _ domains: [String] = [], options: WatchOptions = WatchOptions()
  ) throws(Failure) {
    let selection = DomainSelection(domains)
    // Names that mean nothing, and a workspace that is none, are told at once.
    let declared = try open.declarations()
    let stored = try open.snapshotForSync()?.domains.map(\.name) ?? []
    let broken = declared.broken.compactMap(\.name)
    try selection.check(against: Set(stored + broken).union(declared.domains.keys))
    var watcher = Watcher(open: open, selection: selection, options: options)
    watcher.run()
  }
}
