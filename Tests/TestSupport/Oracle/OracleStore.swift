import DeclaredRecords
package import FootlightPlatform
package import IndexStores
import SearchEngine
import Synchronization
import TextAnalysis

/// A store in memory that answers by looking at everything: what other stores are compared with.
package final class OracleStore: IndexStore {
  struct State: Sendable {
    var exists = false
    var isTaken = false
    var lastGeneration = 0
    var domains: [String: OracleDomain] = [:]
    var journal: [String: [JournalRow]] = [:]
    /// When the rows of the journal were tried last.
    var tried: [JournalKey: Int64] = [:]
    var sequence: Int64 = 0
  }

  let state = Mutex(State())

  /// An empty store.
  package init() {}

  /// What is published now.
  package func snapshot(of domains: [String]?) throws(Failure) -> any StoreSnapshot {
    state.withLock { OracleSnapshot(exists: $0.exists, all: $0.domains, journal: $0.journal) }
  }

  /// There never is.
  package func leftovers() throws(Failure) -> [StoreLeftover] { [] }

  /// The right to change the store, unless somebody has it.
  package func indexer(_ patience: Patience) throws(Failure) -> any StoreIndexer {
    let isFree = state.withLock { state in
      defer {
        state.isTaken = true
        state.exists = true
      }
      return !state.isTaken
    }
    guard isFree else { throw Failure(.lockHeld, "somebody else in this process holds the store") }
    return OracleIndexer(self)
  }
}

/// A published domain of the oracle.
struct OracleDomain: Sendable {
  var stored: StoredDomain
  var settings: IndexSettings
  var items: [StoredItem]
  /// What the sources of the items say of their records, by id.
  var digests: [String: UInt64] = [:]
  var sourceKeys: [String: [UInt8]] = [:]
  var skipped: [UInt64] = []

  /// What the naive search looks at.
  var index: NaiveIndex {
    NaiveIndex(
      items.map { item in
        var naive = NaiveItem(
          id: item.id, title: item.title, description: item.description, body: item.body,
          keywords: Array(item.keywords), aliases: Array(item.aliases), rank: item.rank,
          expires: item.expires)
        naive.attributes = NaiveItem.attributes(item, settings.attributes)
        return naive
      }, analyzer: settings.analyzer, weights: settings.weights, domain: stored.name,
      weight: stored.facts.weight, synonyms: stored.facts.synonyms.groups,
      attributes: settings.attributes.map(\.name))
  }

  func item(_ id: String) -> StoredItem? {
    items.first { $0.id.utf8.elementsEqual(id.utf8) }
  }
}

/// An item with the number of its record.
struct OracleRecord: Sendable {
  var item: StoredItem
  var number: UInt32
  var digest: UInt64
  var sourceKey: [UInt8]
}

private final class OracleSnapshot: StoreSnapshot {
  let exists: Bool
  fileprivate let all: [String: OracleDomain]
  private let indexes: [String: NaiveIndex]
  fileprivate let journal: [String: [JournalRow]]

  init(exists: Bool, all: [String: OracleDomain], journal: [String: [JournalRow]]) {
    self.journal = journal
    self.exists = exists
    self.all = all
    indexes = all.mapValues(\.index)
  }

  var domains: [StoredDomain] {
    all.values.map { domain in
      var stored = domain.stored
      let rows = journal[stored.name] ?? []
      let pending = rows.filter { $0.attempts < JournalRow.mostAttempts }
      stored.pending = pending.count
      stored.quarantined = rows.count - pending.count
      stored.oldestPending = pending.map(\.firstSeen).min()
      return stored
    }.sorted { $0.name.precedesInBytes($1.name) }
  }

  func problem(of domain: String) -> Diagnostic? { nil }

  func adding(_ domain: AddedDomain) throws(Failure) -> any StoreSnapshot {
    var all = all
    all[domain.name] = OracleDomain(
      stored: domain.stored, settings: domain.settings, items: domain.items)
    return OracleSnapshot(exists: exists, all: all, journal: journal)
  }

  func itemsInWindow(
    _ now: Int64, of domain: String, atMost limit: Int, where isWanted: (StoredItem) -> Bool
  ) throws(Failure) -> [StoredItem] {
    guard let domain = all[domain] else { return [] }
    let names = domain.settings.attributes.map(\.name)
    func worth(_ item: StoredItem, _ name: String) -> Int64? {
      item.attributes.first { names[$0.ordinal] == name }.map { Int64($0.worth) }
    }
    return Array(
      domain.items.filter { item in
        let (from, to) = (worth(item, "(from)"), worth(item, "(to)"))
        guard from != nil || to != nil else { return false }
        return (from ?? .min) <= now && now < (to ?? .max)
          && (item.expires.map { $0 > now } ?? true) && isWanted(item)
      }.prefix(limit))
  }

  func privateItems(of domain: String) throws(Failure) -> Int {
    guard let domain = all[domain] else { return 0 }
    let names = domain.settings.attributes.map(\.name)
    return domain.items.count { item in
      item.attributes.contains { names[$0.ordinal] == "(private)" }
    }
  }

  func damage(of domain: String) throws(Failure) -> Diagnostic? { nil }

  func attributes(of domain: String) -> [IndexedAttribute] {
    (all[domain]?.settings.attributes ?? []).filter { !$0.isReserved }
  }

  func reservedAttributes(of domain: String) -> [IndexedAttribute] {
    (all[domain]?.settings.attributes ?? []).filter(\.isReserved)
  }

  func analyzer(of domain: String) -> Analyzer? { all[domain]?.settings.analyzer }

  func hasStems(_ domain: String) -> Bool { analyzer(of: domain)?.stems ?? false }

  func looksInside(_ domain: String) -> Bool { all[domain]?.settings.looksInside ?? false }

  func search(
    _ request: SearchRequest, in domains: [String]
  ) throws(Failure) -> SearchAnswer {
    let answer = naiveSearch(request, in: domains.compactMap { indexes[$0] })
    return SearchAnswer(
      hits: answer.hits.compactMap { hit in
        guard let place = domains.firstIndex(of: hit.domain),
          let item = all[hit.domain]?.item(hit.id)
        else { return nil }
        var ranked = RankedHit(
          place: place, document: 0, tier: hit.tier, score: hit.score, item: item,
          hasBody: true, matched: HitMatch(field: .title, text: item.title))
        if !request.distinct.isEmpty {
          ranked.group = (.alone(segment: place, document: 0), hit.items)
        }
        return ranked
      }, total: answer.total, isAtLeast: false, facets: answer.facets)
  }

  /// Tier and score alone: the naive search knows no more.
  func explain(
    _ request: SearchRequest, _ items: [ExplainedItem], in domains: [String]
  ) throws(Failure) -> [Explanation] {
    var wide = request
    (wide.offset, wide.limit) = (0, .max)
    let answer = naiveSearch(wide, in: domains.compactMap { indexes[$0] })
    return items.map { item in
      let found = answer.hits.first { $0.domain == domains[item.place] && $0.id == item.id }
      return Explanation(
        tier: found.flatMap { Tier(rawValue: $0.tier) }, reason: "the naive search says so",
        score: found?.score)
    }
  }

  func item(id: String, in domain: String) throws(Failure) -> StoredItem? {
    all[domain]?.item(id)
  }

  func item(url: String, now: Int64, in domain: String) throws(Failure) -> StoredItem? {
    guard !url.isEmpty else { return nil }
    return all[domain]?.items.first {
      $0.url.utf8.elementsEqual(url.utf8) && $0.expires.map { $0 > now } ?? true
    }
  }
}

extension OracleSnapshot {
  func verify(_ domain: String) throws(Failure) {}

  func scanItems(
    of domain: String, _ body: (StoredItem) throws(Failure) -> Void
  ) throws(Failure) {
    for item in all[domain]?.items ?? [] { try body(item) }
  }

  func scanDigests(
    of domain: String, _ body: (ItemDigest, _ id: String) throws(Failure) -> Void
  ) throws(Failure) {
    let digester = ItemDigester(attributes: attributes(of: domain))
    var buffer = ItemBuffer()
    for item in all[domain]?.items ?? [] {
      buffer.set(item)
      try body(digester.digest(buffer), item.id)
    }
  }
}

extension OracleSnapshot {
  func scanIDs(
    ofSourceKeys keys: [[UInt8]], in domain: String, _ body: (String) -> Void
  ) throws(Failure) {
    guard let found = all[domain] else { return }
    for item in found.items {
      let key = found.sourceKeys[item.id] ?? []
      if keys.contains(key.isEmpty ? Array(item.id.utf8) : key) { body(item.id) }
    }
  }

  func recordDigests(of domain: String) throws(Failure) -> RecordDigests {
    guard let found = all[domain] else { return RecordDigests([], items: 0) }
    var entries = found.skipped.map {
      RecordDigests.Entry(digest: $0, item: RecordDigests.skipped)
    }
    for (place, item) in found.items.enumerated() {
      guard let digest = found.digests[item.id], digest != 0 else { continue }
      entries.append(RecordDigests.Entry(digest: digest, item: UInt32(place)))
    }
    return RecordDigests(entries, items: found.items.count)
  }

  func quarantine(of domain: String?) throws(Failure) -> [QuarantinedChange] {
    journal.filter { domain == nil || $0.key == domain }.flatMap { name, rows in
      rows.filter { $0.attempts >= JournalRow.mostAttempts }.map {
        QuarantinedChange(
          domain: name, key: $0.key, attempts: $0.attempts, lastError: $0.lastError)
      }
    }.sorted { ($0.domain, $0.key.text) < ($1.domain, $1.key.text) }
  }
}

final class OracleIndexer: StoreIndexer {
  let store: OracleStore

  init(_ store: OracleStore) {
    self.store = store
  }

  func domains() throws(Failure) -> [StoredDomain] {
    try store.snapshot(of: nil).domains
  }

  func build(
    _ domain: String, settings: IndexSettings, memory: Int
  ) throws(Failure) -> any StoreBuild {
    let generation = store.state.withLock { state in
      state.lastGeneration += 1
      return state.lastGeneration
    }
    return OracleBuild(store, domain, generation, settings)
  }

  func remove(_ domain: String) throws(Failure) {
    store.state.withLock { state in
      state.domains[domain] = nil
      state.journal[domain] = nil
    }
  }

  func restamp(_ domain: String, facts: DomainFacts) throws(Failure) {
    store.state.withLock { $0.domains[domain]?.stored.facts = facts }
  }

  func close() {
    store.state.withLock { $0.isTaken = false }
  }
}

private final class OracleBuild: StoreBuild {
  private let store: OracleStore
  private let domain: String
  private let generation: Int
  private let settings: IndexSettings
  private let records = Mutex<[OracleRecord]>([])
  private let skipped = Mutex<[UInt64]>([])

  init(_ store: OracleStore, _ domain: String, _ generation: Int, _ settings: IndexSettings) {
    self.store = store
    self.domain = domain
    self.generation = generation
    self.settings = settings
  }

  func worker() throws(Failure) -> any StoreBuildWorker {
    OracleWorker { record in
      self.records.withLock { $0.append(record) }
    } skip: { digest in
      self.skipped.withLock { $0.append(digest) }
    }
  }

  func finish(keeping rule: DuplicateRule) throws(Failure)
    -> (summary: SegmentSummary, duplicates: [DuplicateIdentifier])
  {
    let (kept, duplicates) = OracleRecord.settle(records.withLock({ $0 }), rule)
    records.withLock { $0 = kept }
    let expiring = kept.count { $0.item.expires != nil }
    return (
      SegmentSummary(items: kept.count, terms: 0, expiring: expiring), duplicates
    )
  }

  func publish(_ facts: DomainFacts) throws(Failure) -> StoredDomain {
    let records = records.withLock { $0 }
    let items = records.map(\.item)
    let skipped = skipped.withLock { $0 }
    let stored = StoredDomain(
      name: domain, generation: generation, facts: facts, items: items.count, terms: 0, bytes: 0)
    store.state.withLock {
      var published = OracleDomain(stored: stored, settings: settings, items: items)
      for record in records {
        published.digests[record.item.id] = record.digest
        published.sourceKeys[record.item.id] = record.sourceKey
      }
      published.skipped = skipped
      $0.domains[domain] = published
    }
    return stored
  }

  func abandon() {
    records.withLock { $0 = [] }
  }
}

final class OracleWorker: StoreBuildWorker {
  private let take: (OracleRecord) -> Void
  private let skip: (UInt64) -> Void

  init(take: @escaping (OracleRecord) -> Void, skip: @escaping (UInt64) -> Void) {
    self.take = take
    self.skip = skip
  }

  func addSkipped(_ digest: UInt64) { skip(digest) }

  func beginBatch(_ ordinal: Int) {}

  func add(_ item: borrowing ItemBuffer) -> Diagnostic? {
    guard item.aliases.count < 4_096 else {
      return Diagnostic(.itemTooManyNames, "an item has more than 4096 names")
    }
    take(
      OracleRecord(
        item: StoredItem(item), number: item.record, digest: item.recordDigest,
        sourceKey: item.sourceKey.isEmpty
          ? item.bytes.bytes(item.id)
          : item.bytes.bytes(item.sourceKey)))
    return nil
  }

  func endBatch() throws(Failure) {}
}
