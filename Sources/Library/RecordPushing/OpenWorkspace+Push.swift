import DeclaredRecords
package import FootlightPlatform
import IndexStores

extension OpenWorkspace {
  /// Begins a batch of pushes into a domain, unless one of this library is open for it.
  func beginBatch(
    _ name: String, into domain: String, options: PushOptions
  ) throws(Failure) -> PushBatch {
    let declared = try external(domain)
    try ClientState(batch: name, text: "").check()
    let owner = HookOwner()
    var owned = options
    owned.hooks = options.hooks.owned(by: owner, isThroughout: false)
    let contents = PushContents(
      spool: try PushSpool(), intake: try PushIntake(declared, system, owned))
    guard openBatches.begin(domain) else {
      throw Failure(
        .batchOpen, "a batch for \(domain) has begun and not ended",
        remedy: "end it or abandon it first")
    }
    return PushBatch(name, of: declared, in: self, owned, owner: owner, contents)
  }
}

extension OpenWorkspace {
  /// Indexes records that come as JSON lines; nothing is locked while they are read.
  func index(
    _ input: LineInput, into domain: String, merging: Bool, state: ClientState?,
    options: PushOptions
  ) throws(Failure) -> PushReport {
    try told(options) { () throws(Failure) in
      let declared = try external(domain)
      try state?.check()
      var spool = try PushSpool()
      var intake = try PushIntake(declared, system, options)
      try intake.take(named: input.name, isMerging: merging, into: &spool) {
        (arena) throws(Failure) in
        try input.read(into: &arena)
      }
      var run = PushRun(open: self, options: options)
      run.inputName = input.name
      run.state = state.map { ($0, domain) }
      return try run.perform(spool, [declared])
    }
  }
}

extension OpenWorkspace {
  /// Takes JSON lines as a push does, as far as that goes without storing anything.
  ///
  /// - Throws: `push.refused` with what is wrong with the records.
  func check(_ input: LineInput, into domain: String, merging: Bool) throws(Failure) {
    var spool = try PushSpool()
    var intake = try PushIntake(try external(domain), system, PushOptions())
    try intake.take(named: input.name, isMerging: merging, into: &spool) {
      (arena) throws(Failure) in
      try input.read(into: &arena)
    }
  }
}

extension OpenWorkspace {
  /// Does a push, and tells the hooks when it fails or there is something to know.
  func told(
    _ options: PushOptions, _ body: () throws(Failure) -> PushReport
  ) throws(Failure) -> PushReport {
    do throws(Failure) {
      let report = try body()
      if let didWarn = options.hooks.didWarn {
        for warning in report.warnings { didWarn(warning) }
      }
      return report
    } catch {
      options.hooks.didFail?(error)
      throw error
    }
  }

  /// A domain that programs push records into.
  func external(_ domain: String) throws(Failure) -> DeclaredDomain {
    try external(domain, declarations())
  }

  func external(
    _ domain: String, _ declarations: Declarations
  ) throws(Failure) -> DeclaredDomain {
    let declared = try declarations.declared(domain)
    guard declared.source is PushedSource else {
      throw Failure(
        .notExternal,
        "\(domain) has records of its own: programs can neither push nor delete its items",
        at: declared.definition.source.location,
        remedy: "change its source and run `footlight sync`, or declare `kind: external`")
    }
    return declared
  }
}

/// The work of ``DomainRecords``, where its promises are documented.
extension OpenWorkspace {
  /// Indexes records, each in place of the one with its id, or changes records in part.
  func index(
    _ records: [Record], into domain: String, merging: Bool, options: PushOptions
  ) throws(Failure) -> PushReport {
    try told(options) { () throws(Failure) in
      let declared = try external(domain)
      var spool = try PushSpool()
      var intake = try PushIntake(declared, system, options)
      let named = merging ? records : records.map { declared.definition.identified($0) }
      try intake.take(named, isMerging: merging, into: &spool)
      var report = try PushRun(open: self, options: options).perform(spool, [declared])
      var ids: [String] = []
      if !merging { try spool.forEach { (entry) throws(Failure) in ids.append(entry.id) } }
      report.ids = ids
      return report
    }
  }

  /// Deletes records; `place` tells which one a text means, and all that it refuses is told at once.
  package func delete(
    ids: [String], options: PushOptions,
    place: (String) throws(Failure) -> (domain: String, id: String)
  ) throws(Failure) -> PushReport {
    try told(options) { () throws(Failure) in
      let declarations = try self.declarations()
      var domains: [String: DeclaredDomain] = [:]
      var refused: Set<String> = []
      var spool = try PushSpool()
      var failures: [Diagnostic] = []
      var told: Set<Diagnostic> = []
      for text in ids {
        do throws(Failure) {
          let found = try place(text)
          guard !refused.contains(found.domain) else { continue }
          if domains[found.domain] == nil {
            refused.insert(found.domain)
            domains[found.domain] = try external(found.domain, declarations)
            refused.remove(found.domain)
          }
          try spool.add(
            PushSpool.Entry(domain: found.domain, action: .delete, id: found.id, line: 0))
        } catch {
          failures += error.diagnostics.filter { told.insert($0).inserted }
        }
      }
      if let failure = Failure(failures) { throw failure }
      guard !domains.isEmpty else { return PushReport() }
      return try PushRun(open: self, options: options).perform(
        spool, domains.sorted { $0.key < $1.key }.map(\.value))
    }
  }

  /// Deletes all records of domains; a group takes the domains below it.
  package func delete(
    domains: [String], options: PushOptions
  ) throws(Failure) -> PushReport {
    try told(options) { () throws(Failure) in
      guard !domains.isEmpty else { return PushReport() }
      let declarations = try self.declarations()
      let selection = DomainSelection(domains)
      let known = declarations.domains.keys
      try selection.check(against: Array(known) + declarations.broken.compactMap(\.name))
      var chosen: [DeclaredDomain] = []
      var failures: [Diagnostic] = []
      for name in known.sorted() where selection.contains(name) {
        do throws(Failure) {
          chosen.append(try external(name, declarations))
        } catch {
          failures += error.diagnostics
        }
      }
      for broken in declarations.broken where broken.name.map(selection.contains) ?? false {
        failures += broken.diagnostics
      }
      if let failure = Failure(failures) { throw failure }
      return try PushRun(open: self, options: options).perform(
        PushSpool(), chosen, emptied: chosen.map(\.definition.name))
    }
  }

  /// Deletes everything that programs have pushed, and the states of their batches.
  package func deleteAll(options: PushOptions) throws(Failure) -> PushReport {
    try told(options) { () throws(Failure) in
      let chosen = try declarations().domains.values
        .filter { $0.source is PushedSource }
        .sorted { $0.definition.name < $1.definition.name }
      var run = PushRun(open: self, options: options)
      run.deletesAll = true
      return try run.perform(PushSpool(), chosen)
    }
  }

  /// The state that a program stored with its last batch of a name; nil for none.
  func lastClientState(of batch: String, in domain: String) throws(Failure) -> String? {
    let declared = try external(domain)
    if let pushed = try userData.pushDeclaration(of: domain),
      Decision.forgets(pushed, for: declared.definition)
    {
      // The next sync or push forgets it, with the records.
      return nil
    }
    return try userData.clientState(batch, of: domain)
  }
}
