package import FootlightPlatform
package import IndexStores

extension EmbeddedStore {
  /// The link to the shared store, where this is a copy that is changed together with one.
  package var replica: IndexReplica? { origin as? IndexReplica }

  /// Brings a copy of a shared store up to what is published; false when there was nothing new.
  ///
  /// Takes the lock, and clears away what a killed one left behind, only when there is something.
  ///
  /// A domain that cannot be fetched is passed over, so that all else comes; with `retrying` also what an earlier call has
  /// passed over is tried once more. What is kept is
  /// remembered: all that others have goes from the folder.
  ///
  /// - Throws: `lock.held` while another process indexes here; what the store says; at the end, why some domains
  ///   could not be fetched.
  @discardableResult
  package func pull(
    _ patience: Patience = .none, retrying isRetried: Bool = true,
    keeping: CopyWish? = nil
  ) throws(Failure) -> Bool {
    guard let replica else { return false }
    replica.keep(keeping)
    let hasNews = try replica.hasNews(retrying: isRetried)
    if try FileStatus.of(folder.catalog) != nil, !hasNews {
      ReplicaAge.notePull(folder)
      return false
    }
    try indexer(patience).close()
    if let failure = replica.failure { throw failure }
    return true
  }
}
