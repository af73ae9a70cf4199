public import FootlightDiagnostics
import FootlightPlatform
public import IndexStores
import ItemMapping
import SearchIndex
import Synchronization
import TextAnalysis

/// A store in memory that answers by looking at everything: what other stores are compared with.
public final class OracleStore: IndexStore {
  struct State: Sendable {
    var exists = false
    var isTaken = false
    var lastGeneration = 0
    var domains: [String: OracleDomain] = [:]
  }

  let state = Mutex(State())

  /// An empty store.
  public init() {}

  /// What is published now.
  public func snapshot(of domains: [String]?) throws(Failure) -> any StoreSnapshot {
    state.withLock { OracleSnapshot(exists: $0.exists, all: $0.domains) }
  }

  /// There never is.
  public func leftovers() throws(Failure) -> [StoreLeftover] { [] }

  /// The right to change the store, unless somebody has it.
  public func indexer(_ patience: Patience) throws(Failure) -> any StoreIndexer {
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

  /// What the naive search looks at.
  var index: NaiveIndex {
    NaiveIndex(
      items.map { item in
        var naive = NaiveItem(
          id: item.id, title: item.title, description: item.description, body: item.body,
          keywords: item.keywords, aliases: item.aliases, rank: item.rank, expires: item.expires)
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
private struct OracleRecord: Sendable {
  var item: StoredItem
  var number: UInt32
}

private final class OracleSnapshot: StoreSnapshot {
  let exists: Bool
  fileprivate let all: [String: OracleDomain]
  private let indexes: [String: NaiveIndex]

  init(exists: Bool, all: [String: OracleDomain]) {
    self.exists = exists
    self.all = all
    indexes = all.mapValues(\.index)
  }

  var domains: [StoredDomain] {
    all.values.map(\.stored).sorted { $0.name.precedesInBytes($1.name) }
  }

  func problem(of domain: String) -> Diagnostic? { nil }

  func damage(of domain: String) throws(Failure) -> Diagnostic? { nil }

  func attributes(of domain: String) -> [IndexedAttribute] {
    all[domain]?.settings.attributes ?? []
  }

  func analyzer(of domain: String) -> Analyzer? { all[domain]?.settings.analyzer }

  func hasStems(_ domain: String) -> Bool { analyzer(of: domain)?.stems ?? false }

  func search(
    _ request: SearchRequest, in domains: [String]
  ) throws(Failure) -> SearchAnswer {
    let answer = naiveSearch(request, in: domains.compactMap { indexes[$0] })
    return SearchAnswer(
      hits: answer.hits.compactMap { hit in
        guard let part = domains.firstIndex(of: hit.domain),
          let item = all[hit.domain]?.item(hit.id)
        else { return nil }
        return RankedHit(
          part: part, document: 0, tier: hit.tier, score: hit.score, item: item,
          matched: RankedHit.Match(field: "title", text: item.title))
      }, total: answer.total, isAtLeast: false, facets: answer.facets)
  }

  /// Tier and score alone: the naive search knows of no parts.
  func explain(
    _ request: SearchRequest, _ items: [ExplainedItem], in domains: [String]
  ) throws(Failure) -> [Explanation] {
    var wide = request
    (wide.offset, wide.limit) = (0, .max)
    let answer = naiveSearch(wide, in: domains.compactMap { indexes[$0] })
    return items.map { item in
      let found = answer.hits.first { $0.domain == domains[item.part] && $0.id == item.id }
      return Explanation(tier: found?.tier, reason: "the naive search says so", score: found?.score)
    }
  }

  func item(id: String, in domain: String) throws(Failure) -> StoredItem? {
    all[domain]?.item(id)
  }

  func item(url: String, in domain: String) throws(Failure) -> StoredItem? {
    guard !url.isEmpty else { return nil }
    return all[domain]?.items.first { $0.url.utf8.elementsEqual(url.utf8) }
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
    of domain: String, _ look: (ItemDigest) throws(Failure) -> Bool,
    named: (String) throws(Failure) -> Void
  ) throws(Failure) {
    let digester = ItemDigester(attributes: attributes(of: domain))
    var buffer = ItemBuffer()
    for item in all[domain]?.items ?? [] {
      buffer.set(item)
      if try look(digester.digest(buffer)) { try named(item.id) }
    }
  }
}

private final class OracleIndexer: StoreIndexer {
  private let store: OracleStore

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
    store.state.withLock { $0.domains[domain] = nil }
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

  init(_ store: OracleStore, _ domain: String, _ generation: Int, _ settings: IndexSettings) {
    self.store = store
    self.domain = domain
    self.generation = generation
    self.settings = settings
  }

  func worker() throws(Failure) -> any StoreBuildWorker {
    OracleWorker { record in self.records.withLock { $0.append(record) } }
  }

  func finish(keeping rule: DuplicateRule) throws(Failure)
    -> (summary: GenerationSummary, duplicates: [DuplicateIdentifier])
  {
    var places: [[UInt8]: Int] = [:]
    var kept: [OracleRecord] = []
    var firsts: [UInt32] = []
    var duplicates: [DuplicateIdentifier] = []
    for record in records.withLock({ $0 }).sorted(by: { $0.number < $1.number }) {
      let id = Array(record.item.id.utf8)
      if let place = places[id] {
        duplicates.append(
          DuplicateIdentifier(
            id: record.item.id, first: firsts[place], second: record.number))
        if rule == .keepLast { kept[place] = record }
      } else {
        places[id] = kept.count
        firsts.append(record.number)
        kept.append(record)
      }
    }
    records.withLock { $0 = kept }
    let expiring = kept.count { $0.item.expires != nil }
    return (
      GenerationSummary(items: kept.count, terms: 0, expiring: expiring), duplicates
    )
  }

  func publish(_ facts: DomainFacts) throws(Failure) -> StoredDomain {
    let items = records.withLock { $0.map(\.item) }
    let stored = StoredDomain(
      name: domain, generation: generation, facts: facts, items: items.count, terms: 0, bytes: 0)
    store.state.withLock {
      $0.domains[domain] = OracleDomain(stored: stored, settings: settings, items: items)
    }
    return stored
  }

  func abandon() {
    records.withLock { $0 = [] }
  }
}

private final class OracleWorker: StoreBuildWorker {
  private let take: (OracleRecord) -> Void

  init(take: @escaping (OracleRecord) -> Void) {
    self.take = take
  }

  func beginBatch(_ ordinal: Int) {}

  func add(_ item: borrowing ItemBuffer) -> Diagnostic? {
    guard item.aliases.count < 4_096 else {
      return Diagnostic(.itemTooManyNames, "an item has more than 4096 names")
    }
    take(OracleRecord(item: StoredItem(item), number: item.record))
    return nil
  }

  func endBatch() throws(Failure) {}
}
