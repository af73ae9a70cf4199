import FootlightDiagnostics
import FootlightPlatform
import ItemMapping
import SegmentFiles
import SegmentWriting
import Synchronization

/// The building of one generation in an embedded store: of one file, or of its shards.
final class EmbeddedBuild: StoreBuild {
  private let indexer: EmbeddedIndexer
  private let domain: String
  private let shards: [ShardBuild]
  /// The last change that the journal held when the build began.
  private let sequence: Int
  private let summaries = Mutex<[SegmentSummary]>([])
  /// Whether the catalog was asked to name this generation.
  private let isProposed = Atomic<Bool>(false)

  init(
    _ indexer: EmbeddedIndexer, _ files: [GenerationFile], of domain: String,
    settings: IndexSettings, memory: Int, sequence: Int
  ) throws(Failure) {
    self.sequence = sequence
    self.indexer = indexer
    self.domain = domain
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
    EmbeddedBuildWorker(shards.map { $0.writer.worker() })
  }

  func finish(keeping rule: DuplicateRule) throws(Failure)
    -> (summary: SegmentSummary, duplicates: [DuplicateIdentifier])
  {
    do throws(Failure) {
      var duplicates: [DuplicateIdentifier] = []
      for shard in shards {
        let finished = try shard.finish(keeping: rule)
        duplicates += finished.duplicates
        summaries.withLock { $0.append(finished.summary) }
      }
      if shards.count > 1 { duplicates.sort { $0.second < $1.second } }
      return (summary, duplicates)
    } catch {
      abandon()
      throw error
    }
  }

  /// What all shards hold; a word of several is counted in each.
  private var summary: SegmentSummary {
    summaries.withLock { summaries in
      SegmentSummary(
        items: summaries.reduce(0) { $0 + $1.items }, terms: summaries.reduce(0) { $0 + $1.terms },
        expiring: summaries.reduce(0) { $0 + $1.expiring })
    }
  }

  func changes(since earlier: StoredDomain) -> ChangeCounts? {
    guard summaries.withLock({ $0.count }) == shards.count else { return nil }
    do throws(Failure) {
      return ChangeCounts(from: try indexer.open(earlier), to: shards.map(\.path))
    } catch {
      return nil
    }
  }

  func publish(_ facts: DomainFacts) throws(Failure) -> StoredDomain {
    let published = try publish(facts, .build(upTo: sequence))
    indexer.letGo(domain)
    return published
  }

  /// Checks what was written and publishes it, with what else belongs to it.
  func publish(
    _ facts: DomainFacts, _ ending: EmbeddedIndexer.Ending
  ) throws(Failure) -> StoredDomain {
    let summaries = summaries.withLock { $0 }
    guard summaries.count == shards.count else {
      throw Failure(.generationUnfaithful, "the build was not finished")
    }
    let present = try indexer.published(domain)
    var parts: [StoredPart] = []
    for (place, (shard, summary)) in zip(shards, summaries).enumerated() {
      let part = try shard.check(against: summary)
      if let known = try indexer.unchanged(part, as: place, in: present, of: shards.count) {
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
    return try indexer.publish(stored, ending)
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
