public import FootlightPlatform
import IndexStores

extension Library {
  /// Deletes the index data of domains, and their declarations if wished.
  ///
  /// - Throws: `domain.unknown`, `lock.held`.
  public func remove(
    _ domains: [String], declarations: Bool = false, waits: Bool = false,
    cancellation: Cancellation? = nil
  ) throws(Failure) -> [RemovedDomain] {
    guard !domains.isEmpty else { return [] }
    let selection = DomainSelection(domains)
    let files = try declarationPaths()
    // Only the names count here: a damaged index is removed all the same.
    let before = try storedNames()
    try selection.check(against: Set(before).union(files.keys))
    let indexer = try store.indexer(
      waits ? Patience(cancellation: cancellation) : .none)
    defer { indexer.close() }
    let stored = Dictionary(try indexer.domains().map { ($0.name, $0) }) { first, _ in first }
    var removed: [RemovedDomain] = []
    for name in Set(stored.keys).union(files.keys).sorted() where selection.contains(name) {
      if stored[name] != nil { try indexer.remove(name) }
      var result = RemovedDomain(domain: name, items: stored[name]?.items ?? 0)
      if let file = files[name] {
        if declarations {
          try world.files.remove(file.path)
          result.deletedDeclaration = file.shown
        } else {
          result.remainingDeclaration = file.shown
        }
      }
      removed.append(result)
    }
    return removed
  }

  private func storedNames() throws(Failure) -> [String] {
    do throws(Failure) {
      return try store.snapshot(of: []).domains.map(\.name)
    } catch {
      guard error.concerns([.catalogDamaged]) else { throw error }
      return []
    }
  }

  /// The declarations by the domains that they declare, also when they cannot be used.
  private func declarationPaths() throws(Failure) -> [String: DeclarationFile] {
    var paths: [String: DeclarationFile] = [:]
    for file in try DeclarationFile.all(in: workspace, files: world.files) {
      if let name = file.probableName() { paths[name] = file }
    }
    return paths
  }
}
