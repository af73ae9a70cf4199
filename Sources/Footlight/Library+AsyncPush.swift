import RecordPushing
public import FootlightDiagnostics
import FootlightPlatform
public import RecordSources

/// Twins of pushes for callers that must not block: each hops once, to a thread of its own.
extension Library {
  /// Indexes records, each in place of the one with its id.
  @discardableResult
  public func index(
    _ records: [Record], into domain: String, options: PushOptions = PushOptions()
  ) async throws(Failure) -> PushReport {
    try await Workers.detached { () throws(Failure) in
      try self.index(records, into: domain, options: options)
    }
  }

  /// Changes records in part; a partial record whose id no record has is ignored.
  @discardableResult
  public func merge(
    partialRecords records: [Record], into domain: String, options: PushOptions = PushOptions()
  ) async throws(Failure) -> PushReport {
    try await Workers.detached { () throws(Failure) in
      try self.merge(partialRecords: records, into: domain, options: options)
    }
  }

  /// Deletes the items with these addresses; an id that no item has is fine.
  @discardableResult
  public func delete(
    ids: [String], options: PushOptions = PushOptions()
  ) async throws(Failure) -> PushReport {
    try await Workers.detached { () throws(Failure) in
      try self.delete(ids: ids, options: options)
    }
  }

  /// Deletes all items of domains; a group takes the domains below it.
  @discardableResult
  public func delete(
    domains: [String], options: PushOptions = PushOptions()
  ) async throws(Failure) -> PushReport {
    try await Workers.detached { () throws(Failure) in
      try self.delete(domains: domains, options: options)
    }
  }

  /// Deletes everything that programs have pushed, and the states of their batches.
  @discardableResult
  public func deleteAll(
    options: PushOptions = PushOptions()
  ) async throws(Failure) -> PushReport {
    try await Workers.detached { () throws(Failure) in
      try self.deleteAll(options: options)
    }
  }
}
