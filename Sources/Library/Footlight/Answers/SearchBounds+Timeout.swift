import FootlightPlatform
import SegmentFiles

extension SearchBounds {
  /// When a search stops that began at `began`, in nanoseconds of the world's clock; nil for never.
  init?(
    after timeout: Duration?, began: Int64, _ world: World, _ cancellation: Cancellation?
  ) {
    guard timeout != nil || cancellation != nil else { return nil }
    self.init(
      deadline: timeout.map { timeout in
        let given = timeout.inNanoseconds
        let (end, isFar) = began.addingReportingOverflow(given)
        return isFar ? (given < 0 ? .min : .max) : end
      },
      clock: world.monotonic, cancellation: cancellation)
  }
}

extension Duration? {
  /// How many milliseconds a search was given, for messages.
  var milliseconds: Int { self?.inMilliseconds ?? 0 }
}
