public import FootlightDiagnostics
public import FootlightPlatform
public import ItemMapping
public import HitExplaining
public import SegmentFiles
public import SegmentSearching
public import TextAnalysis

/// Where prepared items are kept and found again.
///
/// A store receives bytes and numbers and never ranks by itself: analysis, scores and order come
/// from `TextAnalysis` and `SegmentFiles` for every store, so that all stores answer alike.
public protocol IndexStore: Sendable {
  /// The newest published state, pinned; with names only these domains are opened for searching.
  ///
  /// Takes no lock and needs no permission to write. A store that does not exist yet is empty.
  func snapshot(of domains: [String]?) throws(Failure) -> any StoreSnapshot

  /// What lies about and belongs to nothing live; the next indexer clears it away.
  func leftovers() throws(Failure) -> [StoreLeftover]

  /// What is wrong with the store itself, whatever its domains hold.
  func examine() throws(Failure) -> [Diagnostic]

  /// The right to change the store: one indexer at a time has it, until it is let go.
  ///
  /// Clears away what a killed indexer left behind.
  func indexer(_ patience: Patience) throws(Failure) -> any StoreIndexer
}

extension IndexStore {
  /// A store of which nothing but its domains can be wrong.
  public func examine() -> [Diagnostic] { [] }

  /// Whether something lies about that the next indexer clears away.
  public func hasLeftovers() throws(Failure) -> Bool { try !leftovers().isEmpty }
}

/// Something in a store that belongs to nothing live.
public struct StoreLeftover: Sendable, Hashable {
  /// The domain that it was made for.
  public var domain: String
  /// Its name.
  public var name: String
  /// How much room it takes.
  public var bytes: Int

  /// Describes a leftover.
  public init(domain: String, name: String, bytes: Int) {
    self.domain = domain
    self.name = name
    self.bytes = bytes
  }
}

/// One published state of a store; what it finds never changes.
public protocol StoreSnapshot: Sendable {
  /// Whether there is a store at all.
  var exists: Bool { get }
  /// The stored domains, by name.
  var domains: [StoredDomain] { get }
  /// Whether something was stored in `user.sqlite`, as far as the store knows.
  var knowsUserData: Bool { get }
  /// Why a domain cannot be searched; nil when it can.
  func problem(of domain: String) -> Diagnostic?
  /// Why a domain must be built anew, by a look at the store as it is now: its header cannot be
  /// read, or a search met damage.
  func damage(of domain: String) throws(Failure) -> Diagnostic?

  /// The same state with one more domain that is searched.
  func adding(_ domain: AddedDomain) throws(Failure) -> any StoreSnapshot

  /// The items of a domain that are within their windows, the first in the order of the index.
  func itemsInWindow(
    _ now: Int64, of domain: String, atMost limit: Int
  ) throws(Failure) -> [StoredItem]

  /// Loads what every search needs, so that the first one does not have to.
  func prepare() throws(Failure)

  /// Searches some domains; the hits name them by their index in `domains`.
  func search(
    _ request: SearchRequest, in domains: [String]
  ) throws(Failure) -> SearchAnswer

  /// Tells why the answer to a request holds some items where it does, or does not; they name their
  /// domains by the index in `domains`.
  func explain(
    _ request: SearchRequest, _ items: [ExplainedItem], in domains: [String]
  ) throws(Failure) -> [Explanation]

  /// Completes a text that is being typed; the suggestions name their domains by the index in
  /// `domains`.
  func suggest(
    _ request: SuggestionRequest, in domains: [String]
  ) throws(Failure) -> SuggestionAnswer

  /// The item of a domain with an id, expired or not.
  func item(id: String, in domain: String) throws(Failure) -> StoredItem?

  /// The first item of a domain with an url that has not expired, `now` in seconds since 1970.
  func item(url: String, now: Int64, in domain: String) throws(Failure) -> StoredItem?

  /// A domain's attributes, in the order of their ordinals, without those that it keeps for its own use,
  /// which stand behind them.
  func attributes(of domain: String) -> [IndexedAttribute]

  /// The attributes that a domain's index keeps for its own use, whose ordinals follow the others.
  func reservedAttributes(of domain: String) -> [IndexedAttribute]

  /// How a domain's texts were analysed; nil when it cannot be searched.
  func analyzer(of domain: String) -> Analyzer?

  /// Whether the words of a domain are stored with their stems, whether or not this build can use
  /// them.
  func hasStems(_ domain: String) -> Bool

  /// Reads all that is stored of a domain and checks that it is what was written.
  func verify(_ domain: String) throws(Failure)

  /// Calls `body` with every item of a domain, expired or not, in the order of the source.
  ///
  /// Memory does not grow with what the items hold.
  func scanItems(
    of domain: String, _ body: (StoredItem) throws(Failure) -> Void
  ) throws(Failure)

  /// Calls `body` with the items at these places of that order.
  func scanItems(
    of domain: String, in places: Range<Int>, _ body: (StoredItem) throws(Failure) -> Void
  ) throws(Failure)

  /// Calls `look` with the digest of every item of a domain, in the order of the source, and where
  /// that yields true `named` with the item's id.
  func scanDigests(
    of domain: String, _ look: (ItemDigest) throws(Failure) -> Bool,
    named: (String) throws(Failure) -> Void
  ) throws(Failure)

  /// Calls `body` with the ids of the items of the records that have one of these keys in the source.
  func scanIDs(
    ofSourceKeys keys: [[UInt8]], in domain: String, _ body: (String) -> Void
  ) throws(Failure)

  /// The digests of a domain's records, as far as its source gives some.
  func recordDigests(of domain: String) throws(Failure) -> RecordDigests

  /// The changes that were set aside, by domain and key; of all domains without a name.
  func quarantine(of domain: String?) throws(Failure) -> [QuarantinedChange]
}

extension StoreSnapshot {
  /// A store need not be able to leave out what is asked for nowhere.
  public func scanItems(
    of domain: String, in places: Range<Int>, _ body: (StoredItem) throws(Failure) -> Void
  ) throws(Failure) {
    var place = 0
    try scanItems(of: domain) { (item) throws(Failure) in
      if places.contains(place) { try body(item) }
      place += 1
    }
  }

  /// A store need not be able to complete texts.
  public func suggest(
    _ request: SuggestionRequest, in domains: [String]
  ) throws(Failure) -> SuggestionAnswer { SuggestionAnswer() }

  /// Most states need no preparation.
  public func prepare() {}

  /// An index of pushed records tells that some were pushed.
  public var knowsUserData: Bool {
    domains.contains { (PushCursor($0.facts.sourceStamp)?.sequence ?? 0) > 0 }
  }
}

/// The right to change a store.
public protocol StoreIndexer: AnyObject, Sendable {
  /// The stored domains, by name, as they are now.
  func domains() throws(Failure) -> [StoredDomain]

  /// Begins a build of a domain beside what is there.
  func build(_ domain: String, settings: IndexSettings, memory: Int) throws(Failure)
    -> any StoreBuild

  /// Begins a batch of changes to a built domain.
  ///
  /// - Parameter memory: how many bytes the added items may occupy in memory.
  func change(_ domain: String, memory: Int) throws(Failure) -> any StoreChange

  /// Merges all segments of a domain into one: a new generation of the same data.
  ///
  /// Nothing happens where there is one segment and nothing deleted in it.
  func compact(
    _ domain: String, memory: Int, _ cancellation: Cancellation
  ) throws(Failure) -> StoredDomain

  /// Merges all segments of a domain into one when its deltas have become large together: a new
  /// generation of the same data, nil where nothing is due.
  ///
  /// Readers find what the deltas hold before, while and after, and never wait.
  func mergeLargeDeltas(
    of domain: String, memory: Int, _ cancellation: Cancellation
  ) throws(Failure) -> StoredDomain?

  /// Records that something changed; what was set aside is tried again.
  ///
  /// Facts, when some are given, are stored in the same step: the cursor up to which the source told
  /// what has changed.
  func record(
    _ keys: [JournalKey], in domain: String, at now: Int64, facts: DomainFacts?
  ) throws(Failure)

  /// Up to `limit` changes that are due, of the domain with the oldest one; nil when there are none.
  func pendingBatch(
    of domain: String?, atMost limit: Int, _ due: JournalDue
  ) throws(Failure) -> JournalBatch?

  /// All that is recorded of a domain, also what was set aside; the oldest first.
  func journal(of domain: String) throws(Failure) -> [JournalRow]

  /// Has changes tried again that were set aside: one, or all of a domain; returns how many there
  /// were.
  func release(_ domain: String, _ key: JournalKey?) throws(Failure) -> Int

  /// Deletes a domain and everything derived from its source.
  func remove(_ domain: String) throws(Failure)

  /// Stores another look of a source whose records are the same.
  func restamp(_ domain: String, facts: DomainFacts) throws(Failure)

  /// Gives the right back.
  func close()
}

extension StoreIndexer {
  /// A store need not know large deltas.
  public func mergeLargeDeltas(
    of domain: String, memory: Int, _ cancellation: Cancellation
  ) throws(Failure) -> StoredDomain? { nil }

  /// Merges all segments of a domain into one, whatever happens meanwhile.
  public func compact(_ domain: String, memory: Int) throws(Failure) -> StoredDomain {
    try compact(domain, memory: memory, Cancellation())
  }

  /// Records that something changed.
  public func record(_ keys: [JournalKey], in domain: String, at now: Int64) throws(Failure) {
    try record(keys, in: domain, at: now, facts: nil)
  }
}

/// The building of one domain: it is found by nobody before it is published.
public protocol StoreBuild: Sendable {
  /// A worker with memory of its own; each thread needs one.
  func worker() throws(Failure) -> any StoreBuildWorker

  /// Ends the adding of items and settles which of two with one id stays; returns all such pairs.
  func finish(keeping rule: DuplicateRule) throws(Failure)
    -> (summary: SegmentSummary, duplicates: [DuplicateIdentifier])

  /// What is different from an earlier build, once this one is finished; nil when that cannot be
  /// found out, or not cheaply.
  func changes(since earlier: StoredDomain) -> ItemChanges?

  /// Checks what was written by reading it back, and publishes it in one step.
  func publish(_ facts: DomainFacts) throws(Failure) -> StoredDomain

  /// Forgets everything.
  func abandon()
}

extension StoreBuild {
  /// A store need not be able to compare.
  public func changes(since earlier: StoredDomain) -> ItemChanges? { nil }
}

/// What one thread of a build adds items through.
public protocol StoreBuildWorker: AnyObject {
  /// Begins a batch of the source; batches are numbered in its order, from 0.
  func beginBatch(_ ordinal: Int)

  /// Adds an item of the batch; returns what makes it a bad record, if something does.
  func add(_ item: borrowing ItemBuffer) -> Diagnostic?

  /// Remembers that a record with this digest yields no item, so that nobody maps it again.
  func addSkipped(_ digest: UInt64)

  /// Ends the batch; every batch is ended once, also when it holds no item.
  func endBatch() throws(Failure)
}

extension StoreBuildWorker {
  /// Who keeps no digests forgets this one.
  public func addSkipped(_ digest: UInt64) {}
}
