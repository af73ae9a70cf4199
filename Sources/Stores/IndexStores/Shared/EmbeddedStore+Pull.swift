package import FootlightDiagnostics
import FootlightPlatform

extension EmbeddedStore {
  /// Brings a copy of a shared store up to what is published; false when there was nothing new.
  ///
  /// Takes the lock, and clears away what a killed one left behind, only when there is something.
  ///
  /// - Throws: `lock.held` while another process indexes here; what the store says.
  @discardableResult
  package func pull(_ patience: Patience = .none) throws(Failure) -> Bool {
    guard let replica else { return false }
    if try FileStatus.of(folder.catalog) != nil, try !replica.hasNews() {
      ReplicaAge.notePull(folder)
      return false
    }
    try indexer(patience).close()
    if let failure = replica.failure { throw failure }
    return true
  }
}
