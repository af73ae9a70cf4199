import FootlightDiagnostics
import FootlightPlatform

/// The room on the disk of a copy.
extension IndexReplica {
  /// Forgets domains; where room is scarce their files go at once.
  func forget(
    _ catalog: borrowing Catalog, _ folder: IndexFolder, isBounded: Bool,
    where isGone: (String) -> Bool
  ) throws(Failure) {
    for domain in try catalog.domains() where isGone(domain.name) {
      try catalog.forget(domain.name, token: nil)
      if isBounded { try delete(Set(domain.files), catalog, folder) }
    }
  }

  /// Writes something small, on a full disk in the room of what an earlier pull has left there.
  ///
  /// That are files of domains that have not come whole. Who can write nothing could not wish for less either.
  func makingRoom(
    _ catalog: borrowing Catalog, _ folder: IndexFolder, _ write: () throws(Failure) -> Void
  ) throws(Failure) {
    do throws(Failure) {
      try write()
    } catch {
      guard error.concerns([.diskFull]) else { throw error }
      let left = try folder.leftovers(live: liveGenerations(catalog.domains()))
      // No catalog names a scratch folder, and without it there is room for what the others need.
      for file in left where file.suffix == GenerationFile.scratchSuffix { try folder.delete(file) }
      try delete(Set(left), catalog, folder)
      try write()
    }
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
