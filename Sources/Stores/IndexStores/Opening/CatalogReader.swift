import FileHandles
import FootlightPlatform

/// Reads the catalog again and again through one connection, and only when it has changed.
struct CatalogReader: ~Copyable {
  /// The result of one read transaction.
  struct State: Sendable {
    /// The domains.
    var domains: [StoredDomain]
    /// The deltas of those domains that were asked for.
    var deltas: [String: [OpenDelta]] = [:]
    /// The changes that were set aside.
    var quarantine: [QuarantinedChange] = []
    /// Which file it was, and how often it had changed.
    var mark: Mark
  }

  /// Tells two states of the catalog apart.
  struct Mark: Sendable, Hashable {
    var device: UInt64
    var inode: UInt64
    var counter: Int
  }

  private let path: String
  private var catalog: Catalog?
  private var opened: (device: UInt64, inode: UInt64)?
  private var isImmutable = false
  private var state: State?
  private var snapshot: EmbeddedSnapshot?
  /// The state that the snapshot was made of.
  private var snapshotMark: Mark?

  init(path: String) {
    self.path = path
  }

  /// The result of a read.
  struct Reading: Sendable {
    /// The present state; nil when there is no catalog.
    var state: State?
    /// The snapshot that was made of this state.
    var present: EmbeddedSnapshot?
    /// The snapshot that was made of an earlier state; its open files can be shared.
    var earlier: EmbeddedSnapshot?
  }

  /// Reads the catalog if it has changed since, and the deltas of some domains (all without names).
  mutating func read(_ wanted: Set<String>? = []) throws(Failure) -> Reading {
    guard let status = try FileStatus.of(path) else {
      forget()
      return Reading()
    }
    if let opened, opened != (status.device, status.inode) || isImmutable {
      // Another file has this name now; and what is opened as immutable must be opened again.
      forget()
    }
    do throws(Failure) {
      return try read(status, wanted)
    } catch {
      forget()
      // An indexer that begins it anew has just removed it.
      if error.concerns([.fileMissing]), try FileStatus.of(path) == nil { return Reading() }
      throw translated(error)
    }
  }

  private mutating func read(_ status: FileStatus, _ wanted: Set<String>?) throws(Failure)
    -> Reading
  {
    if catalog == nil {
      guard try open() else { return Reading() }
      opened = (status.device, status.inode)
    }
    let counter = try catalog?.changeCounter() ?? 0
    let mark = Mark(device: status.device, inode: status.inode, counter: counter)
    if let state, state.mark == mark, state.holdsDeltas(of: wanted) {
      guard snapshotMark == mark else { return Reading(state: state, earlier: snapshot) }
      return Reading(state: state, present: snapshot)
    }
    // The counter was read first: a commit in between makes the next read find it raised.
    let fresh = try catalog?.state(mark, wanted, before: state) ?? State(domains: [], mark: mark)
    state = fresh
    // The snapshot that was made of this state lacks the deltas that are wanted now.
    return Reading(state: fresh, earlier: snapshot)
  }

  /// Opens the catalog; false when its tables are not there yet.
  ///
  /// In WAL mode even a reader makes files; where it must not, or has no room for them, and there is nothing in a
  /// `-wal`, nobody has the catalog open for writing, and it is read as a file that nobody changes.
  private mutating func open() throws(Failure) -> Bool {
    do throws(Failure) {
      let catalog = try Catalog.forReading(path, isImmutable: false)
      isImmutable = false
      return try accept(catalog)
    } catch {
      // A try on a full disk leaves an empty `-wal`.
      guard error.concerns([.sqliteCannotOpen, .sqliteReadOnly, .sqliteFull, .fileForbidden]),
        try !Catalog.hasLog(path)
      else { throw error }
      let catalog = try Catalog.forReading(path, isImmutable: true)
      isImmutable = true
      return try accept(catalog)
    }
  }

  private mutating func accept(_ opened: consuming Catalog) throws(Failure) -> Bool {
    guard try opened.condition() == .ready else { return false }
    catalog = consume opened
    return true
  }

  /// Keeps the snapshot that was made of a state, if that is still the last one read.
  mutating func keep(_ snapshot: EmbeddedSnapshot, for state: State) {
    guard self.state?.mark == state.mark else { return }
    self.snapshot = snapshot
    snapshotMark = state.mark
  }

  /// The deltas of a domain that are open, of the catalog that is this file.
  func deltas(of domain: String, in file: FileStatus) -> [OpenDelta] {
    guard let opened, opened == (file.device, file.inode) else { return [] }
    return state?.deltas[domain] ?? []
  }

  /// Closes the connection; open generations stay at hand for the next read.
  mutating func close() {
    catalog = nil
    opened = nil
    state = nil
    snapshotMark = nil
  }

  private mutating func forget() {
    close()
    snapshot = nil
  }

  private func translated(_ failure: Failure) -> Failure {
    let place = SourceLocation(file: path)
    if failure.concerns([.sqliteCorrupt, .sqliteNotADatabase, .sqliteStatement]) {
      let damage = Diagnostic(
        .catalogDamaged, "the catalog of the index is damaged", at: place,
        remedy: "run `footlight sync`, which builds the index anew")
      return Failure(damage.onCopy(inFolder: Path.parent(of: path) ?? "."))
    }
    if failure.concerns([.fileMissing, .sqliteCannotOpen]) {
      // The file is there: it is its companions that cannot be made.
      return Failure(
        .sqliteCannotOpen, "the catalog of the index cannot be read without writing beside it",
        at: place,
        remedy: "let somebody who may write there run `footlight sync` once")
    }
    return failure
  }
}

extension CatalogReader.State {
  /// Whether the deltas of these domains (all without names) were read.
  func holdsDeltas(of wanted: Set<String>?) -> Bool {
    domains.allSatisfy { domain in
      domain.segments == 1 || deltas[domain.name] != nil || wanted?.contains(domain.name) == false
    }
  }
}

extension Catalog {
  /// The present state, from one read transaction; deltas that are open already are not read again.
  fileprivate func state(
    _ mark: CatalogReader.Mark, _ wanted: Set<String>?, before: CatalogReader.State?
  ) throws(Failure) -> CatalogReader.State {
    let known = CatalogWitness.read(of: connection.path)
    return try connection.transaction(.deferred) { () throws(Failure) in
      try checkSeal()
      try check(known)
      var state = CatalogReader.State(domains: try presentDomains(), mark: mark)
      for domain in state.domains where domain.segments > 1 {
        let known = before?.deltas[domain.name]
        guard known != nil || wanted?.contains(domain.name) != false else { continue }
        state.deltas[domain.name] = try deltas(of: domain, known: known ?? [])
      }
      if state.domains.contains(where: { $0.quarantined > 0 }) {
        state.quarantine = try quarantine(of: nil)
      }
      return state
    }
  }
}
