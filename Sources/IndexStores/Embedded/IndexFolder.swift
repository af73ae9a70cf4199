import FootlightDiagnostics
import FootlightPlatform

/// The folder of an index: what its files are called, and which of them nobody needs.
struct IndexFolder: Sendable {
  /// The path.
  let path: String
  /// What changes files.
  let files: FileOperations

  /// The path of the catalog.
  var catalog: String { Path.join(path, Catalog.fileName) }
  /// The path of the file that the indexer locks.
  var lock: String { Path.join(path, "lock") }

  /// The path of a generation, or of what lies beside it.
  func path(of file: GenerationFile) -> String { Path.join(path, file.name) }

  /// The generations in the folder and what lies beside them; nothing in a folder that is missing.
  func contents() throws(Failure) -> [GenerationFile] {
    guard try Folder.exists(path) else { return [] }
    return try files.list(path).compactMap { GenerationFile(name: $0.name) }
  }

  /// What belongs to no live generation: half-built, replaced, or left by a removed domain.
  ///
  /// Beside a live generation only a marker of damage means something.
  func leftovers(live: [String: Int]) throws(Failure) -> [GenerationFile] {
    try contents().filter { file in
      guard live[file.domain] == file.generation else { return true }
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
      _ = try files.create(path(of: file.with(suffix: GenerationFile.damagedSuffix)))
    } catch {
      // Somebody who may not write here is told by the failure alone.
    }
  }

  /// Deletes a generation or what lies beside it.
  func delete(_ file: GenerationFile) throws(Failure) {
    if file.suffix == GenerationFile.scratchSuffix {
      try files.removeTree(path(of: file))
    } else {
      try files.remove(path(of: file))
    }
  }

  /// Deletes the catalog and its companions.
  func deleteCatalog() throws(Failure) {
    for suffix in ["-wal", "-shm", "-journal", ""] { try files.remove(catalog + suffix) }
  }
}
