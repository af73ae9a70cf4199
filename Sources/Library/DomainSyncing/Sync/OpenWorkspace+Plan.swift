import DeclaredRecords
package import FootlightPlatform
package import IndexStores
import SearchEngine
import TextAnalysis

extension OpenWorkspace {
  /// Compares what is stored with what is declared; reads no records.
  ///
  /// With `isOrdered`, every selected domain is built whatever the comparison says; with
  /// `retriesDue`, changes are left alone that are to be tried again after that moment.
  package func plan(
    _ selection: DomainSelection, isOrdered: Bool = false, retriesDue: Int64? = nil,
    _ known: Declarations? = nil, cancellation: Cancellation? = nil
  ) throws(Failure) -> SyncPlan {
    let declarations: Declarations
    if let known { declarations = known } else { declarations = try self.declarations() }
    var snapshot = try snapshotForSync()
    // Deltas that are read at once are read, so that damage is seen before somebody meets it.
    let segmented = (snapshot?.domains ?? []).filter { domain in
      domain.segments > 1 && domain.deltaBytes <= 16 << 20 && selection.contains(domain.name)
    }
    if !segmented.isEmpty { snapshot = try snapshotForSync(of: segmented.map(\.name)) }
    let stored = Dictionary(
      (snapshot?.domains ?? []).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let names = Set(stored.keys).union(declarations.domains.keys)
    let brokenNames = declarations.broken.compactMap(\.name)
    try selection.check(against: names.union(brokenNames))
    // A broken declaration keeps its domain from being taken for an undeclared one.
    let broken = declarations.broken.filter { broken in
      guard let name = broken.name else { return true }
      return selection.contains(name)
    }
    let isBroken = Set(brokenNames).union(
      declarations.broken.flatMap { broken in
        stored.values.filter { $0.facts.declaration?.path == broken.path }.map(\.name)
      })
    let copy = try store.copy()?.kept.get()
    var entries: [SyncPlan.Entry] = []
    for name in names.sorted() where selection.contains(name) {
      let declared = declarations.domains[name]
      guard declared != nil || !isBroken.contains(name) else { continue }
      if declared != nil, let refusal = copy?.refusal(of: name, stored[name]) {
        let told = refusal.diagnostics.first
        let reason = [told?.message, told?.remedy].compactMap(\.self).joined(separator: "; ")
        entries.append(
          SyncPlan.Entry(
            name: name, stored: stored[name], declared: declared,
            decision: .success(Decision(action: .leftOut, cause: .none, reason: reason)),
            refusal: refusal))
        continue
      }
      entries.append(
        entry(
          of: name, stored: stored[name], declared: declared, in: snapshot, isOrdered: isOrdered,
          retriesDue: retriesDue, cancellation ?? Cancellation()))
    }
    return SyncPlan(
      entries: entries, failures: broken.flatMap(\.diagnostics), isDamaged: snapshot == nil,
      damage: snapshot == nil ? catalogFault() : nil)
  }

  /// Why the catalog cannot be used.
  private func catalogFault() -> Diagnostic? {
    do throws(Failure) {
      _ = try store.snapshot(of: [])
      return nil
    } catch {
      return error.diagnostics.first
    }
  }

  /// The stored state; nil when the catalog is damaged, so that all is
  /// built anew.
  package func snapshotForSync(of domains: [String] = []) throws(Failure) -> (any StoreSnapshot)? {
    do throws(Failure) {
      return try store.snapshot(of: domains)
    } catch {
      guard error.concerns(DiagnosticCode.ofUnusableCatalogs) else { throw error }
      return nil
    }
  }

  private func entry(
    of name: String, stored: StoredDomain?, declared: DeclaredDomain?,
    in snapshot: (any StoreSnapshot)?, isOrdered: Bool, retriesDue: Int64?,
    _ cancellation: Cancellation
  ) -> SyncPlan.Entry {
    var entry = SyncPlan.Entry(
      name: name, stored: stored, declared: declared,
      decision: .success(
        Decision(action: .rebuild, cause: .ordered, reason: "a rebuild was ordered")))
    if isOrdered {
      if declared == nil {
        entry.decision = .failure(
          Failure(
            .unknownDomain, "no declaration names \(name) any more: it cannot be built",
            remedy: isCopy
              ? "index it on a machine that declares it"
              : "`footlight delete --built \(name)` deletes its index"))
      } else if stored == nil {
        entry.decision = .success(
          Decision(action: .build, cause: .ordered, reason: "nothing is stored yet"))
      }
      return entry
    }
    var look: SourceLook?
    do throws(Failure) {
      let decision = try Decision.make(
        name, stored: stored, declared: declared.map { Decision.Declared($0.definition) },
        problem: try snapshot?.damage(of: name), isCopy: isCopy,
        hasExpired: stored.map { ReadPosition($0.facts).expiries.next ?? .max <= system.now() }
          ?? false,
        hasComeBack: stored.map { ReadPosition($0.facts).hasComeBack(now: system.now()) } ?? false,
        retriesDue: retriesDue
      ) { () throws(Failure) in
        guard let stored, let declared else { return false }
        look = try SourceLook.of(
          declared, comparedWith: stored.facts, now: system.now(), cancellation: cancellation)
        return look?.hasChanged ?? false
      }
      entry.decision = .success(try withStems(decision, declared))
      if decision.action == .none, let stored, let declared {
        let restamped = restamped(stored.facts, declared, look)
        if restamped != stored.facts { entry.restamped = restamped }
      }
    } catch {
      entry.decision = .failure(kept(entry, error))
    }
    return entry
  }

  /// The failure, with the fate of an index whose records are lost.
  private func kept(_ entry: SyncPlan.Entry, _ failure: Failure) -> Failure {
    guard failure.concerns([.userDataDamaged]), entry.declared?.source is PushedSource,
      let stored = entry.stored
    else { return failure }
    return SyncRun.lastCopy(stored, failure.diagnostics.first)
  }

  /// Changes are applied with stems where the index has some.
  private func withStems(
    _ decision: Decision, _ declared: DeclaredDomain?
  ) throws(Failure) -> Decision {
    guard decision.action == .apply,
      let language = declared?.definition.analyzer.language, language != .none,
      !Stemmer.isAvailable, let name = declared?.definition.name
    else { return decision }
    let isStored = try store.snapshot(of: [name]).hasStems(name)
    return Stemming(language: language, isStored: isStored).decision(decision)
  }

  /// The facts of a domain whose items stay: what is read at query time, and the looks of files.
  func restamped(
    _ facts: DomainFacts, _ declared: DeclaredDomain, _ look: SourceLook?
  ) -> DomainFacts {
    var facts = facts
    facts.takeQueryTime(declared.definition)
    facts.declaration = declared.file
    if let look {
      facts.sourceIsFresh = look.isFresh
      facts.watched = look.watched
      if look.isAsked {
        var position = ReadPosition(facts)
        position.asked = system.now()
        facts.cursor = position.text
      }
    }
    return facts
  }
}

extension Decision.Declared {
  init(_ definition: DomainDefinition) {
    self.init(version: definition.version, fingerprint: Fingerprint(definition))
  }
}

extension DomainDefinition {
  /// The domain's weight as stores keep it.
  var weightInThousandths: Int {
    Int(max(0, min(1_000_000, (ranking.domainWeight * 1000).rounded())))
  }
}
