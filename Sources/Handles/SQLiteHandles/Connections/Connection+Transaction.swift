package import FootlightPlatform

extension Connection {
  /// When a transaction takes its lock.
  package enum TransactionKind: String, Sendable, Hashable {
    /// At the first read or write.
    case deferred = "DEFERRED"
    /// The write lock, at once.
    case immediate = "IMMEDIATE"
    /// The write lock, at once, and no readers outside WAL mode.
    case exclusive = "EXCLUSIVE"
  }

  /// Runs `body` in a transaction: committed when it returns, rolled back when it throws.
  package func transaction<Result>(
    _ kind: TransactionKind = .immediate, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try begin(kind)
    do throws(Failure) {
      let result = try body()
      try commit()
      return result
    } catch {
      rollback()
      throw error
    }
  }

  /// Begins a transaction.
  package func begin(_ kind: TransactionKind = .immediate) throws(Failure) {
    try execute("BEGIN \(kind.rawValue)")
  }

  /// Commits the open transaction; when that fails, it stays open.
  package func commit() throws(Failure) {
    try execute("COMMIT")
  }

  /// Rolls the open transaction back, if SQLite has not done so already.
  package func rollback() {
    guard inTransaction else { return }
    do throws(Failure) {
      try execute("ROLLBACK")
    } catch {
      // The failure that led here is the one to report; closing rolls back in any case.
    }
  }
}
