package import DeclaredRecords
package import FootlightPlatform
package import SearchEngine

/// What decides about the shard of an item.
struct ShardRule: Sendable {
  private let shards: Int
  /// The ordinal of the attribute by which items are parted; nil where their ids part them.
  private let key: Int?

  init(_ settings: IndexSettings) {
    shards = settings.shards
    key = settings.attributes.firstIndex(where: \.isShardKey)
  }

  /// The shard of an item; the hash is multiplied into the range (Lemire, Fast Random Integer Generation in an
  /// Interval, 2019).
  func shard(of item: borrowing ItemBuffer) -> Int {
    guard shards > 1 else { return 0 }
    var text = item.id
    if let key, let value = item.attributes.last(where: { Int($0.ordinal) == key }) {
      text = value.text
    }
    return Int(item.bytes.hash(text).multipliedFullWidth(by: UInt64(shards)).high)
  }
}

/// One thread's share of a build: each item goes into the shard that the hash of its id names, or of the text by which its
/// declaration parts the items, so that every builder puts it into the same one.
package final class EmbeddedBuildWorker: StoreBuildWorker {
  /// A shard that is written here.
  private struct Shard {
    let worker: SegmentWorker
    let digests: ShardDigests
    var batch = ShardDigests.Batch(0)
  }

  /// The means by which items are refused and shards compared.
  private struct Parting {
    let digester: ItemDigester
    let settings: IndexSettings
    let rule: ShardRule
  }

  private var shards: [Shard?]
  /// Nil where there is one file, which is compared with no other.
  private let parting: Parting?
  /// Nil where records with one id meet in one shard.
  private let repeated: RepeatedIdentifiers?
  private var repeatedBatch: RepeatedIdentifiers.Batch

  /// - Parameter shards: all shards; nil for those that are built elsewhere.
  package init(
    _ shards: [ShardBuild?], _ settings: IndexSettings,
    findingRepeated repeated: RepeatedIdentifiers? = nil
  ) {
    self.shards = shards.map { shard in
      shard.map { Shard(worker: $0.writer.worker(), digests: $0.digests) }
    }
    parting =
      shards.count > 1
      ? Parting(
        digester: ItemDigester(attributes: settings.attributes), settings: settings,
        rule: ShardRule(settings)) : nil
    self.repeated = repeated
    repeatedBatch = RepeatedIdentifiers.Batch(repeated)
  }

  /// Writes one segment that is no shard.
  init(_ worker: SegmentWorker) {
    shards = [Shard(worker: worker, digests: ShardDigests())]
    parting = nil
    repeated = nil
    repeatedBatch = RepeatedIdentifiers.Batch(nil)
  }

  package func beginBatch(_ ordinal: Int) {
    for number in shards.indices {
      shards[number]?.worker.beginBatch(ordinal)
      shards[number]?.batch = ShardDigests.Batch(ordinal)
    }
  }

  package func add(_ item: borrowing ItemBuffer) -> Diagnostic? {
    guard let parting else { return shards[0]?.worker.add(item) }
    // Whoever builds its shard, each machine knows which items are refused: they count as bad records, and are no first
    // ones of their ids.
    if let problem = SegmentWorker.problem(of: item, parting.settings) { return problem }
    let number = parting.rule.shard(of: item)
    if repeated != nil { repeatedBatch.add(item, shard: number) }
    guard let shard = shards[number] else { return nil }
    if let problem = shard.worker.add(item) { return problem }
    shards[number]?.batch.add(item, parting.digester)
    return nil
  }

  /// The digests of skipped records belong to no item, and stand in the first shard.
  package func addSkipped(_ digest: UInt64) {
    shards[0]?.worker.addSkipped(digest)
    shards[0]?.digests.addSkipped(digest)
  }

  package func endBatch() throws(Failure) {
    repeated?.add(repeatedBatch)
    repeatedBatch.clear()
    for shard in shards {
      guard let shard else { continue }
      try shard.worker.endBatch()
      shard.digests.add(shard.batch)
    }
  }
}
