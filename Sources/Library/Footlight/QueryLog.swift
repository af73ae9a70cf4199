import FootlightDiagnostics
import FootlightPlatform
import Synchronization
import UserData

/// Counts queries in memory until they are worth a write.
///
/// A server answers thousands of queries a second, and a durable write takes milliseconds.
final class QueryLog: Sendable {
  /// When the counts that are held should be written.
  enum Due: Sendable { case now, later, known }

  private let counts = Mutex<[String: AskedQuery]>([:])
  /// Held by whoever writes, so that nobody reads between taking the counts and having written them.
  private let writing = Mutex(())
  /// So many different queries are held at most.
  private static let most = 256
  /// Counts are held for so many nanoseconds.
  static let longest: Int64 = 5_000_000_000

  /// Adds to the counts of a query.
  func add(_ text: String, hits: Int?, picks: Int, day: Int) -> Due {
    guard !text.isEmpty else { return .known }
    return counts.withLock { counts in
      let isFirst = counts.isEmpty
      var query = counts[text] ?? AskedQuery(text)
      if let hits {
        query.asked += 1
        query.hits = hits
      }
      query.picks += picks
      query.day = day
      counts[text] = query
      return counts.count == QueryLog.most ? .now : isFirst ? .later : .known
    }
  }

  /// Writes all counts that are held; those that cannot be written are held on.
  func write(_ body: ([AskedQuery]) throws(Failure) -> Void) throws(Failure) {
    try writing.withLock { (_) throws(Failure) in
      let held = counts.withLock { counts in
        defer { counts = [:] }
        return counts
      }
      do throws(Failure) {
        try body(held.values.sorted { $0.text < $1.text })
      } catch {
        putBack(held)
        throw error
      }
    }
  }

  private func putBack(_ held: [String: AskedQuery]) {
    counts.withLock { counts in
      guard counts.count < QueryLog.most else { return }
      counts.merge(held) { newer, older in
        AskedQuery(
          newer.text, asked: newer.asked + older.asked, hits: newer.hits,
          picks: newer.picks + older.picks, day: max(newer.day, older.day))
      }
    }
  }
}
