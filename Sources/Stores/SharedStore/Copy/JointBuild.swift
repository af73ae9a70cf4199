import DeclaredRecords
package import FootlightPlatform
package import IndexStores
package import SearchEngine
import Synchronization

/// The building of a domain by several machines: each takes shards that nobody is at, writes them and sends them; who finds all
/// of them built publishes them together.
///
/// Nobody leads. A machine that is gone, or stands still, loses its shards when their leases run out, and another one
/// takes them; what it sends later is fenced off (Kleppmann, How to do distributed locking, 2016).
final class JointBuild: StoreBuild {
  /// How long a machine that has nothing to do waits before it looks again.
  private static let pause: Int64 = 300_000_000
  /// So often it looks whether somebody publishes what is built before it does that itself.
  private static let mostLooks = 5
  /// So often it has shards built anew that are of other records, or cannot be fetched, at most.
  private static let mostRejections = 8

  private let indexer: EmbeddedIndexer
  private let replica: IndexReplica
  private let domain: String
  private let build: SharedBuild
  private let settings: IndexSettings
  private let fingerprint: String
  private let memory: Int
  /// How many shards it takes at once.
  private let most: Int
  private let cancellation: Cancellation
  /// The last change that the journal held when the build began.
  private let sequence: Int
  private let state = Mutex(State())

  private struct State: Sendable {
    /// The shards that are written here, by their numbers.
    var own: [Int: (shard: ShardBuild, fence: Int64)] = [:]
    /// The ids of the records that are read now; nil where records with one id meet in one shard.
    var repeated: RepeatedIdentifiers?
    /// All of them, once they are built.
    var all: [(file: GenerationFile, facts: ShardFacts)] = []
    /// How often shards of other records were rejected.
    var rejections = 0
    /// How often shards were rejected whose files cannot be fetched.
    var losses = 0
    /// The numbers of files that can be fetched, as far as the store was asked, or has just taken them.
    var present: Set<Int> = []
    /// How often the worker of a file was found away, by its number.
    var absences: [Int: Int] = [:]
    /// The files of shards that are here.
    var fetched: Set<SharedFile> = []
    /// The digest of the records that were read here last.
    var source: UInt64 = 0
    var isProposed = false
  }

  init(
    _ indexer: EmbeddedIndexer, _ replica: IndexReplica, _ domain: String, _ build: SharedBuild,
    settings: IndexSettings, fingerprint: String, memory: Int, most: Int, sequence: Int,
    _ cancellation: Cancellation
  ) {
    self.indexer = indexer
    self.replica = replica
    self.domain = domain
    self.build = build
    self.settings = settings
    self.fingerprint = fingerprint
    self.memory = memory
    self.most = most
    self.sequence = sequence
    self.cancellation = cancellation
  }

  /// What there is to do next.
  enum Next {
    /// The source is to be read: for shards that were taken, or, where all are built and nobody publishes them, to do that.
    case read
    /// All shards are built, of the records that were read here.
    case publish
    /// The state that the build follows is no longer the published one.
    case moved
  }

  /// Takes shards, waiting until there are some, or all are built.
  ///
  /// - Parameter source: the digest of the records that were read here; nil where nothing was read yet.
  func takeShards(of source: UInt64? = nil) throws(Failure) -> Next {
    var looks = 0
    while true {
      try cancellation.check()
      /// Why the shards cannot be taken now: somebody holds the domain.
      var claim: Failure?
      do throws(Failure) {
        let taken = try replica.shared.takeShards(of: domain, build, atMost: most)
        if !taken.isEmpty {
          try begin(taken)
          return .read
        }
      } catch {
        if error.concerns([.storeMoved]) { return .moved }
        guard error.concerns([.storeClaimed]) else { throw error }
        claim = error
      }
      let shards = try replica.shared.shards(of: domain, build)
      // Another build than this one holds the domain.
      if let claim, source == nil, shards.isEmpty { throw claim }
      if claim == nil, shards.count == build.shards, shards.allSatisfy({ $0.file != nil }) {
        if let source {
          let others = shards.filter { ShardFacts($0.facts)?.source != source }
          if !others.isEmpty {
            try reject(others, of: source)
          } else if try isComplete(shards) {
            return .publish
          }
          continue
        }
        // Whoever has built the last one is about to publish; where nobody does, this machine reads and publishes.
        looks += 1
        if looks > JointBuild.mostLooks { return .read }
      }
      SystemServices.system.sleep(JointBuild.pause)
    }
  }

  /// Has shards built anew of which somebody has read other records than this machine.
  ///
  /// The first time for whatever was left there; then of two machines the one with the greater digest alone goes on,
  /// so that they do not reject each other's without end and one of them publishes.
  private func reject(_ others: [SharedShard], of source: UInt64) throws(Failure) {
    let isGreatest = others.allSatisfy { (ShardFacts($0.facts)?.source ?? 0) < source }
    let rejections = state.withLock { $0.rejections }
    guard rejections == 0 || isGreatest && rejections < JointBuild.mostRejections else {
      throw otherRecords
    }
    // None are rejected while somebody publishes them.
    guard try replica.shared.rejectShards(others, of: domain) > 0 else { return }
    state.withLock { $0.rejections += 1 }
  }

  /// Whether the files of all shards can be fetched; asked before this machine holds the domain, since none of them can be
  /// rejected afterwards.
  ///
  /// They are not fetched yet: each builder would, and one of them publishes.
  private func isComplete(_ shards: [SharedShard]) throws(Failure) -> Bool {
    for shard in shards {
      guard let file = shard.file else { return false }
      if state.withLock({ $0.present.contains(file.number) }) { continue }
      switch try replica.presence({ (shared) throws(Failure) in try shared.presence(of: file) }) {
      case .whole: state.withLock { _ = $0.present.insert(file.number) }
      // It may be there: who publishes sees.
      case .unknown: continue
      case .lost: return try rejectLost(shard)
      case .away:
        let absences = state.withLock { state in
          state.absences[file.number, default: 0] += 1
          return state.absences[file.number] ?? 0
        }
        // A worker that starts anew is back in a moment.
        if absences > JointBuild.mostLooks { return try rejectLost(shard) }
        SystemServices.system.sleep(JointBuild.pause)
        return false
      }
    }
    return true
  }

  /// Has a shard built anew whose file cannot be fetched.
  private func rejectLost(_ shard: SharedShard) throws(Failure) -> Bool {
    guard state.withLock({ $0.losses }) < JointBuild.mostRejections else {
      throw Failure(
        .storeIncomplete,
        "a shard of \(domain) was built again and again, and its file cannot be fetched",
        remedy: "look at the server's log, its disk and its workers")
    }
    if try replica.shared.rejectShards([shard], of: domain) > 0 {
      state.withLock { $0.losses += 1 }
    } else {
      // Somebody publishes it, or was faster.
      SystemServices.system.sleep(JointBuild.pause)
    }
    return false
  }

  /// Brings a file here; once.
  @discardableResult
  private func fetch(_ file: SharedFile) throws(Failure) -> GenerationFile {
    if state.withLock({ $0.fetched.contains(file) }) {
      return GenerationFile(domain: domain, generation: file.number)
    }
    let name = try replica.fetch(file, of: domain, to: indexer.folder, isKnown: false)
    state.withLock { _ = $0.fetched.insert(file) }
    return name
  }

  private var otherRecords: Failure {
    Failure(
      .storeDiffers, "another machine builds \(domain) of other records",
      remedy: "give all of them the same source, and run it again")
  }

  private func begin(_ taken: [Int: Int64]) throws(Failure) {
    var begun: [Int: (shard: ShardBuild, fence: Int64)] = [:]
    do throws(Failure) {
      for (number, fence) in taken {
        let shard = try ShardBuild(
          try indexer.nextFile(of: domain), in: indexer.folder, settings: settings,
          memory: memory / taken.count)
        begun[number] = (shard, fence)
      }
    } catch {
      for (shard, _) in begun.values { shard.abandon() }
      replica.shared.letGoShards(Array(taken.values))
      throw error
    }
    state.withLock { [begun] in
      $0.own = begun
      $0.repeated = RepeatedIdentifiers(settings)
    }
  }

  func worker() throws(Failure) -> any StoreBuildWorker {
    let (own, repeated) = state.withLock { ($0.own, $0.repeated) }
    return EmbeddedBuildWorker(
      (0..<build.shards).map { own[$0]?.shard }, settings, findingRepeated: repeated)
  }

  func takesMore(keeping rule: DuplicateRule, of source: UInt64) throws(Failure) -> Bool {
    let (own, repeated) = state.withLock { ($0.own, $0.repeated) }
    let shares = own.isEmpty ? nil : repeated?.settle(rule, shards: build.shards)
    let present = try indexer.published(domain, fingerprint)
    for (number, (shard, fence)) in own.sorted(by: { $0.key < $1.key }) {
      let finished = try shard.finish(keeping: rule, shares?[number])
      var part = try shard.check(finished)
      do throws(Failure) {
        if let known = try indexer.unchangedShard(
          number, of: build.shards, in: present, insteadOf: part)
        {
          shard.clear()
          part = known
        } else {
          try replica.shared.uploadShard(part.generation, of: domain, at: shard.path, fence)
        }
        let facts = ShardFacts(
          summary: finished.summary, identity: part.identity, items: part.items, source: source,
          duplicates: finished.duplicates)
        try replica.shared.finishShard(part.generation, of: domain, fence, facts: facts.encoded)
      } catch {
        // Another machine has taken it over.
        guard error.concerns([.storeFenced]) else { throw error }
        shard.clear()
      }
      state.withLock { [generation = part.generation] in
        $0.own[number] = nil
        $0.present.insert(generation)
      }
    }
    state.withLock { $0.source = source }
    switch try takeShards(of: source) {
    case .read: return true
    case .publish, .moved: return false
    }
  }

  func publishedElsewhere() throws(Failure) -> StoredDomain? {
    while true {
      try cancellation.check()
      do throws(Failure) {
        try indexer.claim(domain, toBuild: true)
        return nil
      } catch {
        guard error.concerns([.storeClaimed, .storeMoved]) else { throw error }
        if error.concerns([.storeMoved]) {
          try replica.pull(for: indexer)
          return try indexer.domains().first { $0.name == domain }
        }
      }
      SystemServices.system.sleep(JointBuild.pause)
    }
  }

  func finish(keeping rule: DuplicateRule) throws(Failure)
    -> (summary: SegmentSummary, duplicates: [DuplicateIdentifier])
  {
    let shards = try replica.shared.shards(of: domain, build)
    var all: [(file: GenerationFile, facts: ShardFacts)] = []
    for shard in shards {
      // A shard without a file was rejected since by a machine that reads other records.
      guard let file = shard.file else { throw otherRecords }
      guard let facts = ShardFacts(shard.facts) else { throw CatalogRow.senseless }
      guard facts.source == state.withLock({ $0.source }) else { throw otherRecords }
      all.append((try fetch(file), facts))
    }
    guard all.count == build.shards else {
      throw Failure(
        .storeFenced, "the shards of \(domain) were taken over by another build",
        remedy: "nothing is lost; run it again")
    }
    state.withLock { [all] in $0.all = all }
    func sum(_ of: (SegmentSummary) -> Int) -> Int { all.reduce(0) { $0 + of($1.facts.summary) } }
    return (
      SegmentSummary(items: sum(\.items), terms: sum(\.terms), expiring: sum(\.expiring)),
      all.flatMap(\.facts.duplicates).sorted { $0.second < $1.second }
    )
  }

  func changes(since earlier: StoredDomain) -> ChangeCounts? {
    do throws(Failure) {
      return ChangeCounts(
        from: try indexer.open(earlier),
        to: state.withLock { $0.all }.map { indexer.folder.path(of: $0.file) })
    } catch {
      return nil
    }
  }

  func publish(_ facts: DomainFacts) throws(Failure) -> StoredDomain {
    let all = state.withLock { $0.all }
    let parts = try all.map { (file, facts) throws(Failure) in
      let part = StoredShard(
        generation: file.generation, identity: facts.identity,
        bytes: try FileStatus.of(indexer.folder.path(of: file))?.size ?? 0, items: facts.items)
      // It is opened as a reader would open it, whatever its builder has said of it.
      _ = try openGeneration(part, of: domain, in: indexer.folder).get()
      return part
    }
    try indexer.folder.files.synchronizeFolder(indexer.folder.path)
    let stored = StoredDomain(
      parts, of: domain, facts, items: all.reduce(0) { $0 + $1.facts.summary.items },
      terms: all.reduce(0) { $0 + $1.facts.summary.terms })
    replica.noteUploaded(parts.map(\.generation))
    state.withLock { $0.isProposed = true }
    let alerts = try indexer.alerts(
      of: all.map { indexer.folder.path(of: $0.file) }, domain, facts)
    let published = try indexer.publish(stored, .build(upTo: sequence, alerts))
    // Where nothing is different, nothing was published, and the shards would be taken for those of the next build.
    try replica.shared.endShards(of: domain)
    indexer.letGo(domain)
    return published
  }

  func abandon() {
    let (own, isProposed) = state.withLock { ($0.own, $0.isProposed) }
    replica.shared.letGoShards(own.values.map(\.fence))
    guard !isProposed else { return }
    for (shard, _) in own.values { shard.abandon() }
  }
}

extension IndexReplica {
  package func jointBuild(
    _ domain: String, for indexer: EmbeddedIndexer, settings: IndexSettings, fingerprint: String,
    memory: Int, builders: Int, key: String, _ cancellation: Cancellation
  ) throws(Failure) -> (any StoreBuild)? {
    try checkKept(domain)
    let (token, sequence) = try indexer.withCatalog { (catalog) throws(Failure) in
      (try catalog.sharedToken(of: domain), try catalog.counter("sequence"))
    }
    let build = SharedBuild(
      key: key, shards: settings.shards, token: brokenToken(of: domain) ?? token)
    let joint = JointBuild(
      indexer, self, domain, build, settings: settings, fingerprint: fingerprint, memory: memory,
      most: (settings.shards + builders - 1) / builders, sequence: sequence, cancellation)
    guard case .moved = try joint.takeShards() else { return joint }
    try pull(for: indexer)
    return nil
  }

  /// Brings what is published to an indexer that has the lock.
  fileprivate func pull(for indexer: EmbeddedIndexer) throws(Failure) {
    try indexer.withCatalog { (catalog) throws(Failure) in
      try pull(into: catalog, indexer.folder)
    }
  }
}
