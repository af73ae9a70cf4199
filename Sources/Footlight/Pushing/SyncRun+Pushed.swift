import DomainDeclarations
import FootlightDiagnostics
import FootlightPlatform
import IndexStores
import RecordSources

extension SyncRun {
  /// Makes the records that were pushed into a domain fit its declaration as it is now; what to say
  /// about it.
  ///
  /// Those that were pushed for an earlier version are forgotten; another mapping can give them
  /// other ids. Done before the domain is built from them: killed in between, the next sync builds
  /// it. Done as well where nothing is built: after a build that failed, a mapping that is taken back
  /// takes the ids back.
  ///
  /// - Parameter isBuilt: whether the domain is built now; records that its index holds already are
  ///   not forgotten.
  func settlePushed(
    _ declared: DeclaredDomain, isBuilt: Bool
  ) throws(Failure) -> Diagnostic? {
    let definition = declared.definition
    let present = PushDeclaration(definition)
    guard let pushed = try library.userData.pushDeclaration(of: definition.name),
      pushed != present
    else { return nil }
    guard isBuilt, pushed.version < definition.version else {
      try PushedIdentities(library.userData, definition, now: library.world.now()).settle()
      return nil
    }
    try library.userData.push { (pushing) throws(Failure) in
      try pushing.wipe(definition.name)
      try pushing.set(present, of: definition.name)
    }
    return Diagnostic(
      .pushAgain,
      """
      the version of \(definition.name) was raised: the records that were pushed into it are \
      forgotten
      """,
      at: definition.location, remedy: "let the program push all of its records again",
      severity: .warning)
  }

  /// Whether a domain's records are stored for another declaration than its present one.
  ///
  /// What cannot be read is told by whoever has to read it.
  func isUnsettled(_ entry: SyncPlan.Entry) -> Bool {
    guard case .success(let decision) = entry.decision, decision.action != .ahead,
      let declared = entry.declared, declared.source is PushedSource,
      let pushed = try? library.userData.pushDeclaration(of: entry.name)
    else { return false }
    return pushed != PushDeclaration(declared.definition)
  }

  /// Applies what was pushed and is not in the index yet; nil when only a complete read can do that.
  func pushed(
    _ entry: SyncPlan.Entry, _ decision: Decision, _ indexer: any StoreIndexer
  ) throws(Failure) -> SyncRow? {
    guard decision.cause == .sourceChanged, let declared = entry.declared,
      let stored = entry.stored, try PushedChanges.canApply(declared, stored)
    else { return nil }
    let began = library.world.monotonic()
    let (after, changes) = try PushedChanges(
      library: library, declared: declared, stored: stored,
      memory: PushedChanges.memory(options.memory)
    ).apply(indexer)
    let isSame = changes == ItemChanges()
    return SyncRow(
      domain: entry.name, decision: isSame ? .none : .apply,
      reason: isSame ? "nothing in the index had to change" : "records were pushed",
      version: after.facts.version, items: after.items, badRecords: after.facts.badRecords,
      changes: ChangeCounts(
        inserted: changes.inserted, updated: changes.updated, deleted: changes.deleted),
      seconds: Double(library.world.monotonic() - began) / 1e9, bytes: after.bytes)
  }
}

extension PushDeclaration {
  /// What of a declaration decides how pushed records are stored.
  init(_ definition: DomainDefinition) {
    self.init(version: definition.version, fingerprint: definition.fingerprint)
  }
}
