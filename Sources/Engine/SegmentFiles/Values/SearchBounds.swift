package import FootlightPlatform

/// When a search has to stop before it is done: at a time, or when somebody says so.
public struct SearchBounds: Sendable {
  /// The instant, in nanoseconds of `clock`; nil for never.
  package var deadline: Int64?
  /// The clock.
  package var clock: @Sendable () -> Int64
  /// The flag by which any thread stops the search.
  package var cancellation: Cancellation?

  /// Makes bounds.
  package init(
    deadline: Int64? = nil, clock: @escaping @Sendable () -> Int64,
    cancellation: Cancellation? = nil
  ) {
    self.deadline = deadline
    self.clock = clock
    self.cancellation = cancellation
  }

  /// Throws `cancelled`, or `search.cut` after the deadline.
  @usableFromInline package func check() throws(Failure) {
    try cancellation?.check()
    if let deadline, clock() >= deadline {
      throw Failure(.searchCut, "the search was stopped before it was done")
    }
  }
}

extension Failure {
  /// Whether a search was stopped by its deadline: what it has found until then is good.
  package var isCut: Bool { concerns([.searchCut]) }
}
