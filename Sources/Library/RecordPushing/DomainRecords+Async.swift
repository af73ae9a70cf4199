public import FootlightDiagnostics
import FootlightPlatform
public import RecordSources

/// Twins for callers that must not block: each hops once, to a thread of its own, and ends when its task is
/// cancelled before anything is stored.
extension DomainRecords {
  /// Indexes records, each in place of the one with its id.
  @discardableResult
  public func index(_ records: [Record]) async throws(Failure) -> PushReport {
    try await detached { (domain) throws(Failure) in try domain.index(records) }
  }

  /// Indexes records that come as JSON lines.
  @discardableResult
  public func index(
    _ input: LineInput, merging: Bool = false, state: ClientState? = nil
  ) async throws(Failure) -> PushReport {
    try await detached { (domain) throws(Failure) in
      try domain.index(input, merging: merging, state: state)
    }
  }

  /// Changes records in part; a partial record whose id no record has is ignored.
  @discardableResult
  public func merge(partialRecords records: [Record]) async throws(Failure) -> PushReport {
    try await detached { (domain) throws(Failure) in try domain.merge(partialRecords: records) }
  }

  /// Deletes records by their ids within the domain; an id that no record has is fine.
  @discardableResult
  public func delete(ids: [String]) async throws(Failure) -> PushReport {
    try await detached { (domain) throws(Failure) in try domain.delete(ids: ids) }
  }

  /// Deletes all records of the domain; of a group, those of all domains below it.
  @discardableResult
  public func deleteAll() async throws(Failure) -> PushReport {
    try await detached { (domain) throws(Failure) in try domain.deleteAll() }
  }

  private func detached(
    _ body: @escaping @Sendable (DomainRecords) throws(Failure) -> PushReport
  ) async throws(Failure) -> PushReport {
    try await Workers.detached(following: options.cancellation) { (cancellation) throws(Failure) in
      var records = self
      records.options.cancellation = cancellation
      return try body(records)
    }
  }
}
