package import DeclaredRecords
package import FootlightPlatform
package import SegmentFiles

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
  /// Who builds alone reads once.
  package func takesMore(keeping rule: DuplicateRule, of source: UInt64) -> Bool { false }

  /// Who builds alone publishes.
  package func publishedElsewhere() -> StoredDomain? { nil }

  /// A store need not be able to compare.
  package func changes(since earlier: StoredDomain) -> ChangeCounts? { nil }
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
