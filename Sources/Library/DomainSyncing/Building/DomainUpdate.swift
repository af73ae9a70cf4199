import DeclaredRecords
package import FootlightPlatform
package import IndexStores
import SearchEngine

/// The applying of a source's changes to a built domain: in the end the index holds what a rebuild
/// would have given, at a cost that follows the changes.
struct DomainUpdate {
  /// The build that would make the domain anew.
  let build: DomainBuild
  /// The domain as it is stored; changes as batches are published.
  var stored: StoredDomain
  /// How far the source has been read.
  var position: ReadPosition
  /// The look of the source, from before it is asked; nil when it need not be asked.
  let stamp: SourceStamp?
  /// The present, in seconds since 1970.
  let now: Int64
  let began: Int64
  let threads: Int
  let memory: Int
  let meter: ProgressMeter
  /// The changes that could not be applied just now.
  var tried: Set<SourceKey> = []
  /// The changes so far.
  var changes = ChangeCounts()
  /// The changes that could not be applied, and other warnings.
  var warnings: [Diagnostic] = []
  /// Why it is done.
  var reason: String

  /// The end of an update without a row of its own.
  enum Outcome {
    /// It is done.
    case applied
    /// Single changes do not tell what a rebuild would give.
    case needsRebuild(String)
  }

  init(
    _ build: DomainBuild, _ stored: StoredDomain, threads: Int, memory: Int
  ) throws(Failure) {
    self.build = build
    self.stored = stored
    self.threads = threads
    self.memory = memory
    let system = build.open.system
    now = system.now()
    began = system.monotonic()
    position = ReadPosition(stored.facts)
    reason = build.decision.reason
    meter = ProgressMeter(
      domain: build.name, system: system, totalBytes: build.files.bytes,
      report: build.options.progress)
    // Looked at before it is asked: what changes meanwhile makes the next look differ.
    let isAsked = ![.changesWait, .itemsExpired].contains(build.decision.cause)
    stamp = isAsked ? try build.declared.source.stamp() : nil
  }

  var name: String { build.name }
  var definition: DomainDefinition { build.declared.definition }
  var indexer: any StoreIndexer { build.indexer }
  var cancellation: Cancellation { build.options.cancellation ?? Cancellation() }

  /// With more pending changes than these all records are read and compared instead.
  var keyLimit: Int { max(1_000, stored.items / 20) }

  /// Which of two records with one id stays.
  var rule: DuplicateRule { definition.source.duplicates == .last ? .keepLast : .keepFirst }

  /// Whether what could not be applied is to be tried now: whenever somebody asks, or in its time
  /// where nobody does.
  func isTriedNow(_ row: JournalRow) -> Bool {
    row.attempts < JournalRow.mostAttempts && (!build.options.backsOff || row.retryAt <= now)
  }

  /// Applies what has changed, and merges then what has become large: nobody waits for that who asks.
  mutating func run() throws(Failure) -> Outcome {
    let outcome = try apply()
    guard case .applied = outcome, stored.segments > 1, !cancellation.isCancelled else {
      return outcome
    }
    let merged = indexer.merging(stored, memory: memory, cancellation)
    stored = merged.stored
    warnings += merged.warnings
    return outcome
  }

  /// Asks the source and applies what has changed, and then what was recorded and not yet applied.
  private mutating func apply() throws(Failure) -> Outcome {
    if build.decision.cause == .itemsExpired {
      return try publish(
        try indexer.change(name, memory: memory), ChangeCommit(facts: stored.facts))
    }
    if position.hasDuplicates { return .needsRebuild("several records have the same id") }
    let source = build.declared.source
    guard let telling = source as? any ChangeTellingSource, telling.tellsChanges else {
      return try complete(try source.open(plan, cancellation: cancellation))
    }
    guard stamp != nil || !telling.findsRecords else { return try drain(telling) }
    let fullEvery = definition.source.refresh.fullEvery
    var isDue = fullEvery.map { position.isDueWhole(every: $0, now: now) } ?? false
    var waits = false
    if !telling.findsRecords {
      let rows = try attempts().values
      // A change that was set aside and released comes again only with a complete read.
      if rows.contains(where: { $0.attempts == 0 }) { isDue = true }
      waits = rows.contains(where: isTriedNow)
    }
    switch try telling.changes(
      since: isDue ? nil : position.cursor, plan, keyLimit: keyLimit, cancellation: cancellation)
    {
    case .unchanged where waits:
      // Changes that could not be applied before are not told again: they come with a complete
      // read.
      return try complete(try telling.open(plan, cancellation: cancellation))
    case .unchanged(let cursor):
      position.cursor = cursor
      if definition.source.refresh.every != nil { position.asked = now }
      if facts() != stored.facts { try indexer.restamp(name, facts: facts()) }
    case .keys(let keys, let cursor):
      position.cursor = cursor
      position.asked = now
      try indexer.record(
        keys.map { JournalKey($0.bytes) }, in: name, at: now, facts: facts())
    case .some(let reader):
      if case .needsRebuild(let why) = try applySome(
        reader, findsRecords: telling.findsRecords)
      {
        return .needsRebuild(why)
      }
      if waits, position.cursor == nil, tried.isEmpty {
        return try complete(try telling.open(plan, cancellation: cancellation))
      }
    case .all(let reader, let why):
      if let why { reason += ": \(why)" }
      return try complete(reader)
    }
    return telling.findsRecords ? try drain(telling) : .applied
  }

  var plan: FieldPlan { definition.mapping.plan }

  /// Whether the source can be asked for single records.
  var findsRecords: Bool {
    guard let telling = build.declared.source as? any ChangeTellingSource else { return true }
    return !telling.tellsChanges || telling.findsRecords
  }

  /// The facts of the domain with the present look of its source; the rest stays as it was.
  func facts() -> DomainFacts {
    var facts = build.open.restamped(stored.facts, build.declared, nil)
    if let stamp {
      facts.sourceStamp = stamp.text
      facts.sourceIsFresh = stamp.isFresh
      facts.watched = build.files.watched
    }
    facts.cursor = position.text
    return facts
  }

  /// Ends a batch and publishes it; says why it cannot be trusted, if it cannot.
  ///
  /// - Parameter expiries: When the items that it adds expire, and those that it leaves out.
  mutating func publish(
    _ change: any StoreChange, _ commit: ChangeCommit, expiries: Expiries = Expiries(),
    guarded: Bool = false
  ) throws(Failure) -> Outcome {
    do throws(Failure) {
      var commit = commit
      if definition.mapping.expires.isPossible {
        var all = try change.deleteExpired(by: now)
        all.formUnion(expiries)
        all.formUnion(Expiries(passed: position.expiries.passed))
        position.expiries = all
        commit.facts.cursor = ReadPosition(commit.facts).expiring(all).text
      }
      let summary = try change.finish(keeping: rule)
      guard summary.claimed.isEmpty, summary.duplicates.isEmpty else {
        change.abandon()
        return .needsRebuild("several records have the same id")
      }
      if guarded { try guardAgainstShrinking(summary) }
      if cancellation.isCancelled { throw Failure(.cancelled, "stopped before it was done") }
      meter.enter(.publishing)
      commit.now = now
      let hasChanged = summary.changes != ChangeCounts()
      if hasChanged {
        commit.facts.built = now
        commit.facts.seconds = seconds
      }
      let (published, happened) = try change.commit(commit, cancellation)
      stored = published
      changes += happened
      return .applied
    } catch {
      change.abandon()
      throw error
    }
  }

  private var seconds: Double {
    Double(build.open.system.monotonic() - began) / 1e9
  }

  /// A complete read in which most items are missing is more likely broken than meant.
  private func guardAgainstShrinking(_ summary: ChangeSummary) throws(Failure) {
    try build.guardAgainstShrinking(by: summary.changes.deleted - summary.expired)
  }

  /// The row of the report.
  func row() -> SyncRow {
    let isSame = changes == ChangeCounts()
    return SyncRow(
      domain: name, decision: isSame ? .none : .apply,
      reason: isSame ? "nothing in the index had to change" : reason,
      version: stored.facts.version, items: stored.items, badRecords: stored.facts.badRecords,
      changes: changes, took: .seconds(seconds), bytes: stored.bytes, warnings: warnings)
  }
}

extension ExpiryRule {
  /// Whether items can expire at all.
  var isPossible: Bool {
    if case .never = self { false } else { true }
  }
}

extension StoreIndexer {
  /// Merges the deltas of a domain once they hold more than a tenth of its items: each changed item then pays for ten
  /// others, whatever the size of the domain.
  ///
  /// All changes are applied already; where the merge fails, the next ones try again, and what was wrong is a warning.
  package func merging(
    _ stored: StoredDomain, memory: Int, _ cancellation: Cancellation?
  ) -> (stored: StoredDomain, warnings: [Diagnostic]) {
    guard stored.segments > 1 else { return (stored, []) }
    do throws(Failure) {
      let merged = try mergeLargeDeltas(
        of: stored.name, memory: memory, cancellation ?? Cancellation())
      return (merged ?? stored, [])
    } catch {
      return (stored, error.asWarnings.filter { $0.code != .cancelled })
    }
  }
}
