package import FootlightPlatform
package import IndexStores

extension StoreIndexer {
  /// Merges the deltas of a domain once they hold more than a tenth of its items: each changed item then pays for ten
  /// others, whatever the size of the domain.
  ///
  /// All changes are applied already; where the merge fails, the next ones try again, and what was wrong is a warning.
  package func merging(
    _ stored: StoredDomain, memory: Int, _ cancellation: Cancellation?
  ) -> (stored: StoredDomain, warnings: [Diagnostic]) {
    guard stored.segments > 1 else { return (stored, []) }
    do throws(Failure) {
      let merged = try mergeLargeDeltas(
        of: stored.name, memory: memory, cancellation ?? Cancellation())
      return (merged ?? stored, [])
    } catch {
      return (stored, error.asWarnings.filter { $0.code != .cancelled })
    }
  }
}
