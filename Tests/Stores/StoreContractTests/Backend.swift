import DeclaredRecords
import FootlightPlatform
import IndexStores
import SearchEngine
import TestSupport
import TextAnalysis

/// The stores that keep the contract.
enum Backend: String, CaseIterable, Sendable {
  case embedded
  case oracle
  /// The embedded store with three files for each domain.
  case sharded
  /// The same, where the colors of items decide in which of them they lie.
  case keyed
  #if PostgresStore
    /// The embedded store as a copy of one in PostgreSQL.
    case shared
    /// The same, with three files for each domain.
    case sharedShards
  #endif

  /// A store, in a folder if it needs one.
  func store(in folder: borrowing TemporaryFolder) -> any IndexStore {
    switch self {
    case .embedded: EmbeddedStore(path: folder.path("index"))
    case .oracle: OracleStore()
    case .sharded: ShardedStore(store: EmbeddedStore(path: folder.path("index")), shards: shards)
    case .keyed:
      ShardedStore(
        store: EmbeddedStore(path: folder.path("index")), shards: shards, isKeyed: true)
    #if PostgresStore
      case .shared: SharedBackend.store(in: folder)
      case .sharedShards: ShardedStore(store: SharedBackend.store(in: folder), shards: shards)
    #endif
    }
  }

  /// How many files each domain has.
  var shards: Int {
    switch self {
    case .sharded, .keyed: 3
    #if PostgresStore
      case .sharedShards: 3
    #endif
    default: 1
    }
  }

  /// The oracle with items as they are in this store.
  var oracleStore: any IndexStore {
    self == .keyed ? ShardedStore(store: OracleStore(), shards: 1, isKeyed: true) : OracleStore()
  }

  /// Those that keep an index in a folder.
  static let keeping: [Backend] = allCases.filter { $0 != .oracle }

  /// Where the searches of a reader go: to the store itself, or to a copy that was pulled just now.
  func reader(
    of store: any IndexStore, in folder: borrowing TemporaryFolder
  ) throws(Failure) -> any IndexStore {
    #if PostgresStore
      if self == .shared || self == .sharedShards { return try SharedBackend.copy(in: folder) }
    #endif
    return store
  }
}

extension IndexSettings {
  /// Settings for tests: two stop words, one attribute.
  static var forTests: IndexSettings {
    IndexSettings(
      analyzer: Analyzer(stopWords: ["the", "of"]), attributes: [IndexedAttribute("color")])
  }
}

extension ItemBuffer {
  /// The attributes of items in tests, in the order of their ordinals.
  static let attributeNames = ["color", "(private)", "(from)", "(to)", "(shard)"]
  static let attributeKinds: [AttributeKind] = [.text, .boolean, .date, .date, .text]

  /// Fills the buffer with an item.
  mutating func set(_ item: Item, record: UInt32) {
    removeAll()
    id = append(item.id)
    title = append(item.title)
    description = append(item.description)
    body = append(item.body)
    url = append(item.url)
    keywords = item.keywords.map { append($0) }
    aliases = item.aliases.map { append($0) }
    for attribute in item.attributes {
      let place = ItemBuffer.attributeNames.firstIndex(of: attribute.name)
      let ordinal = UInt16(place ?? 0)
      switch attribute.value {
      case .text(let text):
        attributes.append(Attribute(ordinal: ordinal, kind: .text, text: append(text), worth: 0))
      case .boolean:
        attributes.append(
          Attribute(ordinal: ordinal, kind: .boolean, text: append("true"), worth: 1))
      case .date(let text, let seconds):
        attributes.append(
          Attribute(ordinal: ordinal, kind: .date, text: append(text), worth: Double(seconds)))
      case .number, .list, .place: continue
      }
    }
    rank = UInt16(item.rank)
    expires = item.expires ?? .max
    self.record = record
  }

  private mutating func append(_ text: String) -> ByteRange {
    let start = bytes.count
    bytes.append(text)
    return ByteRange(start: start, count: bytes.count - start)
  }
}

extension IndexStore {
  /// Whether the colors of items decide in which file they lie.
  private var isKeyed: Bool { (self as? ShardedStore)?.isKeyed ?? false }

  /// Builds and publishes a domain, in batches of so many items.
  @discardableResult
  func publish(
    _ domain: String, _ items: [Item], version: Int = 1, weight: Int = 1000,
    keeping rule: DuplicateRule = .keepFirst, batch size: Int = 7,
    settings: IndexSettings = .forTests
  ) throws -> (stored: StoredDomain, duplicates: [DuplicateIdentifier]) {
    let indexer = try indexer(.none)
    defer { indexer.close() }
    let build = try indexer.build(domain, settings: settings, memory: 1 << 20)
    try build.add(isKeyed ? items.map(\.keyed) : items, batch: size)
    let (_, duplicates) = try build.finish(keeping: rule)
    let facts = DomainFacts(label: domain, weight: weight, version: version, fingerprint: "f")
    return (try build.publish(facts), duplicates)
  }

  /// Changes a built domain in one batch.
  @discardableResult
  func change(
    _ domain: String, _ items: [Item], deleting deleted: [String] = [], batch size: Int = 7,
    now: Int64 = 0
  ) throws -> (stored: StoredDomain, changes: ChangeCounts) {
    let indexer = try indexer(.none)
    defer { indexer.close() }
    let facts = try indexer.domains().first { $0.name == domain }?.facts
    let change = try indexer.change(domain, memory: 1 << 20)
    for id in deleted { try change.delete(.id(id)) }
    try change.worker().add(isKeyed ? items.map(\.keyed) : items, batch: size)
    _ = try change.finish(keeping: .keepLast)
    return try change.commit(
      ChangeCommit(
        facts: facts ?? DomainFacts(label: domain, version: 1, fingerprint: "f"), now: now))
  }
}

extension StoreBuild {
  /// Adds items in batches.
  func add(_ items: [Item], batch size: Int = 7) throws {
    try worker().add(items, batch: size)
  }
}

extension StoreBuildWorker {
  /// Adds items in batches.
  func add(_ items: [Item], batch size: Int = 7) throws {
    let worker = self
    var buffer = ItemBuffer()
    var ordinal = 0
    for start in stride(from: 0, to: max(1, items.count), by: size) {
      worker.beginBatch(ordinal)
      for place in start..<min(start + size, items.count) {
        buffer.set(items[place], record: UInt32(place + 1))
        if let problem = worker.add(buffer) { throw Failure(problem) }
      }
      try worker.endBatch()
      ordinal += 1
    }
  }
}
