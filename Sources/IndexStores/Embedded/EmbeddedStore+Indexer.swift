public import FootlightDiagnostics
import FootlightPlatform
import SQLiteHandles

extension EmbeddedStore {
  /// Takes the lock, and clears away what a killed indexer left behind.
  public func indexer(_ patience: Patience) throws(Failure) -> any StoreIndexer {
    do throws(Failure) {
      try folder.files.createFolder(path, parents: true)
      return try EmbeddedIndexer(self, patience)
    } catch {
      throw explained(error)
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
