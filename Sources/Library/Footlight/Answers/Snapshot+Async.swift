public import FootlightDiagnostics
public import FootlightPlatform

/// Twins for callers that must not block, as those of ``Library``.
extension Snapshot {
  /// Loads what every search needs, so that the first search does not have to.
  public func prepare() async throws(Failure) {
    try await Workers.detached { () throws(Failure) in try self.prepare() }
  }

  /// Searches this state.
  public func search(
    _ text: String, options: SearchOptions = SearchOptions(), cancellation: Cancellation? = nil
  ) async throws(Failure) -> Answer {
    try await Workers.detached(following: cancellation) { (cancellation) throws(Failure) in
      try self.search(text, options: options, cancellation: cancellation)
    }
  }

  /// Explains where an item is in the answer to a query on this state, or why it is not there.
  public func explain(
    _ text: String, _ address: String, options: SearchOptions = SearchOptions(),
    cancellation: Cancellation? = nil
  ) async throws(Failure) -> ItemExplanation {
    try await Workers.detached(following: cancellation) { (cancellation) throws(Failure) in
      try self.explain(text, address, options: options, cancellation: cancellation)
    }
  }

  /// Completes a text that is being typed, from this state.
  public func suggest(
    _ text: String, domains: [String] = [], limit: Int = 10, timeout: Duration? = nil,
    audience: Audience = .owner, cancellation: Cancellation? = nil
  ) async throws(Failure) -> Completions {
    try await Workers.detached(following: cancellation) { (cancellation) throws(Failure) in
      try self.suggest(
        text, domains: domains, limit: limit, timeout: timeout, audience: audience,
        cancellation: cancellation)
    }
  }
}
