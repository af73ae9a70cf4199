package import FootlightPlatform
package import SearchEngine

extension EmbeddedIndexer {
  package func jointBuild(
    _ domain: String, settings: IndexSettings, fingerprint: String, memory: Int, builders: Int,
    key: String, _ cancellation: Cancellation
  ) throws(Failure) -> (any StoreBuild)? {
    guard let origin = store.origin, builders > 1, settings.shards > 1 else {
      return try build(domain, settings: settings, memory: memory)
    }
    try checkWhole(domain)
    return try origin.jointBuild(
      domain, for: self, settings: settings, fingerprint: fingerprint, memory: memory,
      builders: builders, key: key, cancellation)
  }

  package func change(_ domain: String, memory: Int) throws(Failure) -> any StoreChange {
    try claim(domain)
    let (stored, open) = try openPresent(domain)
    guard open.base.generation.isOfPresentAnalysis else {
      throw Failure(
        .indexFormat, "another version of this program wrote the index of \(domain)",
        at: SourceLocation(file: open.base.generation.path),
        remedy: "run 'footlight sync' to build it again")
    }
    return try EmbeddedChange(self, stored, open, memory: memory)
  }

  package func compact(
    _ domain: String, memory: Int, _ cancellation: Cancellation
  ) throws(Failure) -> StoredDomain {
    let (stored, open) = try openPresent(domain)
    // An index of another analysis waits for its rebuild.
    guard !open.deltas.isEmpty, open.base.generation.isOfPresentAnalysis else { return stored }
    let merged = try merge(
      open.segments, stored.facts, of: stored, memory: memory, .merge, cancellation)
    // It is merged all the same, and what follows uses the same pages.
    try? withCatalog { (catalog) throws(Failure) in try catalog.reclaim() }
    return merged
  }

  package func mergeLargeDeltas(
    of domain: String, memory: Int, _ cancellation: Cancellation
  ) throws(Failure) -> StoredDomain? {
    let stored = try domains().first { $0.name == domain && $0.segments > 1 }
    guard let stored else { return nil }
    let size = try withCatalog { (catalog) throws(Failure) in try catalog.deltaSize(of: stored) }
    guard size > 2 * EmbeddedChange.limit(items: stored.items) else { return nil }
    let open = try open(stored)
    return try merge(
      open.segments, stored.facts, of: stored, memory: memory, .merge, cancellation)
  }

  /// Writes the items of some segments into a new generation, of as many shards, and publishes it.
  func merge(
    _ segments: [OpenDomain.LiveSegment], _ facts: DomainFacts, of stored: StoredDomain,
    memory: Int,
    _ ending: Ending, _ cancellation: Cancellation = Cancellation()
  ) throws(Failure) -> StoredDomain {
    guard let base = segments.first else {
      throw Failure(.generationMissing, "there is nothing to merge")
    }
    var settings = base.generation.settings
    settings.shards = stored.baseShards.count
    let build = try embeddedBuild(
      stored.name, settings: settings, memory: memory, isMerge: true)
    do throws(Failure) {
      let feed = try SegmentFeed(segments)
      try feed.run(cancellation) { () throws(Failure) in try build.worker() }
      _ = try build.finish(keeping: .keepLast)
      return try build.publish(facts, ending)
    } catch {
      build.abandon()
      throw error
    }
  }

  /// A domain as it is published now, open.
  func openPresent(_ domain: String) throws(Failure) -> (StoredDomain, OpenDomain) {
    let stored = try domains().first { $0.name == domain }
    guard let stored else {
      throw Failure(
        .generationMissing, "the domain \(domain) is not built yet", remedy: "run `footlight sync`")
    }
    return (stored, try open(stored))
  }

  /// Opens the segments of a domain.
  package func open(_ stored: StoredDomain) throws(Failure) -> OpenDomain {
    let bases = try stored.baseShards.map { (part) throws(Failure) in
      part.isHere ? try openGeneration(part, of: stored.name, in: folder).get() : nil
    }
    let deltas = try deltas(of: stored)
    do throws(Failure) {
      return try OpenDomain(bases, deltas)
    } catch {
      folder.noteDamage(of: stored, error)
      throw error
    }
  }

  package func record(
    _ keys: [JournalKey], in domain: String, at now: Int64, facts: DomainFacts?
  ) throws(Failure) {
    try claim(domain)
    try withCatalog { (catalog) throws(Failure) in
      try catalog.record(keys, in: domain, at: now, facts: facts)
    }
  }

  package func pendingBatch(
    of domain: String?, atMost limit: Int, _ due: JournalDue
  ) throws(Failure) -> JournalBatch? {
    try withCatalog { (catalog) throws(Failure) in
      try catalog.pendingBatch(of: domain, atMost: limit, due)
    }
  }

  package func journal(of domain: String) throws(Failure) -> [JournalRow] {
    try withCatalog { (catalog) throws(Failure) in try catalog.journal(of: domain) }
  }

  package func release(_ domain: String, _ key: JournalKey?) throws(Failure) -> Int {
    try claim(domain)
    return try withCatalog { (catalog) throws(Failure) in try catalog.release(domain, key) }
  }
}
