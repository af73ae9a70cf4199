public import FootlightDiagnostics

// The interface; each call moves to a file of its own as it is filled.
extension Library {
  /// The code of a call that has no body yet.
  private static var missing: Failure {
    Failure(DiagnosticCode("library.unfinished", .machine), "this call is not finished yet")
  }

  /// Brings the named domains (all of them without names) up to date with their declarations.
  ///
  /// Failures of single domains are thrown at the end, when the others are done.
  @discardableResult
  public func sync(
    _ domains: [String] = [], options: SyncOptions = SyncOptions()
  ) throws(Failure) -> SyncReport {
    throw Library.missing
  }

  /// Builds a new generation of the named domains, whatever the versions say.
  @discardableResult
  public func rebuild(
    _ domains: [String], options: SyncOptions = SyncOptions()
  ) throws(Failure) -> SyncReport {
    throw Library.missing
  }

  /// Searches the newest published state.
  public func search(
    _ text: String, options: SearchOptions = SearchOptions()
  ) throws(Failure) -> Answer {
    throw Library.missing
  }

  /// The newest published state, pinned: later syncs do not change what it finds.
  public func snapshot() throws(Failure) -> Snapshot {
    throw Library.missing
  }

  /// The item with an address (`domain:id`) or an url; nil when there is none or it has expired.
  ///
  /// An unknown domain is a failure.
  public func item(_ address: String) throws(Failure) -> LocatedItem? {
    throw Library.missing
  }

  /// What is stored, what is declared, and what a sync would do.
  public func status(_ domains: [String] = []) throws(Failure) -> StatusReport {
    throw Library.missing
  }

  /// The declared and stored domains, by name.
  public func domains() throws(Failure) -> [DomainSummary] {
    throw Library.missing
  }

  /// Validates declarations (all of the workspace without files), reads their sources and maps
  /// every record; writes nothing.
  public func check(
    files: [String] = [], samples: Int = 3,
    progress: (@Sendable (ProgressUpdate) -> Void)? = nil
  ) throws(Failure) -> CheckReport {
    throw Library.missing
  }

  /// Deletes the index data of domains, and their declarations if wished.
  public func remove(
    _ domains: [String], declarations: Bool = false, waits: Bool = false
  ) throws(Failure) -> [RemovedDomain] {
    throw Library.missing
  }

  /// Lets a domain's declaration, as it is now, read outside its folder.
  public func allow(_ domain: String) throws(Failure) {
    throw Library.missing
  }
}
