package import FootlightPlatform
import Synchronization

/// The store in a folder: a catalog, and one immutable file a generation.
///
/// Readers take what is live from one read transaction of the catalog and then open the files
/// that it names; an indexer writes a file beside them and changes the catalog at the end.
package final class EmbeddedStore: IndexStore {
  /// The folder.
  package let path: String
  let folder: IndexFolder
  /// The replica, where the index is a copy of a shared store and is changed together with it.
  package let replica: IndexReplica?
  /// Whether it is a copy that nothing changes from here.
  let isFollowing: Bool
  private let reader: Mutex<CatalogReader>
  /// The searches of whose hits somebody wants to hear.
  let alertRules: [AlertRule]

  /// Names the folder of a store; nothing is opened or made yet.
  package init(
    path: String, files: FileOperations = .system, alertRules: [AlertRule] = []
  ) {
    self.path = path
    self.alertRules = alertRules
    folder = IndexFolder(path: path, files: files)
    reader = Mutex(CatalogReader(path: folder.catalog))
    replica = nil
    isFollowing = false
  }

  /// Names the folder of a copy of a shared store: changed together with it, or, without one that can be reached
  /// from here, not at all.
  package init(
    path: String, files: FileOperations = .system, copying replica: IndexReplica?,
    alertRules: [AlertRule] = []
  ) {
    self.path = path
    self.alertRules = alertRules
    folder = IndexFolder(path: path, files: files)
    reader = Mutex(CatalogReader(path: folder.catalog))
    self.replica = replica
    isFollowing = replica == nil
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
func liveGenerations(_ domains: [StoredDomain]) -> [String: Set<Int>] {
  Dictionary(domains.map { ($0.name, Set($0.files.map(\.generation))) }) { first, _ in first }
}
