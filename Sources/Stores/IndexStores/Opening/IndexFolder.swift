import FileHandles
package import FootlightPlatform
import SearchEngine

/// The folder of an index: what its files are called, and which of them nobody needs.
package struct IndexFolder: Sendable {
  /// The path.
  package let path: String
  /// The operations that change files.
  package let files: FileOperations

  /// The path of the catalog.
  package var catalog: String { Path.join(path, Catalog.fileName) }
  /// The path of the marker of a damaged catalog.
  var damagedCatalog: String { catalog + GenerationFile.damagedSuffix }
  /// The path of the file that the indexer locks.
  var lock: String { Path.join(path, "lock") }

  /// The path of a generation, or of what lies beside it.
  package func path(of file: GenerationFile) -> String { Path.join(path, file.name) }

  /// The generations in the folder and what lies beside them, as far as this program made them;
  /// nothing in a folder that is missing.
  package func contents(
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
  package func leftovers(live: [String: Set<Int>]) throws(Failure) -> [GenerationFile] {
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
  package func isMarkedDamaged(_ domain: StoredDomain) throws(Failure) -> Bool {
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
  package func delete(_ file: GenerationFile, isKnown: Bool = false) throws(Failure) {
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

extension UserDatabase {
  /// Names the file in the folder of an index; it is never made in a folder that is somebody else's.
  ///
  /// - Parameter place: the place to which keys of an earlier program are bound; nil where there can be none.
  package init(
    inIndex path: String, files: FileOperations = .system,
    place: @escaping KeyPlace = { () throws(Failure) in nil }
  ) {
    self.init(
      path: Path.join(path, UserDatabase.fileName), files: files,
      refusal: { folder in
        do throws(Failure) {
          try IndexFolder(path: folder, files: files).checkOwnership()
          return nil
        } catch {
          return error
        }
      }, place: place)
  }
}

/// Files of an index are known by their contents, never by their names: others may keep files in
/// the folder, and a folder can be named by mistake.
extension IndexFolder {
  /// The text of a marker of damage.
  static let damageMark = "Footlight has met damage in the index of this name.\n"

  /// Whether this program made what bears the name of a generation, or of what may lie beside one.
  func isOurs(_ file: GenerationFile) throws(Failure) -> Bool {
    let path = path(of: file)
    switch file.suffix {
    case "":
      if try SegmentMark.isOurs(path) { return true }
      return try isOfEarlierFormat(path)
    case GenerationFile.scratchSuffix:
      return try ScratchFolder(path: path, files: files).isOurs()
    default:
      guard let status = try FileStatus.of(path, followingLinks: false), status.kind == .file,
        status.size == IndexFolder.damageMark.utf8.count
      else { return false }
      let text = try File.readWhole(path, limit: 256)
      return text.text(text.all) == IndexFolder.damageMark
    }
  }

  /// Whether a file is a generation of a version before the eleventh format, which wrote databases: they go when their domain is
  /// built again.
  private func isOfEarlierFormat(_ path: String) throws(Failure) -> Bool {
    guard try DatabaseMark.application(of: path) == IndexFolder.earlierGenerations else {
      return false
    }
    do throws(Failure) {
      let connection = try Connection(path: path, mode: .readOnly)
      let name = try connection.statement("SELECT info FROM seg WHERE id = 1")
      return try !name.step() || name.text(0) == Path.name(of: path)
    } catch {
      // A build that did not end left it, or it is damaged.
      return true
    }
  }

  /// The application id of those databases, "FOOg".
  private static let earlierGenerations: UInt32 = 0x464F_4F67

  /// Refuses a folder that holds something and is no index.
  ///
  /// - Throws: `index.foreign`.
  func checkOwnership() throws(Failure) {
    guard try Folder.exists(path) else { return }
    let entries = try files.list(path)
    var others: String?
    for entry in entries {
      if entry.isExact, try bearsMark(entry.name) { return }
      let isFixed = IndexFolder.fixedNames.contains(entry.name)
      if !isFixed, others == nil { others = entry.name }
    }
    if let others {
      throw IndexFolder.foreign(path, "the folder holds \(others), and is no index")
    }
    // All other names are ours and lack a mark: not written yet, of an earlier version, or damaged.
    if try isForeignDatabase(catalog) {
      throw IndexFolder.foreign(catalog, "this is a database of another program")
    }
  }

  /// Whether a file alone shows that the folder is an index.
  private func bearsMark(_ name: String) throws(Failure) -> Bool {
    switch name {
    case Catalog.fileName, UserDatabase.fileName:
      guard let mark = try DatabaseMark.application(of: Path.join(path, name)) else { return false }
      if mark != 0 { return mark == Catalog.application || mark == UserDatabase.application }
      return try hasTablesOfOurs(name)
    default:
      guard let file = GenerationFile(name: name), file.suffix != GenerationFile.damagedSuffix
      else { return false }
      return try isOurs(file)
    }
  }

  /// Whether a database without a mark is one of an earlier version, or its mark is still in its log.
  private func hasTablesOfOurs(_ name: String) throws(Failure) -> Bool {
    do throws(Failure) {
      let tables = try IndexFolder.tables(of: Path.join(path, name))
      let own = name == UserDatabase.fileName ? ["permission", "pushed"] : ["counter"]
      return !tables.isDisjoint(with: own)
    } catch {
      return false
    }
  }

  /// Whether a healthy database bears another program's mark, or holds tables and none of ours.
  private func isForeignDatabase(_ path: String) throws(Failure) -> Bool {
    guard let mark = try DatabaseMark.application(of: path) else { return false }
    guard mark == 0 else { return mark != Catalog.application }
    do throws(Failure) {
      let tables = try IndexFolder.tables(of: path)
      return !tables.isEmpty && !tables.contains("counter")
    } catch {
      return false
    }
  }

  private static func tables(of path: String) throws(Failure) -> Set<String> {
    let connection = try Connection(path: path, mode: .readOnly)
    let statement = try connection.statement("SELECT name FROM sqlite_schema WHERE type = 'table'")
    var names: Set<String> = []
    while try statement.step() { names.insert(statement.text(0)) }
    return names
  }

  /// The names that this program gives to files which belong to no generation.
  private static let fixedNames: Set<String> = {
    var names: Set<String> = [
      "lock", ReplicaAge.fileName, CatalogWitness.fileName, UserDatabase.lockName,
      UserDatabase.backupLockName, AlertReader.programLockName,
      Catalog.fileName + GenerationFile.damagedSuffix,
    ]
    names.formUnion(ReplicaState.fileNames)
    let databases = [
      Catalog.fileName, UserDatabase.fileName, UserDatabase.replacedName, UserDatabase.backupName,
      UserDatabase.backupName + UserDatabase.unfinishedSuffix,
    ]
    for name in databases {
      for suffix in ["", "-wal", "-shm", "-journal"] { names.insert(name + suffix) }
    }
    return names
  }()

  package static func foreign(_ path: String, _ message: String) -> Failure {
    Failure(
      .indexForeign, message, at: SourceLocation(file: path),
      remedy: "name a folder that is empty, is not there yet, or is an index, with --index")
  }
}
