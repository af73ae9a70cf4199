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
      shards: Set(open.deltas.map(\.shard)), open, stored, memory: memory, cancellation)
    // It is merged all the same, and what follows uses the same pages.
    try? withCatalog { (catalog) throws(Failure) in try catalog.reclaim() }
    return merged
  }

  package func mergeLargeDeltas(
    of domain: String, memory: Int, _ cancellation: Cancellation
  ) throws(Failure) -> StoredDomain? {
    let stored = try domains().first { $0.name == domain && $0.segments > 1 }
    guard let stored else { return nil }
    let sizes = try withCatalog { (catalog) throws(Failure) in
      try catalog.deltaSizes(of: stored)
    }
    let bounds = sizes.indices.map { shard in
      EmbeddedChange.mostLimits(shards: sizes.count)
        * EmbeddedChange.limit(items: stored.items(ofShard: shard))
    }
    // Of random changes all shards outgrow theirs at once: one is written now, the others after later changes, unless they
    // have grown twice as large.
    let due = sizes.indices.filter { sizes[$0] > bounds[$0] }
    guard let first = due.max(by: { sizes[$0] < sizes[$1] }) else { return nil }
    let late = due.filter { sizes[$0] > 2 * bounds[$0] }
    return try merge(
      shards: Set(late + [first]), try open(stored), stored, memory: memory, cancellation)
  }

  /// Writes the items of some shards into files anew, each with what its deltas hold, and publishes them.
  private func merge(
    shards: Set<Int>, _ open: OpenDomain, _ stored: StoredDomain, memory: Int,
    _ cancellation: Cancellation
  ) throws(Failure) -> StoredDomain {
    let segments = Dictionary(grouping: open.segments) { $0.shard }
    return try merge(
      segments.filter { shards.contains($0.key) }, open, into: stored, DeltaChange(),
      memory: memory, .merge, cancellation)
  }

  /// Writes some shards anew, of these segments, and publishes the domain with them.
  ///
  /// - Parameter deltas: what becomes of the deltas of other shards; those of these go.
  func merge(
    _ shards: [Int: [OpenDomain.LiveSegment]], _ open: OpenDomain, into domain: StoredDomain,
    _ deltas: DeltaChange, memory: Int, _ ending: Ending, _ cancellation: Cancellation
  ) throws(Failure) -> StoredDomain {
    guard !shards.isEmpty else { return try publish(domain, ending, deltas) }
    try claim(domain.name, toBuild: true)
    var files = domain.baseShards
    var terms = domain.terms
    var deltas = deltas
    var builds: [ShardBuild] = []
    var settings = open.base.generation.settings
    settings.shards = files.count
    do throws(Failure) {
      for (shard, segments) in shards.sorted(by: { $0.key < $1.key }) {
        let build = try ShardBuild(
          try nextFile(of: domain.name), in: folder, settings: settings, memory: memory)
        builds.append(build)
        let merged = try build.merge(segments, shard: shard, of: files.count, cancellation)
        files[shard] = merged.file
        terms += merged.terms - open.bases[shard].generation.summary.terms
        deltas.removed += open.deltas.filter { $0.shard == shard }.map(\.number)
      }
      try folder.files.synchronizeFolder(folder.path)
      for build in builds { try upload(build.file) }
    } catch {
      for build in builds { build.abandon() }
      throw error
    }
    // Whether a commit that failed has happened can only the next reader of the catalog tell: both states stay until then.
    return try publish(
      StoredDomain(files, of: domain.name, domain.facts, items: domain.items, terms: terms),
      ending, deltas)
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
