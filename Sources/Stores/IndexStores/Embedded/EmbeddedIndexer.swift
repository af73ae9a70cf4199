import FileHandles
package import FootlightPlatform
package import SearchEngine
import Synchronization

/// The right to change an embedded store, held as a lock on a file in its folder.
package final class EmbeddedIndexer: StoreIndexer {
  package let folder: IndexFolder
  let store: EmbeddedStore
  private let state: Mutex<State?>
  /// The deltas of each domain that were opened last.
  private let openDeltas = Mutex<[String: [OpenDelta]]>([:])

  /// The parts of the right, which are let go all at once.
  private struct State: ~Copyable {
    // Let go in this order: the catalog is closed before another indexer can open it.
    var catalog: Catalog
    var lock: FileLock
    /// The last generation number that was given out.
    var lastGeneration: Int
  }

  init(_ store: EmbeddedStore, _ patience: Patience) throws(Failure) {
    self.store = store
    let folder = store.folder
    self.folder = folder
    let lock = try FileLock(
      path: folder.lock, files: folder.files, waiting: patience.waits,
      cancellation: patience.cancellation, whenWaiting: patience.whenWaiting)
    var catalog =
      if let origin = store.origin {
        try origin.catalog(of: folder) { () throws(Failure) in
          try EmbeddedIndexer.openCatalog(folder)
        }
      } else { try EmbeddedIndexer.openCatalog(folder) }
    if store.origin == nil, try catalog.isCopy() { throw store.copyOnly }
    catalog.origin = store.origin
    let domains = try catalog.domains()
    // Files count as well: where a catalog was lost, a reader may still have them open.
    let last = max(
      domains.map(\.generation).max() ?? 0, try catalog.highestGeneration(),
      try folder.contents { $0.suffix.isEmpty }.map(\.generation).max() ?? 0)
    let leftovers = try folder.leftovers(live: liveGenerations(domains)).filter { file in
      file.suffix != GenerationFile.scratchSuffix || store.origin?.isAway(file) != true
    }
    if !leftovers.isEmpty {
      // A commit that failed at its very end can come back to life when the `-wal` is read from
      // its beginning; one that follows it puts an end to that. Then the files can go.
      try catalog.recordTidying()
      for file in leftovers { try folder.delete(file) }
    }
    state = Mutex(State(catalog: catalog, lock: lock, lastGeneration: last))
  }

  /// Opens the catalog; one that cannot be read is deleted, and everything is built anew: it
  /// holds nothing that cannot be derived again.
  private static func openCatalog(_ folder: IndexFolder) throws(Failure) -> Catalog {
    try folder.files.createPrivately(folder.catalog)
    do throws(Failure) {
      if try FileStatus.of(folder.damagedCatalog) != nil { throw Catalog.damaged(folder.catalog) }
      let catalog = try Catalog.forWriting(folder.catalog, files: folder.files)
      // Every row is read, so that damage is found here and not later.
      try catalog.check()
      return catalog
    } catch {
      // A header that claims to be of a later SQLite is read-only, whatever the rights are.
      let isLocked =
        error.concerns([.sqliteReadOnly]) && Folder.mayWrite(folder.catalog)
        && Folder.mayWrite(folder.path)
      guard isLocked || error.concerns(Catalog.damageCodes) else { throw error }
      try folder.deleteCatalog()
      try folder.files.createPrivately(folder.catalog)
      return try Catalog.forWriting(folder.catalog, files: folder.files)
    }
  }

  package func domains() throws(Failure) -> [StoredDomain] {
    try withState { state throws(Failure) in try state.catalog.domains() }
  }

  package func build(
    _ domain: String, settings: IndexSettings, memory: Int
  ) throws(Failure) -> any StoreBuild {
    try claim(domain, toBuild: true)
    var files: [GenerationFile] = []
    for _ in 0..<settings.shards { files.append(try nextFile(of: domain)) }
    let sequence = try withState { state throws(Failure) in try state.catalog.counter("sequence") }
    return try EmbeddedBuild(
      self, files, of: domain, settings: settings, memory: memory, sequence: sequence)
  }

  /// The name of a generation that nothing has yet.
  package func nextFile(of domain: String) throws(Failure) -> GenerationFile {
    try withState { state throws(Failure) in
      while true {
        guard state.lastGeneration < GenerationFile.highest else {
          throw Failure(
            .catalogDamaged, "the catalog of the index names a generation that cannot be",
            at: SourceLocation(file: folder.catalog),
            remedy: "run `footlight sync` again, which builds the index anew")
        }
        state.lastGeneration = try state.catalog.nextGeneration(after: state.lastGeneration)
        let file = GenerationFile(domain: domain, generation: state.lastGeneration)
        // Somebody else may have a file of this name here.
        if try FileStatus.of(folder.path(of: file), followingLinks: false) == nil { return file }
      }
    }
  }

  package func remove(_ domain: String) throws(Failure) {
    try claim(domain)
    let before = try withState { state throws(Failure) in
      let live = liveGenerations(try state.catalog.domains())[domain]
      try state.catalog.remove(domain)
      return live
    }
    do throws(Failure) {
      for number in before ?? [] { try delete(domain, number) }
      for file in try folder.contents(where: { $0.domain == domain }) { try folder.delete(file) }
      try folder.files.synchronizeFolder(folder.path)
    } catch {
      // It is removed all the same; the next indexer clears away what is left.
    }
  }

  package func restamp(_ domain: String, facts: DomainFacts) throws(Failure) {
    try claim(domain)
    try withState { state throws(Failure) in
      guard var stored = try state.catalog.domains().first(where: { $0.name == domain }) else {
        return
      }
      stored.facts = facts
      try state.catalog.replace(stored)
    }
  }

  /// Deletes a file that was live until now, whatever state it is in.
  private func delete(_ domain: String, _ generation: Int) throws(Failure) {
    let file = GenerationFile(domain: domain, generation: generation)
    try folder.delete(file, isKnown: true)
    try folder.delete(file.with(suffix: GenerationFile.damagedSuffix))
  }

  /// The searches of whose hits somebody wants to hear.
  var alertRules: [AlertRule] { store.alertRules }

  /// The changes that are committed together with a generation.
  package enum Ending {
    /// It was built of the whole source: changes recorded before are in it.
    case build(upTo: Int, AlertBatch)
    /// It holds what was there and a batch of changes.
    case change(ChangeCommit)
    /// It holds what was there.
    case merge
  }

  /// Makes the files of a domain the live ones and deletes its others.
  ///
  /// - Parameter deltas: the deltas that come and go; nil where all go.
  package func publish(
    _ stored: StoredDomain, _ ending: Ending, _ deltas: DeltaChange? = nil
  ) throws(Failure) -> StoredDomain {
    let (before, published) = try withState { state throws(Failure) in
      let before = liveGenerations(try state.catalog.domains())[stored.name]
      return (before, try state.catalog.publish(stored, ending, deltas))
    }
    let live = Set(stored.baseNumbers)
    if live == before { return published }
    do throws(Failure) {
      for number in before ?? [] where !live.contains(number) { try delete(stored.name, number) }
      let others = try folder.contents { file in
        file.domain == stored.name && !live.contains(file.generation)
      }
      for file in others { try folder.delete(file) }
      // Now and then is enough: the next deltas use the same pages.
      try withCatalog { (catalog) throws(Failure) in try catalog.reclaim(from: 256) }
    } catch {
      // It is published all the same; the next indexer clears away what is left.
    }
    return published
  }

  /// The deltas of a domain as they are in the catalog; those that are open already, here or for a
  /// reader, are not read again.
  func deltas(of stored: StoredDomain) throws(Failure) -> [OpenDelta] {
    var known = openDeltas.withLock { $0[stored.name] ?? [] }
    if known.isEmpty { known = try store.openDeltas(of: stored.name) }
    let deltas = try withCatalog { [known] (catalog) throws(Failure) in
      try catalog.deltas(of: stored, known: known)
    }
    openDeltas.withLock { $0[stored.name] = deltas }
    return deltas
  }

  package func close() {
    store.closeReader()
    openDeltas.withLock { $0.removeAll() }
    store.origin?.letGo(nil)
    state.withLock { state in state = nil }
  }

  /// Takes the right to change a domain from other machines, where the index is a copy of a shared store's.
  package func claim(_ domain: String, toBuild: Bool = false) throws(Failure) {
    guard let origin = store.origin else { return }
    try checkWhole(domain)
    try origin.claim(domain, for: self, toBuild: toBuild)
  }

  /// Refuses a domain of which this copy keeps some shards only.
  func checkWhole(_ domain: String) throws(Failure) {
    guard let stored = try domains().first(where: { $0.name == domain }),
      let refusal = ReplicaState.refusal(of: stored)
    else { return }
    throw refusal
  }

  /// Gives it back, so that others need not wait for the end.
  package func letGo(_ domain: String) {
    store.origin?.letGo(domain)
  }

  /// A domain as it is published of the same declaration, where nobody has met damage in it: its files can go on in the
  /// next generation.
  package func published(_ domain: String, _ fingerprint: String) throws(Failure) -> StoredDomain? {
    guard store.origin?.isBroken(domain) != true,
      let present = try domains().first(where: { $0.name == domain }),
      present.facts.fingerprint == fingerprint, try !folder.isMarkedDamaged(present)
    else { return nil }
    return present
  }

  /// Sends a generation to the shared store, where there is one, before it is published.
  func upload(_ file: GenerationFile) throws(Failure) {
    try store.origin?.upload(file, at: folder.path(of: file))
  }

  /// Lends the catalog.
  package func withCatalog<Value: Sendable>(
    _ body: (borrowing Catalog) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try withState { state throws(Failure) in try body(state.catalog) }
  }

  private func withState<Value: Sendable>(
    _ body: (inout State) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let result: Result<Value, Failure> = state.withLock { state in
      guard var current = state.take() else {
        return .failure(
          Failure(.indexerClosed, "the right to change the index was given back already"))
      }
      let result: Result<Value, Failure>
      do throws(Failure) {
        result = .success(try body(&current))
      } catch {
        folder.noteCatalogDamage(error)
        result = .failure(error)
      }
      state = consume current
      return result
    }
    return try result.get()
  }
}
