import DomainSyncing
public import FootlightDiagnostics
public import FootlightPlatform
public import RecordSources

/// Twins for callers that must not block: each hops once, to a thread of its own.
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
    try await Workers.detached { () throws(Failure) in
      try self.sync(domains, options: options)
    }
  }

  /// Builds a new generation of the named domains, whatever the versions say.
  @discardableResult
  public func rebuild(
    _ domains: [String], options: SyncOptions = SyncOptions()
  ) async throws(Failure) -> SyncReport {
    try await Workers.detached { () throws(Failure) in
      try self.rebuild(domains, options: options)
    }
  }

  /// Keeps the named domains (all of them without names) up to date until it is told to stop.
  public func watch(
    _ domains: [String] = [], options: WatchOptions = WatchOptions()
  ) async throws(Failure) {
    try await Workers.detached { () throws(Failure) in
      try self.watch(domains, options: options)
    }
  }

  /// Searches the newest published state.
  public func search(
    _ text: String, options: SearchOptions = SearchOptions(), cancellation: Cancellation? = nil
  ) async throws(Failure) -> Answer {
    try await Workers.detached { () throws(Failure) in
      try self.search(text, options: options, cancellation: cancellation)
    }
  }

  /// Completes a text that is being typed.
  public func suggest(
    _ text: String, domains: [String] = [], limit: Int = 10, timeoutMilliseconds: Int? = nil,
    cancellation: Cancellation? = nil
  ) async throws(Failure) -> Completions {
    try await Workers.detached { () throws(Failure) in
      try self.suggest(
        text, domains: domains, limit: limit, timeoutMilliseconds: timeoutMilliseconds,
        cancellation: cancellation)
    }
  }

  /// Validates declarations, reads their sources and maps every record; writes nothing.
  public func check(
    files: [String] = [], samples: Int = 3, cancellation: Cancellation? = nil,
    progress: (@Sendable (ProgressUpdate) -> Void)? = nil
  ) async throws(Failure) -> CheckReport {
    try await Workers.detached { () throws(Failure) in
      try self.check(
        files: files, samples: samples, cancellation: cancellation, progress: progress)
    }
  }
}
