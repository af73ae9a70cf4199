import DeclaredRecords
import FootlightPlatform
import IndexStores
import SearchEngine
import TestSupport

/// A store that parts every domain into shards, whatever its settings say.
struct ShardedStore: IndexStore {
  let store: any IndexStore
  let shards: Int
  /// Whether items are parted by their colors, as far as they have one.
  var isKeyed = false

  func snapshot(of domains: [String]?) throws(Failure) -> any StoreSnapshot {
    try store.snapshot(of: domains)
  }

  func leftovers() throws(Failure) -> [StoreLeftover] { try store.leftovers() }

  func examine() throws(Failure) -> [Diagnostic] { try store.examine() }

  func indexer(_ patience: Patience) throws(Failure) -> any StoreIndexer {
    ShardedIndexer(try store.indexer(patience), shards, isKeyed: isKeyed)
  }
}

extension Item {
  /// The item with its color as the text that decides about its shard.
  var keyed: Item {
    var item = self
    if let color = attributes.first(where: { $0.name == "color" }) {
      item.attributes.append(ItemAttribute("(shard)", color.value))
    }
    return item
  }
}

extension IndexSettings {
  /// The settings with the attribute by which items are parted.
  var keyed: IndexSettings {
    var settings = self
    for (place, name) in ItemBuffer.attributeNames.enumerated()
    where place >= settings.attributes.count {
      settings.attributes.append(IndexedAttribute(name, ItemBuffer.attributeKinds[place]))
    }
    return settings
  }
}

private final class ShardedIndexer: StoreIndexer {
  private let indexer: any StoreIndexer
  private let shards: Int
  private let isKeyed: Bool

  init(_ indexer: any StoreIndexer, _ shards: Int, isKeyed: Bool) {
    self.indexer = indexer
    self.shards = shards
    self.isKeyed = isKeyed
  }

  func build(
    _ domain: String, settings: IndexSettings, memory: Int
  ) throws(Failure) -> any StoreBuild {
    var settings = isKeyed ? settings.keyed : settings
    settings.shards = shards
    return try indexer.build(domain, settings: settings, memory: memory)
  }

  func domains() throws(Failure) -> [StoredDomain] { try indexer.domains() }

  func change(_ domain: String, memory: Int) throws(Failure) -> any StoreChange {
    try indexer.change(domain, memory: memory)
  }

  func compact(
    _ domain: String, memory: Int, _ cancellation: Cancellation
  ) throws(Failure) -> StoredDomain {
    try indexer.compact(domain, memory: memory, cancellation)
  }

  func mergeLargeDeltas(
    of domain: String, memory: Int, _ cancellation: Cancellation
  ) throws(Failure) -> StoredDomain? {
    try indexer.mergeLargeDeltas(of: domain, memory: memory, cancellation)
  }

  func record(
    _ keys: [JournalKey], in domain: String, at now: Int64, facts: DomainFacts?
  ) throws(Failure) {
    try indexer.record(keys, in: domain, at: now, facts: facts)
  }

  func pendingBatch(
    of domain: String?, atMost limit: Int, _ due: JournalDue
  ) throws(Failure) -> JournalBatch? {
    try indexer.pendingBatch(of: domain, atMost: limit, due)
  }

  func journal(of domain: String) throws(Failure) -> [JournalRow] {
    try indexer.journal(of: domain)
  }

  func release(_ domain: String, _ key: JournalKey?) throws(Failure) -> Int {
    try indexer.release(domain, key)
  }

  func remove(_ domain: String) throws(Failure) { try indexer.remove(domain) }

  func restamp(_ domain: String, facts: DomainFacts) throws(Failure) {
    try indexer.restamp(domain, facts: facts)
  }

  func close() { indexer.close() }
}
