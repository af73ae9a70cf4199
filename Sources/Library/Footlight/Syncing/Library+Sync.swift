public import FootlightPlatform

extension Library {
  /// Brings the named domains (all of them without names) up to date with their declarations.
  ///
  /// Failures of single domains are thrown at the end, when the others are done; see
  /// ``SyncOptions/collectsFailures``.
  ///
  /// - Throws: `domain.unknown`, `lock.held` while another process indexes, what is wrong with
  ///   declarations and sources, and what the machine refuses.
  @discardableResult
  public func sync(
    _ domains: [String] = [], options: SyncOptions = SyncOptions()
  ) throws(Failure) -> SyncReport {
    try settled(
      SyncRun(open: open, selection: DomainSelection(domains), options: options), options)
  }

  /// Builds a new generation of the named domains, whatever the versions say.
  @discardableResult
  public func rebuild(
    _ domains: [String], options: SyncOptions = SyncOptions()
  ) throws(Failure) -> SyncReport {
    guard !domains.isEmpty else { return SyncReport() }
    return try settled(
      SyncRun(
        open: open, selection: DomainSelection(domains), options: options, isOrdered: true),
      options)
  }

  private func settled(_ run: SyncRun, _ options: SyncOptions) throws(Failure) -> SyncReport {
    let report = try run.perform()
    if !options.isDryRun { open.settleActivity() }
    if !options.collectsFailures, let failure = Failure(report.failures) { throw failure }
    return report
  }
}
