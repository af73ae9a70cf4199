import FileHandles
package import FootlightPlatform
import SearchEngine

extension EmbeddedStore {
  /// Looks for faults of the folder and of files that belong to no domain: damage of the catalog
  /// and of `user.sqlite`, missing rights, and files that nobody needs.
  ///
  /// Every page of both databases is read (SQLite: PRAGMA integrity_check).
  package func examine() throws(Failure) -> [Diagnostic] {
    guard try Folder.exists(path) else { return [] }
    var found: [Diagnostic] = []
    for (name, code, remedy) in [
      (
        Catalog.fileName, DiagnosticCode.catalogDamaged,
        ReplicaAge.isCopy(path)
          ? "run `footlight store pull`, which fetches it again"
          : "run `footlight sync`, which builds the index anew"
      ),
      (
        UserDatabase.fileName, DiagnosticCode.userDataDamaged,
        "put a copy of the file in its place; without one delete it, and allow again what was allowed"
      ),
    ] {
      let file = Path.join(path, name)
      do throws(Failure) {
        guard try FileStatus.of(file) != nil, let fault = try EmbeddedStore.fault(of: file) else {
          continue
        }
        found.append(
          Diagnostic(
            code, "the file is damaged: \(fault)", at: SourceLocation(file: file), remedy: remedy))
      } catch {
        let isDamage = error.concerns([.sqliteCorrupt, .sqliteNotADatabase, .sqliteStatement])
        found +=
          isDamage
          ? [
            Diagnostic(
              code, "the file is no database that can be read", at: SourceLocation(file: file),
              remedy: remedy)
          ] : error.diagnostics
      }
    }
    found += unwritable()
    // A catalog that cannot be read has been spoken of.
    guard !found.contains(where: { $0.code == .catalogDamaged }) else { return found }
    found += try unlikePublished()
    let leftovers = try leftovers()
    if !leftovers.isEmpty {
      let bytes = leftovers.reduce(0) { $0 + $1.bytes }
      found.append(
        Diagnostic(
          .indexLeftovers,
          "files of \(bytes) bytes belong to no index that is in use: \(leftovers.count)",
          at: SourceLocation(file: path), remedy: "`footlight compact` deletes them",
          severity: .note))
    }
    return found
  }

  /// The files of a copy that are not those that were pulled, whatever their own checksums say.
  private func unlikePublished() throws(Failure) -> [Diagnostic] {
    guard ReplicaAge.isCopy(path) else { return [] }
    var found: [Diagnostic] = []
    for (domain, file, digest) in try copiedFiles() {
      let path = folder.path(of: file)
      // One that is gone is spoken of with its domain.
      guard try FileStatus.of(path, followingLinks: false)?.kind == .file,
        try Hexadecimal.text(ExtentDigests.digest(ofFile: path)) != digest
      else { continue }
      let failure = Failure(
        .indexDamaged, "this is not the file that was pulled from the shared store",
        at: SourceLocation(file: path), remedy: "run `footlight store pull`, which fetches it again"
      )
      folder.noteDamage(of: domain, failure)
      found += failure.diagnostics
    }
    return found
  }

  /// The files that were pulled, with the digests that these had then.
  private func copiedFiles() throws(Failure) -> [(StoredDomain, GenerationFile, String)] {
    guard try FileStatus.of(folder.catalog) != nil else { return [] }
    // Where nobody can write, nobody does.
    let hasLog = try FileStatus.of(folder.catalog + "-wal") != nil
    let catalog = try Catalog.forReading(
      folder.catalog, isImmutable: !Folder.mayWrite(path) && !hasLog)
    var pulled: [(StoredDomain, GenerationFile, String)] = []
    for domain in try catalog.domains() {
      let digests = try catalog.copiedDigests(of: domain.name)
      for file in domain.files {
        if let digest = digests[file.generation] { pulled.append((domain, file, digest)) }
      }
    }
    return pulled
  }

  private func unwritable() -> [Diagnostic] {
    guard !Folder.mayWrite(path) else { return [] }
    return [
      Diagnostic(
        .indexReadOnly, "this user can search the index but not change it",
        at: SourceLocation(file: path),
        remedy: "check the permissions of the folder, or name another one with --index",
        severity: .warning)
    ]
  }

  /// The first fault that SQLite finds in a database; nil for none.
  private static func fault(of file: String) throws(Failure) -> String? {
    do throws(Failure) {
      return try fault(of: Connection(path: file, mode: .readOnly))
    } catch {
      // As for every reader: where nobody can write, nobody does.
      guard error.concerns([.sqliteCannotOpen, .sqliteReadOnly, .fileForbidden]),
        try FileStatus.of(file + "-wal") == nil
      else { throw error }
      return try fault(of: Connection(path: file, mode: .immutable))
    }
  }

  private static func fault(of connection: borrowing Connection) throws(Failure) -> String? {
    let answer = try connection.pragma("integrity_check(1)") ?? "ok"
    return answer == "ok" ? nil : answer.split(whereSeparator: \.isNewline).joined(separator: "; ")
  }
}
