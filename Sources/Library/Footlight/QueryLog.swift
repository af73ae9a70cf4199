import FootlightDiagnostics
import FootlightPlatform
import Synchronization
import UserData

/// Counts queries in memory until they are worth a write.
///
/// A server answers thousands of queries a second, and a durable write takes milliseconds.
final class QueryLog: Sendable {
  private struct Counts: Sendable {
    var queries: [String: AskedQuery] = [:]
    var since: Int64?
  }

  private let counts = Mutex(Counts())
  /// So many different queries are held at most.
  private static let most = 256
  /// Counts are held for so many nanoseconds at most.
  private static let longest: Int64 = 5_000_000_000

  /// Adds to the counts of a query.
  ///
  /// - Returns: the counts that should be written now; none yet otherwise.
  func add(
    _ text: String, hits: Int?, picks: Int, day: Int, now: Int64
  ) -> [AskedQuery] {
    guard !text.isEmpty else { return [] }
    return counts.withLock { counts in
      var query = counts.queries[text] ?? AskedQuery(text)
      if let hits {
        query.asked += 1
        query.hits = hits
      }
      query.picks += picks
      query.day = day
      counts.queries[text] = query
      let since = counts.since ?? now
      counts.since = since
      let isDue = counts.queries.count >= QueryLog.most || now - since >= QueryLog.longest
      return isDue ? QueryLog.take(&counts) : []
    }
  }

  /// Takes all counts that are held.
  func take() -> [AskedQuery] { counts.withLock { QueryLog.take(&$0) } }

  private static func take(_ counts: inout Counts) -> [AskedQuery] {
    defer { counts = Counts() }
    return counts.queries.values.sorted { $0.text < $1.text }
  }
}
