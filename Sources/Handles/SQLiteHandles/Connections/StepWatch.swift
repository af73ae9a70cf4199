import CSystemSQLite
import FootlightPlatform

/// Counts the steps of SQLite's virtual machine between two rows and ends a statement that takes
/// too many, or that nobody waits for any more.
///
/// Not Sendable, as the connection that it watches is not.
final class StepWatch {
  /// How many steps lie between two looks.
  static let interval = 20_000

  private let limit: Int
  private let cancellation: Cancellation
  private var steps = 0

  init(limit: Int, cancellation: Cancellation) {
    self.limit = limit
    self.cancellation = cancellation
  }

  /// Another row is asked for.
  func begin() {
    steps = 0
  }

  /// Whether the statement must end; asked by SQLite.
  func mustEnd() -> Bool {
    steps &+= StepWatch.interval
    return steps > limit || cancellation.isCancelled
  }

  /// Why the statement was ended.
  func failure(_ sql: String, _ path: String) -> Failure {
    if cancellation.isCancelled { return Failure(.cancelled, "stopped before it was done") }
    return Failure(
      .sqliteSteps, "the query took more than \(limit) steps without a row",
      at: SourceLocation(file: path),
      remedy: "look for a join or a recursion without end, add an index, or raise `step_limit`")
  }
}
