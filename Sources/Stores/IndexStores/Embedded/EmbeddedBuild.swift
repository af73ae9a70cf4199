import DeclaredRecords
package import FootlightPlatform
import SearchEngine
import Synchronization

/// The building of one generation in an embedded store: of one file, or of its shards.
final class EmbeddedBuild: StoreBuild {
  private let indexer: EmbeddedIndexer
  private let domain: String
  private let shards: [ShardBuild]
  private let settings: IndexSettings
  /// Nil where records with one id meet in one shard, and where no two have one.
  private let repeated: RepeatedIdentifiers?
  /// The last change that the journal held when the build began.
  private let sequence: Int
  private let finished = Mutex<[(summary: SegmentSummary, duplicates: [DuplicateIdentifier])]>([])
  /// Whether the catalog was asked to name this generation.
  private let isProposed = Atomic<Bool>(false)

  init(
    _ indexer: EmbeddedIndexer, _ files: [GenerationFile], of domain: String,
    settings: IndexSettings, memory: Int, sequence: Int
  ) throws(Failure) {
    self.sequence = sequence
    self.indexer = indexer
    self.domain = domain
    self.settings = settings
    repeated = RepeatedIdentifiers(settings)
    var shards: [ShardBuild] = []
    do throws(Failure) {
      for file in files {
        shards.append(
          try ShardBuild(
            file, in: indexer.folder, settings: settings, memory: memory / files.count))
      }
    } catch {
      for shard in shards { shard.abandon() }
      throw error
    }
    self.shards = shards
  }

  func worker() throws(Failure) -> any StoreBuildWorker {
    EmbeddedBuildWorker(shards, settings, findingRepeated: repeated)
  }

  func finish(keeping rule: DuplicateRule) throws(Failure)
    -> (summary: SegmentSummary, duplicates: [DuplicateIdentifier])
  {
    do throws(Failure) {
      let shares = repeated?.settle(rule, shards: shards.count)
      for (number, shard) in shards.enumerated() {
        let outcome = try shard.finish(keeping: rule, shares?[number])
        finished.withLock { $0.append(outcome) }
      }
      let duplicates = finished.withLock { $0.flatMap(\.duplicates) }
      return (summary, duplicates.sorted { $0.second < $1.second })
    } catch {
      abandon()
      throw error
    }
  }

  /// What all shards hold; a word of several is counted in each.
  private var summary: SegmentSummary {
    finished.withLock { finished in
      SegmentSummary(
        items: finished.reduce(0) { $0 + $1.summary.items },
        terms: finished.reduce(0) { $0 + $1.summary.terms },
        expiring: finished.reduce(0) { $0 + $1.summary.expiring })
    }
  }

  func changes(since earlier: StoredDomain) -> ChangeCounts? {
    guard finished.withLock({ $0.count }) == shards.count else { return nil }
    do throws(Failure) {
      return ChangeCounts(from: try indexer.open(earlier), to: shards.map(\.path))
    } catch {
      return nil
    }
  }

  func publish(_ facts: DomainFacts) throws(Failure) -> StoredDomain {
    let isFinished = finished.withLock { $0.count == shards.count }
    let alerts =
      isFinished ? try indexer.alerts(of: shards.map(\.path), domain, facts) : AlertBatch()
    let published = try publish(facts, alerts)
    indexer.letGo(domain)
    return published
  }

  private func publish(_ facts: DomainFacts, _ alerts: AlertBatch) throws(Failure) -> StoredDomain {
    let finished = finished.withLock { $0 }
    guard finished.count == shards.count else {
      throw Failure(.generationUnfaithful, "the build was not finished")
    }
    let present = try indexer.published(domain, facts.fingerprint)
    var parts: [StoredShard] = []
    for (index, (shard, finished)) in zip(shards, finished).enumerated() {
      let part = try shard.check(finished)
      if let known = try indexer.unchangedShard(
        index, of: shards.count, in: present, insteadOf: part)
      {
        shard.clear()
        parts.append(known)
      } else {
        parts.append(part)
      }
    }
    try indexer.folder.files.synchronizeFolder(indexer.folder.path)
    let stored = StoredDomain(
      parts, of: domain, facts, items: summary.items, terms: summary.terms)
    for (shard, part) in zip(shards, parts) where shard.file.generation == part.generation {
      try indexer.upload(shard.file)
    }
    isProposed.store(true, ordering: .relaxed)
    return try indexer.publish(stored, .build(upTo: sequence, alerts))
  }

  /// Deletes what was written, unless the catalog was asked to name it.
  ///
  /// When a commit fails, only the next reader of the catalog can tell whether it happened. Then
  /// both generations stay, and the next indexer deletes the one that is not live.
  func abandon() {
    for shard in shards { shard.writer.abandon() }
    guard !isProposed.load(ordering: .relaxed) else { return }
    for shard in shards { shard.clear() }
  }
}

/// What searches that have names are to tell of a domain that was built anew.
extension EmbeddedIndexer {
  /// The alerts of a new generation, from the items whose digests are not in the earlier one, and the other way round.
  ///
  /// Eight bytes of memory an item. Of a domain that was not there, or cannot be read any more, nobody is told: all
  /// of its items would have come. Damage may show only when a page is read, so all of the reading is watched for it:
  /// a rebuild is what mends a damaged index. Damage of the new generation is found by the check of what was written.
  package func alerts(
    of files: [String], _ domain: String, _ facts: DomainFacts
  ) throws(Failure) -> AlertBatch {
    guard !alertRules.isEmpty,
      let stored = try domains().first(where: { $0.name == domain })
    else { return AlertBatch() }
    let before: OpenDomain
    do throws(Failure) {
      before = try open(stored)
    } catch {
      return AlertBatch()
    }
    do throws(Failure) {
      return try alerts(from: before, to: files, domain, facts)
    } catch {
      guard error.concerns(EmbeddedSnapshot.damageCodes) else { throw error }
      return AlertBatch()
    }
  }

  private func alerts(
    from before: OpenDomain, to files: [String], _ domain: String, _ facts: DomainFacts
  ) throws(Failure) -> AlertBatch {
    let present = try files.map { (path) throws(Failure) in
      SearchedSegment(
        domain: domain, synonyms: facts.synonyms,
        segment: SearchableSegment(try Segment(path: path)))
    }
    let earlier = before.segments.map { segment in
      SearchedSegment(
        domain: domain, synonyms: facts.synonyms, segment: segment.searchable,
        hidden: segment.hidden)
    }
    let here = try EmbeddedIndexer.digests(of: present)
    let there = try EmbeddedIndexer.digests(of: earlier)
    let after = try touched(present, without: there, facts)
    let gone = try touched(earlier, without: here, facts)
    guard !after.isEmpty || !gone.isEmpty else { return AlertBatch() }
    var matcher = AlertMatcher(
      domain, before: gone, after: after,
      attributes: present.first?.stored.settings.attributes ?? [], others: attributesOfDomains(),
      now: facts.built)
    return try matcher.alerts(alertRules)
  }

  /// The attributes of each domain, where a search may name some; none of those that cannot be read.
  func attributesOfDomains() -> [(domain: String, attributes: [IndexedAttribute])] {
    let texts = alertRules.flatMap { [$0.text] + $0.filters }
    guard texts.contains(where: { $0.contains { ":<>=".contains($0) } }),
      let snapshot = try? store.embeddedSnapshot(of: nil)
    else { return [] }
    return snapshot.domains.map { ($0.name, snapshot.attributes(of: $0.name)) }
  }

  /// A number for each item, ascending; equal where the items are.
  private static func digests(of segments: [SearchedSegment]) throws(Failure) -> [UInt64] {
    var found: [UInt64] = []
    for segment in segments {
      try segment.stored.scanDigests(hiding: segment.hidden) { digest, _ in
        found.append(digest.number)
      }
    }
    return found.sorted()
  }

  /// The segments with those items alone whose numbers are none of these.
  private func touched(
    _ segments: [SearchedSegment], without known: [UInt64], _ facts: DomainFacts
  ) throws(Failure) -> [SearchedSegment] {
    var found: [SearchedSegment] = []
    for segment in segments {
      let items = segment.stored.summary.items
      var touched = Bitmap(size: items)
      try segment.stored.scanDigests(hiding: segment.hidden) { (digest, id) throws(Failure) in
        let index = known.indices.partitionPoint { known[$0] < digest.number }
        guard index == known.count || known[index] != digest.number,
          let document = try segment.stored.document(ofID: id)
        else { return }
        touched.insert(Int(document))
      }
      guard touched.count > 0 else { continue }
      found.append(try part(touched, of: segment, facts, path: folder.catalog))
    }
    return found
  }
}

extension ChangeCounts {
  /// With more items on either side a comparison would cost a noticeable part of the build.
  static let mostCompared = 20_000

  /// Compares the items of a domain with those of the files of a build by their ids and contents; nil when
  /// they are too many or cannot be read.
  package init?(from before: OpenDomain, to files: [String]) {
    do throws(Failure) {
      let after = try files.map { (path) throws(Failure) in try Segment(path: path) }
      let items = before.segments.reduce(0) { $0 + $1.generation.summary.items }
      guard items <= ChangeCounts.mostCompared,
        after.reduce(0, { $0 + $1.summary.items }) <= ChangeCounts.mostCompared
      else { return nil }
      try self.init(from: before, to: after)
    } catch {
      return nil
    }
  }

  private init(from before: OpenDomain, to after: [Segment]) throws(Failure) {
    self.init()
    var unseen: [[UInt8]: ItemDigest] = [:]
    try before.scanDigests { digest, id in unseen[Array(id.utf8)] = digest }
    for segment in after {
      try segment.scanDigests { digest, id in
        if let known = unseen.removeValue(forKey: Array(id.utf8)) {
          if known != digest { updated += 1 }
        } else {
          inserted += 1
        }
      }
    }
    deleted = unseen.count
  }
}
