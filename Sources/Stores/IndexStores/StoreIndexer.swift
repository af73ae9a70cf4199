package import DeclaredRecords
package import FootlightPlatform
package import SearchEngine

/// The right to change a store.
package protocol StoreIndexer: AnyObject, Sendable {
  /// The stored domains, by name, as they are now.
  func domains() throws(Failure) -> [StoredDomain]

  /// Begins a build of a domain beside what is there.
  func build(_ domain: String, settings: IndexSettings, memory: Int) throws(Failure)
    -> any StoreBuild

  /// Begins a build of a domain that several machines do together, each a share of its shards, or goes on with it where others
  /// have begun; nil where they have published it meanwhile.
  ///
  /// - Parameter key: tells it from builds of other declarations.
  func jointBuild(
    _ domain: String, settings: IndexSettings, fingerprint: String, memory: Int, builders: Int,
    key: String, _ cancellation: Cancellation
  ) throws(Failure) -> (any StoreBuild)?

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
  /// Merges all segments of a domain into one, whatever happens meanwhile.
  package func compact(_ domain: String, memory: Int) throws(Failure) -> StoredDomain {
    try compact(domain, memory: memory, Cancellation())
  }

  /// Records that something changed.
  package func record(_ keys: [JournalKey], in domain: String, at now: Int64) throws(Failure) {
    try record(keys, in: domain, at: now, facts: nil)
  }
}

/// The building of one domain: it is found by nobody before it is published.
package protocol StoreBuild: Sendable {
  /// A worker with memory of its own; each thread needs one.
  func worker() throws(Failure) -> any StoreBuildWorker

  /// Ends the adding of items and settles which of two with one id stays; returns all such pairs.
  func finish(keeping rule: DuplicateRule) throws(Failure)
    -> (summary: SegmentSummary, duplicates: [DuplicateIdentifier])

  /// Ends a reading of the source, of which all records have this digest; true when it is to be read once more, for what
  /// others have left.
  func takesMore(keeping rule: DuplicateRule, of source: UInt64) throws(Failure) -> Bool

  /// The domain as somebody else has published it meanwhile, of the same build; nil where it is to be finished here.
  func publishedElsewhere() throws(Failure) -> StoredDomain?

  /// The differences from an earlier build, once this one is finished; nil when they cannot be
  /// found out cheaply.
  func changes(since earlier: StoredDomain) -> ChangeCounts?

  /// Checks what was written by reading it back, and publishes it in one step.
  func publish(_ facts: DomainFacts) throws(Failure) -> StoredDomain

  /// Forgets everything.
  func abandon()
}

extension StoreBuild {
  /// A machine that builds alone reads once.
  package func takesMore(keeping rule: DuplicateRule, of source: UInt64) -> Bool { false }

  /// A machine that builds alone publishes.
  package func publishedElsewhere() -> StoredDomain? { nil }
}

/// The worker through which one thread of a build adds items.
package protocol StoreBuildWorker: AnyObject {
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
  /// A worker that keeps no digests ignores it.
  package func addSkipped(_ digest: UInt64) {}
}
