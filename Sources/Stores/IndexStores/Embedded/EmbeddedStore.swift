import FileHandles
package import FootlightPlatform
import Synchronization

/// The store in a folder: a catalog, and one immutable file a generation.
///
/// Readers take what is live from one read transaction of the catalog and then open the files
/// that it names; an indexer writes a file beside them and changes the catalog at the end.
package final class EmbeddedStore: IndexStore {
  /// The folder.
  package let path: String
  package let folder: IndexFolder
  /// The shared store, where the index is a copy of one and is changed together with it.
  package let origin: (any IndexOrigin)?
  /// Whether it is a copy that nothing changes from here.
  let isFollowing: Bool
  private let reader: Mutex<CatalogReader>
  /// The searches of whose hits somebody wants to hear.
  let alertRules: [AlertRule]

  /// Names the folder of a store; nothing is opened or made yet.
  ///
  /// - Parameters:
  ///   - origin: the shared store that it is a copy of, and together with which it is changed.
  ///   - isFollowing: whether it is a copy that is not changed, since its shared store cannot be reached from here.
  package init(
    path: String, files: FileOperations = .system, copying origin: (any IndexOrigin)? = nil,
    isFollowing: Bool = false, alertRules: [AlertRule] = []
  ) {
    self.path = path
    self.alertRules = alertRules
    folder = IndexFolder(path: path, files: files)
    reader = Mutex(CatalogReader(path: folder.catalog))
    self.origin = origin
    self.isFollowing = isFollowing
  }

  /// It is a copy where it was opened as one, or its folder was pulled.
  package func copy() throws(Failure) -> IndexCopy? {
    let pulled = try ReplicaAge.pulled(path)
    guard isFollowing || origin != nil || pulled != nil else { return nil }
    return IndexCopy(
      kept: Result { () throws(Failure) in try ReplicaState.read(path) }, pulled: pulled)
  }

  /// That an index is not changed without its shared store.
  var copyOnly: Failure {
    Failure(
      .storeCopy, "this index is a copy of a shared store, and is not changed by itself",
      at: SourceLocation(file: path),
      remedy:
        "change it by footlight-store, as `footlight sync` does where footlight.yaml names the store"
    )
  }

  /// The newest published state, with these domains (all without names) open for searching.
  ///
  /// A generation that is gone was replaced meanwhile: then the catalog is read again.
  package func snapshot(of domains: [String]?) throws(Failure) -> any StoreSnapshot {
    try embeddedSnapshot(of: domains)
  }

  func embeddedSnapshot(of domains: [String]?) throws(Failure) -> EmbeddedSnapshot {
    let wanted = domains.map(Set.init)
    var last: EmbeddedSnapshot?
    for _ in 0..<5 {
      let reading = try read(wanted)
      if let present = reading.present, present.covers(wanted) { return present }
      guard let state = reading.state else { return EmbeddedSnapshot(folder: folder) }
      let previous = reading.present ?? reading.earlier ?? last
      let snapshot = EmbeddedSnapshot(
        folder: folder, state: state, wanted: wanted, previous: previous)
      let isSettled = snapshot.missing.isEmpty || snapshot.missing == last?.missing
      last = snapshot
      if isSettled {
        if snapshot.isLasting { reader.withLock { $0.keep(snapshot, for: state) } }
        return snapshot
      }
    }
    return last ?? EmbeddedSnapshot(folder: folder)
  }

  private func read(_ wanted: Set<String>? = []) throws(Failure) -> CatalogReader.Reading {
    try reader.withLock { (reader) throws(Failure) in try reader.read(wanted) }
  }

  /// The deltas of a domain that a reader has open: their numbers never repeat within a catalog.
  func openDeltas(of domain: String) throws(Failure) -> [OpenDelta] {
    guard let file = try FileStatus.of(folder.catalog) else { return [] }
    return reader.withLock { $0.deltas(of: domain, in: file) }
  }

  /// Closes the catalog until the next read.
  ///
  /// The last connection that may write folds the `-wal` into the catalog and deletes it, so that a
  /// reader who may write nothing finds one file.
  func closeReader() {
    reader.withLock { $0.close() }
  }

  /// The files in the folder that belong to no live generation; sizes are those of whole folders.
  package func leftovers() throws(Failure) -> [StoreLeftover] {
    let domains = try read().state?.domains ?? []
    return try folder.leftovers(live: liveGenerations(domains)).map { (file) throws(Failure) in
      StoreLeftover(
        domain: file.domain, name: file.name, bytes: try folder.size(of: folder.path(of: file)))
    }
  }
}

/// The numbers of the live files of each domain.
package func liveGenerations(_ domains: [StoredDomain]) -> [String: Set<Int>] {
  Dictionary(domains.map { ($0.name, Set($0.files.map(\.generation))) }) { first, _ in first }
}

extension EmbeddedStore {
  package func alerts(for reader: AlertReader) throws(Failure) -> AlertBatch {
    try withAlerts(.readOnly) { (catalog) throws(Failure) in
      try catalog.alerts(for: reader)
    } ?? AlertBatch()
  }

  package func alerts(
    after sequence: Int64, atMost limit: Int, hidesPrivate: Bool
  ) throws(Failure) -> [Alert] {
    try withAlerts(.readOnly) { (catalog) throws(Failure) in
      try catalog.alerts(after: sequence, atMost: limit, hidesPrivate: hidesPrivate)
    } ?? []
  }

  /// It needs a short transaction, and not the right to index.
  package func noteTold(_ reader: AlertReader, upTo sequence: Int64) throws(Failure) {
    _ = try withAlerts(.readWrite) { (catalog) throws(Failure) in
      try catalog.noteTold(reader, upTo: sequence)
    }
  }

  private func withAlerts<Value>(
    _ mode: Connection.Mode, _ body: (borrowing Catalog) throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    guard try FileStatus.of(folder.catalog) != nil else { return nil }
    let catalog = try Catalog.forAlerts(folder.catalog, mode)
    guard try catalog.condition() == .ready else { return nil }
    return try body(catalog)
  }
}

extension EmbeddedStore {
  /// Takes the lock, and deletes the remains of a killed indexer.
  package func indexer(_ patience: Patience) throws(Failure) -> any StoreIndexer {
    if isFollowing { throw copyOnly }
    do throws(Failure) {
      try makeFolder()
      return try EmbeddedIndexer(self, patience)
    } catch {
      throw explained(error)
    }
  }

  /// Makes the folder and the folders above it, and forces their names to the disk: else a power
  /// cut could take an index that was published.
  private func makeFolder() throws(Failure) {
    var made: [String] = []
    var next: String? = path
    while let folder = next, try FileStatus.of(folder) == nil {
      made.append(folder)
      next = Path.parent(of: folder)
    }
    try self.folder.checkOwnership()
    if let parent = Path.parent(of: path), try FileStatus.of(parent) == nil {
      // A mistyped path must not become folders everywhere.
      throw Failure(
        .fileMissing, "there is no folder in which the index could be made",
        at: SourceLocation(file: parent), remedy: "check the path, or make the folder first")
    }
    try folder.files.createFolder(path, permissions: 0o700)
    for folder in made.reversed() {
      guard let parent = Path.parent(of: folder) else { continue }
      do throws(Failure) {
        try self.folder.files.synchronizeFolder(parent)
      } catch {
        // A folder that may be entered but not read cannot be forced to the disk by this user.
        guard error.concerns([.fileForbidden]) else { throw error }
      }
    }
  }

  /// Says which folder it is about and what to do, where the cause is the folder.
  private func explained(_ failure: Failure) -> Failure {
    guard failure.concerns([.fileForbidden, .sqliteReadOnly, .sqliteCannotOpen]),
      var first = failure.diagnostics.first
    else { return failure }
    first.message = "the folder of the index, \(path), cannot be written: \(first.message)"
    if first.remedy == nil {
      first.remedy = "check its permissions, or name another folder with --index"
    }
    return Failure(first)
  }
}
