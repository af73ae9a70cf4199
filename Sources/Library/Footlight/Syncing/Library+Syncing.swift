import DeclaredRecords
public import FootlightPlatform
public import IndexStores

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
    try open.checkSettings()
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

extension Library {
  /// Brings the named domains (all of them without names) up to date with their declarations.
  ///
  /// A domain that fails is a row of the report, with what is wrong with it. Where none could be done, and where a
  /// declaration declares no domain, that is thrown when the others are done, unless ``SyncOptions/collectsFailures`` is set.
  ///
  /// - Throws: `domain.unknown`, `lock.held` while another process indexes, what is wrong with
  ///   declarations and sources, and what the machine refuses.
  @discardableResult
  public func sync(
    _ domains: [String] = [], options: SyncOptions = SyncOptions()
  ) throws(Failure) -> SyncReport {
    try settled(
      SyncRun(open: open, selection: DomainSelection(domains), options: options), options)
  }

  /// Builds a new generation of the named domains, whatever the versions say.
  @discardableResult
  public func rebuild(
    _ domains: [String], options: SyncOptions = SyncOptions()
  ) throws(Failure) -> SyncReport {
    guard !domains.isEmpty else { return SyncReport() }
    return try settled(
      SyncRun(
        open: open, selection: DomainSelection(domains), options: options, isOrdered: true),
      options)
  }

  private func settled(_ run: SyncRun, _ options: SyncOptions) throws(Failure) -> SyncReport {
    try open.checkSettings()
    let report = try run.perform()
    if !options.isDryRun { open.settleActivity() }
    let areInRows = report.failures.count == report.rows.reduce(0) { $0 + $1.failures.count }
    if !options.collectsFailures, report.done.isEmpty || !areInRows,
      let failure = Failure(report.failures)
    {
      throw failure
    }
    return report
  }
}

extension Library {
  /// The records that programs push into a domain.
  ///
  /// Nothing is looked up yet: a domain that is not there is told by the calls of the value.
  public func records(
    of domain: String, options: PushOptions = PushOptions()
  ) -> DomainRecords {
    DomainRecords(domain, in: open, options: options)
  }

  /// Deletes everything that programs have pushed into any domain, and the states of their batches;
  /// also what they pushed into domains that are no longer declared.
  ///
  /// - Throws: `lock.held`, `cancelled`.
  @discardableResult
  public func deleteAllRecords(
    options: PushOptions = PushOptions()
  ) throws(Failure) -> PushReport {
    try open.deleteAll(options: options)
  }

  /// Deletes pushed items by their addresses, urls or links, in whatever domains; an id that no item has
  /// is fine.
  ///
  /// - Throws: `item.bad-address`, `domain.unknown`, `domain.not-external`, `lock.held`.
  @discardableResult
  package func deleteRecords(
    at addresses: [String], options: PushOptions = PushOptions()
  ) throws(Failure) -> PushReport {
    var present: Searcher?
    return try open.delete(ids: addresses, options: options) { (text) throws(Failure) in
      if let present { return try present.place(text) }
      let searcher = try searcher([])
      present = searcher
      return try searcher.place(text)
    }
  }

  /// Deletes all pushed items of domains and groups, in one step.
  @discardableResult
  package func deleteRecords(
    ofDomains domains: [String], options: PushOptions = PushOptions()
  ) throws(Failure) -> PushReport {
    try open.delete(domains: domains, options: options)
  }
}

extension QuarantinedChange {
  /// The key of the record in its source, as people write it; an item's id in most declarations.
  public var id: String { key.forPeople }
}

extension Library {
  /// The changes of the named domains (of all of them without names) that were set aside after five
  /// attempts, by domain and key.
  ///
  /// The item of each stays as it was indexed before. A new change of the record tries it again, and
  /// so do ``release(_:waits:cancellation:)`` and a rebuild.
  ///
  /// - Throws: `domain.unknown`.
  public func quarantine(_ domains: [String] = []) throws(Failure) -> [QuarantinedChange] {
    let state = try store.snapshot(of: [])
    let selection = DomainSelection(domains)
    try selection.check(against: Set(state.domains.map(\.name)))
    return try state.quarantine(of: nil).filter { selection.contains($0.domain) }
  }

  /// Has changes tried again by the next sync: one, written as `domain:id`, or all of a domain.
  ///
  /// - Returns: how many were set aside.
  /// - Throws: `domain.unknown`, `lock.held` while another process indexes.
  @discardableResult
  public func release(
    _ address: String, waits: Bool = false, cancellation: Cancellation? = nil
  ) throws(Failure) -> Int {
    let state = try store.snapshot(of: [])
    let names = Set(state.domains.map(\.name))
    var domain = address
    var id: String?
    if !names.contains(address), let one = ItemAddress(address) {
      domain = one.domain
      id = one.id
    }
    try DomainSelection([domain]).check(against: names)
    let found = try state.quarantine(of: nil).filter { change in
      // Byte by byte: two keys may be canonically equal.
      change.domain == domain
        && id.map { $0.utf8.elementsEqual(change.key.forPeople.utf8) } ?? true
    }
    guard !found.isEmpty else { return 0 }
    let indexer = try open.indexer(waits ? Patience(cancellation: cancellation) : .none)
    defer { indexer.close() }
    guard id != nil else { return try indexer.release(domain, nil) }
    var count = 0
    for change in found { count += try indexer.release(domain, change.key) }
    return count
  }
}

extension JournalKey {
  /// The key as people write it.
  var forPeople: String { SourceKey(bytes).map(\.description) ?? text }
}
