package import DeclaredRecords
import FootlightPlatform
import IndexStores
package import SearchEngine
import SourceKinds
import TextAnalysis

/// The building of one domain, from its source to the published generation.
struct DomainBuild: Sendable {
  let open: OpenWorkspace
  let indexer: any StoreIndexer
  let options: SyncOptions
  let declared: DeclaredDomain
  let stored: StoredDomain?
  var decision: Decision
  /// The files of the source, looked at before anything is read.
  let files: SourceFiles

  /// The domain.
  var name: String { declared.definition.name }

  /// Builds and publishes; says what came of it.
  func run(threads: Int, memory: Int) -> Result<SyncRow, Failure> {
    do throws(Failure) {
      guard decision.action == .apply, !options.wipesFirst, let stored else {
        return .success(try build(threads: threads, memory: memory))
      }
      return .success(try apply(to: stored, threads: threads, memory: memory))
    } catch {
      return .failure(error)
    }
  }

  /// Applies what has changed, or builds anew where that does not do: also where what is stored
  /// turns out to be damaged.
  private func apply(
    to stored: StoredDomain, threads: Int, memory: Int
  ) throws(Failure) -> SyncRow {
    var anew = self
    anew.decision.action = .rebuild
    do throws(Failure) {
      var update = try DomainUpdate(self, stored, threads: threads, memory: memory)
      guard case .needsRebuild(let why) = try update.run() else { return update.row() }
      anew.decision.reason += ", and \(why)"
    } catch {
      guard error.concerns([.indexDamaged, .indexFormat]) else { throw error }
      anew.decision.reason += ", and the index is damaged"
    }
    return try anew.build(threads: threads, memory: memory)
  }

  private func build(threads: Int, memory: Int) throws(Failure) -> SyncRow {
    let system = open.system
    let began = system.monotonic()
    let meter = ProgressMeter(
      domain: name, system: system, totalBytes: files.bytes, report: options.progress)
    let stemming = try stemming()
    if [.versionRaised, .ordered, .damaged].contains(decision.cause) {
      declared.definition.forgetKept(system)
    }
    // Looked at before it is read: what changes meanwhile makes the next look differ.
    let stamp = try declared.source.stamp()
    let pipeline = RecordPipeline(
      definition: declared.definition, source: declared.source, now: system.now(),
      threads: threads, cancellation: options.cancellation ?? Cancellation()
    ) { records, bytes in
      meter.read(records: records, bytes: bytes)
    }
    // Other machines that build the domain with this one follow the index that is here.
    if options.wipesFirst, options.builders == 1, stored != nil { try indexer.remove(name) }
    var settings = IndexSettings(declared.definition)
    if options.leavesOutStems { settings.analyzer = settings.analyzer.withoutStems }
    let fingerprint = Fingerprint(declared.definition).text
    let build = try indexer.jointBuild(
      name, settings: settings, fingerprint: fingerprint, memory: memory,
      builders: options.builders,
      key: "\(fingerprint) \(declared.definition.version) \(options.leavesOutStems)",
      options.cancellation ?? Cancellation())
    guard let build else {
      let published = try indexer.domains().first { $0.name == name }
      return try row(publishedElsewhere: published, warnings: stemming)
    }
    do throws(Failure) {
      var reader = try pipeline.open()
      let rule: DuplicateRule =
        declared.definition.source.duplicates == .last ? .keepLast : .keepFirst
      var tally = try pipeline.run(reader) { () throws(Failure) in try build.worker() }
      meter.enter(.writing)
      while try build.takesMore(keeping: rule, of: tally.digest) {
        reader = try pipeline.open()
        tally = try pipeline.run(reader) { () throws(Failure) in try build.worker() }
      }
      if let published = try build.publishedElsewhere() {
        meter.enter(.finished)
        // Another change than the end of this build can have come in between.
        let isThis = published.facts.sourceDigest == tally.digest
        return try row(
          publishedElsewhere: isThis ? published : nil, warnings: tally.warnings + stemming)
      }
      let (summary, duplicates) = try build.finish(keeping: rule)
      let repeated = tally.settle(duplicates, of: declared.definition, reader)
      try tally.check(declared.definition)
      let changes = changes(build, items: summary.items)
      try guardAgainstShrinking(by: changes.deleted)
      if options.cancellation?.isCancelled ?? false {
        throw Failure(.cancelled, "stopped before it was done")
      }
      meter.enter(.publishing)
      var facts = facts(
        stamp, tally, changes: changes, began: began)
      facts.cursor =
        ReadPosition(
          cursor: reader.cursor(), completeAt: pipeline.now, hasDuplicates: !duplicates.isEmpty
        ).expiring(tally.expiries).text
      let published = try build.publish(facts)
      meter.enter(.finished)
      return row(published, warnings: tally.warnings + repeated + stemming)
    } catch {
      build.abandon()
      throw error
    }
  }

  /// The row of a domain that the other machines have published meanwhile.
  private func row(
    publishedElsewhere published: StoredDomain?, warnings: [Diagnostic]
  ) throws(Failure) -> SyncRow {
    guard let published, published.facts.version == declared.definition.version,
      published.facts.fingerprint == Fingerprint(declared.definition).text
    else {
      throw Failure(
        .storeMoved, "another machine has changed \(name) since this one looked",
        remedy: "run it again")
    }
    return row(published, warnings: warnings)
  }

  /// The warnings about stems.
  ///
  /// - Throws: `build.without-stems` where the stored index has some that would be lost.
  private func stemming() throws(Failure) -> [Diagnostic] {
    let language = declared.definition.analyzer.language
    guard language != .none else { return [] }
    var isStored = false
    if stored != nil { isStored = try open.store.snapshot(of: [name]).hasStems(name) }
    let stemming = Stemming(language: language, isStored: isStored)
    let place = declared.definition.location
    let isAgreed = options.leavesOutStems
    if let mistake = stemming.mistake(building: name, isAgreed: isAgreed, at: place) {
      throw Failure(mistake)
    }
    return stemming.warning(building: name, isAgreed: isAgreed, at: place).map { [$0] } ?? []
  }

  /// A source that changed and lost more than half of its items is more likely broken than meant,
  /// also when it holds as many others.
  func guardAgainstShrinking(by vanished: Int) throws(Failure) {
    guard let stored, [.sourceChanged, .changesWait].contains(decision.cause),
      !options.allowsShrink, vanished > stored.items / 2
    else { return }
    throw Failure(
      .sourceShrank,
      "the source of \(name) changed, and \(vanished) of its \(stored.items) items are gone",
      at: declared.definition.source.location,
      remedy: "if that is right, run again with --allow-shrink")
  }

  /// The changes of the items: by comparison with the stored ones where that is cheap, otherwise by
  /// the difference of the numbers.
  private func changes(_ build: any StoreBuild, items: Int) -> ChangeCounts {
    guard let stored else { return ChangeCounts(inserted: items) }
    return build.changes(since: stored) ?? ChangeCounts(items: items, before: stored.items)
  }

  private func facts(
    _ stamp: SourceStamp, _ tally: RecordTally, changes: ChangeCounts, began: Int64
  ) -> DomainFacts {
    let definition = declared.definition
    var facts = DomainFacts(
      label: definition.label, weight: definition.weightInThousandths,
      version: definition.version, fingerprint: Fingerprint(definition).text,
      declaration: declared.file, sourceStamp: stamp.text, sourceIsFresh: stamp.isFresh,
      sourceDigest: tally.digest, watched: files.watched, records: tally.records,
      badRecords: tally.bad, changes: changes,
      seconds: Double(open.system.monotonic() - began) / 1e9, built: open.system.now())
    facts.takeQueryTime(definition)
    return facts
  }

  private func row(_ published: StoredDomain, warnings: [Diagnostic]) -> SyncRow {
    let facts = published.facts
    return SyncRow(
      domain: name, decision: decision.action, reason: decision.reason, version: facts.version,
      items: published.items, badRecords: facts.badRecords,
      changes: facts.changes, took: .seconds(facts.seconds), bytes: published.bytes,
      warnings: warnings)
  }
}

extension DomainFacts {
  /// Takes over the parts of a declaration that are read when somebody asks: they change without a build.
  mutating func takeQueryTime(_ definition: DomainDefinition) {
    label = definition.label
    weight = definition.weightInThousandths
    synonyms = Synonyms(definition.ranking.synonyms)
    querySettings = definition.querySettings
  }
}

extension IndexSettings {
  /// Takes over what a definition says about the bytes of its index.
  package init(_ definition: DomainDefinition) {
    self.init(
      analyzer: definition.analyzer, weights: definition.ranking.weights,
      attributes: definition.attributes.map { IndexedAttribute($0.name, .init($0.type)) }
        + definition.mapping.reserved.map { IndexedAttribute($0.rawValue, .init($0.type)) })
    shards = definition.shards
    looksInside = definition.ranking.looksInside
  }
}

extension ItemBuffer.AttributeKind {
  /// The kind of the values of a declared type.
  init(_ type: AttributeType) {
    switch type {
    case .text: self = .text
    case .number: self = .number
    case .boolean: self = .boolean
    case .date: self = .date
    case .list: self = .listElement
    case .place: self = .place
    }
  }
}
