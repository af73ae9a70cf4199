import DomainDeclarations
import FootlightDiagnostics
import FootlightPlatform
import IndexStores
import RecordSources

extension DomainUpdate {
  /// Reads all records, drops those that are known before they are taken apart, applies the others,
  /// and deletes the items of records that were not met.
  ///
  /// Nothing is deleted unless the read comes to its end with no more bad records than the source
  /// tolerates.
  mutating func complete(_ reader: any RecordReader) throws(Failure) -> Outcome {
    let meter = meter
    var pipeline = RecordPipeline(
      definition: definition, source: build.declared.source, now: now, threads: threads,
      cancellation: cancellation
    ) { records, bytes in
      meter.read(records: records, bytes: bytes)
    }
    let digests = try build.library.store.snapshot(of: [name]).recordDigests(of: name)
    pipeline.known = digests
    let change = try indexer.change(name, memory: memory)
    let tally: RecordTally
    do throws(Failure) {
      tally = try pipeline.run(reader) { () throws(Failure) in try change.worker() }
      try tally.check(definition)
      try change.deleteUnseen(digests, tally.seen)
    } catch {
      change.abandon()
      throw error
    }
    guard tally.seen.repeats == 0 else {
      change.abandon()
      return .needsRebuild("several records have the same id")
    }
    meter.enter(.writing)
    position.cursor = reader.cursor()
    position.asked = now
    position.completed = now
    var facts = facts()
    facts.records = tally.records
    facts.badRecords = tally.bad
    facts.sourceDigest = tally.digest
    warnings += tally.warnings
    // All records were read: what was recorded before is in them.
    _ = try indexer.release(name, nil)
    let rows = try indexer.pendingBatch(of: name, atMost: .max, .untried(since: .max))?.rows ?? []
    return try publish(
      change, ChangeCommit(facts: facts, finished: rows), expiry: tally.expiry, guarded: true)
  }
}
