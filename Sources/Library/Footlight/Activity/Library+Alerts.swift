public import FootlightPlatform
public import IndexStores

extension Library {
  /// What has come, changed and gone among the hits of the searches that have names, since ``noteTold(upTo:)`` was called
  /// last; the oldest first.
  ///
  /// It is found out when items change: with a search that is named later, and with the first build of a domain, nothing
  /// is told of items that were there.
  public func alerts() throws(Failure) -> AlertBatch {
    try store.alerts(for: .person)
  }

  /// Notes that somebody was told of all alerts up to one.
  public func noteTold(upTo sequence: Int64) throws(Failure) {
    try store.noteTold(.person, upTo: sequence)
  }

  /// The alerts after one, the oldest first, whoever was told of them; the newest 10,000 are kept.
  ///
  /// - Parameter audience: for others than the owner private items are left out.
  public func alerts(
    after sequence: Int64, limit: Int = 1_000, audience: Audience = .owner
  ) throws(Failure) -> [Alert] {
    try store.alerts(after: sequence, atMost: limit, hidesPrivate: audience.hidesPrivate)
  }

  /// The names of the searches of `footlight.yaml`, without those that look into no domain that a reader sees.
  package func searchNames(seeing sees: (String) -> Bool = { _ in true }) -> [String] {
    searches.filter { $0.domains.isEmpty || $0.domains.contains(where: sees) }.map(\.name)
  }

  /// Whether there are searches that have names.
  package var namesSearches: Bool { !searches.isEmpty }

  /// The right to tell the program of `on_match`, which one process at a time has; nil where another has it.
  package func lockProgramAlerts() throws(Failure) -> FileLock? {
    do throws(Failure) {
      return try FileLock(
        path: Path.join(workspace.index, AlertReader.programLockName), files: world.files)
    } catch {
      guard error.concerns([.lockHeld]) else { throw error }
      return nil
    }
  }

  /// What the program of `on_match` was not told yet.
  package func alertsForProgram() throws(Failure) -> AlertBatch {
    try store.alerts(for: .program)
  }

  /// Notes that the program of `on_match` was told of all alerts up to one.
  package func noteProgramTold(upTo sequence: Int64) throws(Failure) {
    try store.noteTold(.program, upTo: sequence)
  }

  /// Whether the program of `on_match` may run: it was allowed to, as it is now and where it lies.
  package func allowsProgram() throws(Failure) -> Bool {
    try Permissions(world).allows(
      WorkspaceSettings.fileName, hash: programHash(), at: settingsPath)
  }

  /// Lets the program of `on_match` run.
  func allowProgram() throws(Failure) {
    try Permissions(world).allow(
      WorkspaceSettings.fileName, hash: programHash(), at: settingsPath)
  }

  private var settingsPath: String { Path.join(workspace.folder, WorkspaceSettings.fileName) }

  private func programHash() throws(Failure) -> String {
    try Permissions.hash(ofProgram: onMatch, in: workspace.folder)
  }
}
