import DomainSyncing
public import FootlightDiagnostics
public import FootlightPlatform
public import RecordPushing
public import SourceKinds

/// Twins for callers that must not block: each hops once, to a thread of its own.
///
/// Those that take a ``Cancellation``, themselves or in their options, also end when their task is cancelled.
extension Library {
  /// Opens a workspace.
  public static func open(
    workspace: String, index: String? = nil, kinds: [SourceKind] = SourceKind.builtIn
  ) async throws(Failure) -> Library {
    try await Workers.detached { () throws(Failure) in
      try Library(workspace: workspace, index: index, kinds: kinds)
    }
  }

  /// Brings the named domains (all of them without names) up to date with their declarations.
  @discardableResult
  public func sync(
    _ domains: [String] = [], options: SyncOptions = SyncOptions()
  ) async throws(Failure) -> SyncReport {
    try await Workers.detached(following: options.cancellation) { (cancellation) throws(Failure) in
      var options = options
      options.cancellation = cancellation
      return try self.sync(domains, options: options)
    }
  }

  /// Builds a new generation of the named domains, whatever the versions say.
  @discardableResult
  public func rebuild(
    _ domains: [String], options: SyncOptions = SyncOptions()
  ) async throws(Failure) -> SyncReport {
    try await Workers.detached(following: options.cancellation) { (cancellation) throws(Failure) in
      var options = options
      options.cancellation = cancellation
      return try self.rebuild(domains, options: options)
    }
  }

  /// Keeps the named domains (all of them without names) up to date until it is told to stop.
  public func watch(
    _ domains: [String] = [], options: WatchOptions = WatchOptions()
  ) async throws(Failure) {
    try await Workers.detached(following: options.cancellation) { (cancellation) throws(Failure) in
      var options = options
      options.cancellation = cancellation
      return try self.watch(domains, options: options)
    }
  }

  /// Searches the newest published state.
  public func search(
    _ text: String, options: SearchOptions = SearchOptions(), cancellation: Cancellation? = nil
  ) async throws(Failure) -> Answer {
    try await Workers.detached(following: cancellation) { (cancellation) throws(Failure) in
      try self.search(text, options: options, cancellation: cancellation)
    }
  }

  /// Completes a text that is being typed.
  public func suggest(
    _ text: String, domains: [String] = [], limit: Int = 10, timeout: Duration? = nil,
    audience: Audience = .owner, cancellation: Cancellation? = nil
  ) async throws(Failure) -> Completions {
    try await Workers.detached(following: cancellation) { (cancellation) throws(Failure) in
      try self.suggest(
        text, domains: domains, limit: limit, timeout: timeout,
        audience: audience, cancellation: cancellation)
    }
  }

  /// Validates declarations, reads their sources and maps every record; writes nothing.
  public func check(
    files: [String] = [], samples: Int = 3, cancellation: Cancellation? = nil,
    progress: (@Sendable (ProgressUpdate) -> Void)? = nil
  ) async throws(Failure) -> CheckReport {
    try await Workers.detached(following: cancellation) { (cancellation) throws(Failure) in
      try self.check(
        files: files, samples: samples, cancellation: cancellation, progress: progress)
    }
  }

  /// Explains where an item is in the answer to a query, or why it is not there.
  public func explain(
    _ text: String, _ address: String, options: SearchOptions = SearchOptions(),
    cancellation: Cancellation? = nil
  ) async throws(Failure) -> ItemExplanation {
    try await Workers.detached(following: cancellation) { (cancellation) throws(Failure) in
      try self.explain(text, address, options: options, cancellation: cancellation)
    }
  }

  /// Compares the named domains with their sources and counts the differences.
  public func verify(
    _ domains: [String] = [], cancellation: Cancellation? = nil,
    progress: (@Sendable (ProgressUpdate) -> Void)? = nil
  ) async throws(Failure) -> VerifyReport {
    try await Workers.detached(following: cancellation) { (cancellation) throws(Failure) in
      try self.verify(domains, cancellation: cancellation, progress: progress)
    }
  }

  /// Looks for everything that can be wrong with a workspace and its index, and says what to do.
  public func examine(
    _ domains: [String] = [], cancellation: Cancellation? = nil
  ) async throws(Failure) -> ExaminationReport {
    try await Workers.detached(following: cancellation) { (cancellation) throws(Failure) in
      try self.examine(domains, cancellation: cancellation)
    }
  }

  /// Brings the index of the named domains (all of them without names) into its smallest form.
  public func compact(
    _ domains: [String] = [], waits: Bool = false, cancellation: Cancellation? = nil
  ) async throws(Failure) -> [CompactedDomain] {
    try await Workers.detached(following: cancellation) { (cancellation) throws(Failure) in
      try self.compact(domains, waits: waits, cancellation: cancellation)
    }
  }

  /// Writes every item of the named domains into a new SQLite database.
  @discardableResult
  public func dump(
    _ domains: [String] = [], toSQLite path: String, cancellation: Cancellation? = nil
  ) async throws(Failure) -> DumpReport {
    try await Workers.detached(following: cancellation) { (cancellation) throws(Failure) in
      try self.dump(domains, toSQLite: path, cancellation: cancellation)
    }
  }

  /// Looks at a declaration or at data, and says what adding it would mean; writes nothing.
  public func propose(
    for path: String, name: String? = nil, replacing: Bool = false, samples: Int = 3
  ) async throws(Failure) -> DomainProposal {
    try await Workers.detached { () throws(Failure) in
      try self.propose(for: path, name: name, replacing: replacing, samples: samples)
    }
  }

  /// Writes a proposed domain into the workspace; builds nothing.
  public func add(_ proposal: DomainProposal) async throws(Failure) {
    try await Workers.detached { () throws(Failure) in try self.add(proposal) }
  }

  /// Deletes the index data of domains, and their declarations if wished.
  public func remove(
    _ domains: [String], declarations: Bool = false, waits: Bool = false,
    cancellation: Cancellation? = nil
  ) async throws(Failure) -> [RemovedDomain] {
    try await Workers.detached(following: cancellation) { (cancellation) throws(Failure) in
      try self.remove(
        domains, declarations: declarations, waits: waits, cancellation: cancellation)
    }
  }

  /// Deletes everything that programs have pushed into any domain, and the states of their batches.
  @discardableResult
  public func deleteAllRecords(
    options: PushOptions = PushOptions()
  ) async throws(Failure) -> PushReport {
    try await Workers.detached(following: options.cancellation) { (cancellation) throws(Failure) in
      var options = options
      options.cancellation = cancellation
      return try self.deleteAllRecords(options: options)
    }
  }
}
