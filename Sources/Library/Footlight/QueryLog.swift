import FootlightPlatform
import IndexStores
import Synchronization

/// Counts queries in memory until they are worth a write.
///
/// A server answers thousands of queries a second, and a durable write takes milliseconds.
final class QueryLog: Sendable {
  private struct Held: Sendable {
    var queries: [String: AskedQuery] = [:]
    /// Whether somebody is going to write them.
    var isScheduled = false
  }

  private let held = Mutex(Held())
  /// Held by whoever writes, so that nobody reads between taking the counts and having written them.
  private let writing = Mutex(())
  /// Counts are held for so many nanoseconds.
  static let delay: Int64 = 5_000_000_000

  /// Adds counts to those of their query.
  ///
  /// - Returns: whether the caller has to see to it that they are written after ``delay``.
  func add(_ counted: AskedQuery) -> Bool {
    held.withLock { held in
      let known = held.queries[counted.text]
      guard known != nil || held.queries.count < UserDatabase.mostQueries else { return false }
      held.queries[counted.text] = known.map { $0.adding(counted) } ?? counted
      defer { held.isScheduled = true }
      return !held.isScheduled
    }
  }

  /// Writes all counts that are held; those that cannot be written are held on.
  func write(_ body: ([AskedQuery]) throws(Failure) -> Void) throws(Failure) {
    try writing.withLock { (_) throws(Failure) in
      let taken = held.withLock { held in
        defer { held = Held() }
        return held.queries
      }
      do throws(Failure) {
        try body(taken.values.sorted { $0.text < $1.text })
      } catch {
        held.withLock { $0.queries.merge(taken) { later, earlier in earlier.adding(later) } }
        throw error
      }
    }
  }
}
