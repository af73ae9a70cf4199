import FileHandles
package import FootlightPlatform
package import IndexStores

/// The room on the disk of a copy.
extension IndexReplica {
  /// The codes of a disk that is full.
  private static let fullCodes: Set<DiagnosticCode> = [.diskFull, .sqliteFull]

  /// Forgets domains; their files go at once, so that there is room for what comes.
  func forget(
    _ catalog: borrowing Catalog, _ folder: IndexFolder, where isGone: (String) -> Bool
  ) throws(Failure) {
    for domain in try catalog.domains() where isGone(domain.name) {
      try catalog.forget(domain.name, token: nil)
      try delete(Set(domain.files), catalog, folder)
    }
  }

  package func catalog(
    of folder: IndexFolder, _ open: () throws(Failure) -> Catalog
  ) throws(Failure) -> Catalog {
    let catalog = try IndexReplica.makingRoom(in: folder, open)
    try pull(into: catalog, folder)
    return catalog
  }

  /// Opens the catalog, on a full disk in the room of files that no catalog names; the lock is held.
  private static func makingRoom(
    in folder: IndexFolder, _ open: () throws(Failure) -> Catalog
  ) throws(Failure) -> Catalog {
    do throws(Failure) {
      return try open()
    } catch {
      guard error.concerns(fullCodes) else { throw error }
      var left = try folder.contents { $0.suffix == GenerationFile.scratchSuffix }
      // Without a log the file of the catalog is all of it, and is read without room for anything beside it.
      if try FileStatus.of(folder.catalog) != nil, try !Catalog.hasLog(folder.catalog) {
        let domains = try Catalog.forReading(folder.catalog, isImmutable: true).domains()
        left = try folder.leftovers(live: liveGenerations(domains))
      }
      for file in left { try folder.delete(file) }
      do throws(Failure) {
        return try open()
      } catch {
        throw noRoom(error, folder)
      }
    }
  }

  /// Writes something small, on a full disk in the room of what an earlier pull has left there.
  ///
  /// These are files of domains that have not come whole; without this nobody on a full disk could ask for less.
  func makingRoom(
    _ catalog: borrowing Catalog, _ folder: IndexFolder,
    _ write: (borrowing Catalog) throws(Failure) -> Void
  ) throws(Failure) {
    do throws(Failure) {
      try write(catalog)
    } catch {
      guard error.concerns(IndexReplica.fullCodes) else { throw error }
      // No commit is asked for before they go, since there may be no room for it: where one that has failed at its very
      // end comes back to life and names one of them, the next pull fetches it again.
      for file in try folder.leftovers(live: liveGenerations(catalog.domains())) {
        try folder.delete(file)
      }
      do throws(Failure) {
        try write(catalog)
      } catch {
        throw IndexReplica.noRoom(error, folder)
      }
    }
  }

  /// Tells how to go on where a disk is so full that the copy cannot even note what it is to keep.
  private static func noRoom(_ failure: Failure, _ folder: IndexFolder) -> Failure {
    guard failure.concerns(fullCodes) else { return failure }
    return Failure(
      .diskFull, "the disk is too full to note what this machine keeps of the shared store",
      at: SourceLocation(file: folder.path),
      remedy:
        "free some megabytes there, and run it again: then `footlight store pull --disk` and `--domain` make room"
    )
  }

  /// Deletes files that the catalog names no longer.
  func delete(
    _ files: Set<GenerationFile>, _ catalog: borrowing Catalog, _ folder: IndexFolder
  ) throws(Failure) {
    guard !files.isEmpty else { return }
    // A commit that failed at its very end can come back to life; one that follows it puts an end to that.
    try catalog.recordTidying()
    for file in files { try folder.delete(file) }
  }
}
