package import FootlightPlatform
package import SearchEngine

/// A batch of changes to a built domain: it is found by nobody before it is committed, and then all
/// at once.
///
/// Deletions are about what is published; an item that the batch adds stays, whatever was deleted.
package protocol StoreChange: Sendable {
  /// A worker with memory of its own; its items take the place of those with the same id.
  func worker() throws(Failure) -> any StoreBuildWorker

  /// Deletes the items of a record, if there are some.
  func delete(_ record: RecordName) throws(Failure)

  /// Keeps the items of a record, whatever was deleted: it could not become one.
  func spare(_ record: RecordName) throws(Failure)

  /// Whether the item of the record with a key in the source was made of a record with this digest.
  func holds(sourceKey: [UInt8], digest: UInt64) throws(Failure) -> Bool

  /// Deletes every item that has expired; tells when the last of them had, and when the first of the others will.
  ///
  /// Those that the batch adds are not among them.
  @discardableResult
  func deleteExpired(by now: Int64) throws(Failure) -> Expiries

  /// Deletes every item whose record was not met in a complete reading.
  func deleteUnseen(_ digests: RecordDigests, _ seen: RecordMarks) throws(Failure)

  /// Ends the adding and deleting, settles which of two added items with one id stays, and tells what
  /// would change; nothing has changed yet.
  func finish(keeping rule: DuplicateRule) throws(Failure) -> ChangeSummary

  /// Publishes the finished changes and everything that belongs to them in one step.
  ///
  /// - Returns: the domain as it is now, and what happened to its items: one that came out the same
  ///   counts nowhere. The facts keep what they say of the last change where nothing has happened.
  ///
  /// Ended by its cancellation, nothing has happened.
  func commit(
    _ commit: ChangeCommit, _ cancellation: Cancellation
  ) throws(Failure) -> (StoredDomain, ChangeCounts)

  /// Forgets everything.
  func abandon()
}

extension StoreChange {
  /// Publishes the finished changes, whatever happens meanwhile.
  package func commit(_ commit: ChangeCommit) throws(Failure) -> (StoredDomain, ChangeCounts) {
    try self.commit(commit, Cancellation())
  }
}

/// The name by which the items of a record are found.
package enum RecordName: Sendable, Hashable {
  /// The id of its item.
  case id(String)
  /// The key of the record in its source.
  case sourceKey([UInt8])
}

/// The effects of a finished batch of changes.
package struct ChangeSummary: Sendable, Hashable {
  /// The changes of the items.
  package var changes: ChangeCounts
  /// How many items there will be.
  package var items: Int
  /// How many of the deleted items go because they have expired.
  package var expired: Int
  /// Pairs of added items with one id.
  package var duplicates: [DuplicateIdentifier]
  /// Ids that were added although another record yields them too: one that was met unchanged in the
  /// same reading, or one with another key in the source.
  package var claimed: [String]

  /// Describes changes.
  package init(
    changes: ChangeCounts, items: Int, expired: Int = 0, duplicates: [DuplicateIdentifier] = [],
    claimed: [String] = []
  ) {
    self.changes = changes
    self.items = items
    self.expired = expired
    self.duplicates = duplicates
    self.claimed = claimed
  }
}

/// The facts that are published together with a batch of changes.
package struct ChangeCommit: Sendable {
  /// The facts of the domain, with the cursor up to which its source was read.
  package var facts: DomainFacts
  /// The changes of the journal that are done; one that was recorded again meanwhile stays, unless
  /// the sequence here is the highest of all.
  package var finished: [JournalRow]
  /// The changes that could not be applied; those with the sequence 0 need not be recorded yet, and
  /// what was set aside under their key stays so, unless the record is another one.
  package var failed: [FailedAttempt]
  /// The present, in seconds since 1970.
  package var now: Int64
  /// What searches that have names tell of the change.
  var alerts = AlertBatch()

  /// Describes a commit.
  package init(
    facts: DomainFacts, finished: [JournalRow] = [], failed: [FailedAttempt] = [],
    now: Int64 = 0
  ) {
    self.facts = facts
    self.finished = finished
    self.failed = failed
    self.now = now
  }
}

/// When items expire: of those that stay the first moment, of those that were left out the last one.
package struct Expiries: Sendable, Hashable {
  /// When the first of the items that stay expires; nil for never.
  package var next: Int64?
  /// When the last of those that were left out had expired; nil where none was.
  ///
  /// A clock before that moment has gone back: then there are items again that were left out.
  package var passed: Int64?

  /// Nothing is known yet.
  package init(next: Int64? = nil, passed: Int64? = nil) {
    self.next = next
    self.passed = passed
  }

  /// Notes an item that stays; `.max` for one that never expires.
  package mutating func keep(_ moment: Int64) {
    if moment < next ?? .max { next = moment }
  }

  /// Notes an item that is left out because it has expired.
  package mutating func leaveOut(_ moment: Int64) {
    if moment > passed ?? .min { passed = moment }
  }

  /// Takes what is known of other items.
  package mutating func formUnion(_ other: Expiries) {
    if let next = other.next { keep(next) }
    if let passed = other.passed { leaveOut(passed) }
  }
}
