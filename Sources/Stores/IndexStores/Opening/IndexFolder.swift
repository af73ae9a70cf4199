import FileHandles
import FootlightPlatform

/// The folder of an index: what its files are called, and which of them nobody needs.
struct IndexFolder: Sendable {
  /// The path.
  let path: String
  /// The operations that change files.
  let files: FileOperations

  /// The path of the catalog.
  var catalog: String { Path.join(path, Catalog.fileName) }
  /// The path of the marker of a damaged catalog.
  var damagedCatalog: String { catalog + GenerationFile.damagedSuffix }
  /// The path of the file that the indexer locks.
  var lock: String { Path.join(path, "lock") }

  /// The path of a generation, or of what lies beside it.
  func path(of file: GenerationFile) -> String { Path.join(path, file.name) }

  /// The generations in the folder and what lies beside them, as far as this program made them;
  /// nothing in a folder that is missing.
  func contents(
    where isWanted: (GenerationFile) -> Bool = { _ in true }
  ) throws(Failure) -> [GenerationFile] {
    guard try Folder.exists(path) else { return [] }
    var found: [GenerationFile] = []
    for entry in try files.list(path) {
      guard entry.isExact, let file = GenerationFile(name: entry.name), isWanted(file),
        try isOurs(file)
      else { continue }
      found.append(file)
    }
    return found
  }

  /// The files that belong to no live generation: half-built, replaced, or left by a removed
  /// domain.
  ///
  /// Beside a live generation only a marker of damage means something.
  func leftovers(live: [String: Set<Int>]) throws(Failure) -> [GenerationFile] {
    try contents { file in
      guard live[file.domain]?.contains(file.generation) == true else { return true }
      return file.suffix != "" && file.suffix != GenerationFile.damagedSuffix
    }
  }

  /// How many bytes a file or the files of a folder hold; 0 for what is gone meanwhile.
  func size(of path: String) throws(Failure) -> Int {
    guard let status = try FileStatus.of(path, followingLinks: false) else { return 0 }
    guard status.kind == .folder else { return status.size }
    var sum = 0
    for entry in try files.list(path) { sum += try size(of: Path.join(path, entry.name)) }
    return sum
  }

  /// Tells the next indexer by a marker that a generation, or a delta beside it, is damaged.
  func noteDamage(of domain: StoredDomain, _ failure: Failure) {
    guard failure.concerns(EmbeddedSnapshot.damageCodes) else { return }
    let file = GenerationFile(domain: domain.name, generation: domain.generation)
    do throws(Failure) {
      let marker = try files.create(
        path(of: file.with(suffix: GenerationFile.damagedSuffix)), exclusively: true,
        permissions: 0o600)
      let text = ByteArena(IndexFolder.damageMark)
      try marker.write(text, text.all)
    } catch {
      // It is there already; and who may not write here is told by the failure alone.
    }
  }

  /// Whether somebody has met damage in a domain since it was built.
  func isMarkedDamaged(_ domain: StoredDomain) throws(Failure) -> Bool {
    let file = GenerationFile(domain: domain.name, generation: domain.generation)
    return try FileStatus.of(
      path(of: file.with(suffix: GenerationFile.damagedSuffix)), followingLinks: false) != nil
  }

  /// Tells the next indexer by a marker that a write met damage of the catalog.
  func noteCatalogDamage(_ failure: Failure) {
    guard failure.concerns([.sqliteCorrupt, .sqliteNotADatabase]) else { return }
    do throws(Failure) {
      _ = try files.create(damagedCatalog, exclusively: true, permissions: 0o600)
    } catch {
      // It is there already; or nothing can be written here at all.
    }
  }

  /// Deletes a generation or what lies beside it, where this program made it.
  ///
  /// - Parameter isKnown: whether the catalog has named it, so that a damaged one goes as well.
  func delete(_ file: GenerationFile, isKnown: Bool = false) throws(Failure) {
    if file.suffix == GenerationFile.scratchSuffix {
      try ScratchFolder(path: path(of: file), files: files).remove()
      return
    }
    if !isKnown, try !isOurs(file) { return }
    try files.remove(path(of: file))
  }

  /// Deletes the catalog and its companions.
  func deleteCatalog() throws(Failure) {
    for suffix in ["-wal", "-shm", "-journal", ""] { try files.remove(catalog + suffix) }
    try files.remove(damagedCatalog)
  }
}
