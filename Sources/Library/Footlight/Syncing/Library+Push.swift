public import FootlightPlatform

extension Library {
  /// The records that programs push into a domain.
  ///
  /// Nothing is looked up yet: a domain that is not there is told by the calls of the value.
  public func records(
    of domain: String, options: PushOptions = PushOptions()
  ) -> DomainRecords {
    DomainRecords(domain, in: open, options: options)
  }

  /// Deletes everything that programs have pushed into any domain, and the states of their batches;
  /// also what they pushed into domains that are no longer declared.
  ///
  /// - Throws: `lock.held`, `cancelled`.
  @discardableResult
  public func deleteAllRecords(
    options: PushOptions = PushOptions()
  ) throws(Failure) -> PushReport {
    try open.deleteAll(options: options)
  }

  /// Deletes pushed items by their addresses, urls or links, in whatever domains; an id that no item has
  /// is fine.
  ///
  /// - Throws: `item.bad-address`, `domain.unknown`, `domain.not-external`, `lock.held`.
  @discardableResult
  package func deleteRecords(
    at addresses: [String], options: PushOptions = PushOptions()
  ) throws(Failure) -> PushReport {
    var present: Searcher?
    return try open.delete(ids: addresses, options: options) { (text) throws(Failure) in
      if let present { return try present.place(text) }
      let searcher = try searcher([])
      present = searcher
      return try searcher.place(text)
    }
  }

  /// Deletes all pushed items of domains and groups, in one step.
  @discardableResult
  package func deleteRecords(
    ofDomains domains: [String], options: PushOptions = PushOptions()
  ) throws(Failure) -> PushReport {
    try open.delete(domains: domains, options: options)
  }
}
