import FootlightDiagnostics
import FootlightPlatform
import SegmentFiles

extension SearchBounds {
  /// When a search stops that began at `began`, in nanoseconds of the world's clock; nil for never.
  init?(
    after timeout: Duration?, began: Int64, _ world: World, _ cancellation: Cancellation?
  ) {
    guard timeout != nil || cancellation != nil else { return nil }
    self.init(
      deadline: timeout.map { (Duration.nanoseconds(began) + $0).inNanoseconds },
      clock: world.monotonic, cancellation: cancellation)
  }
}

extension Duration? {
  /// How many milliseconds a search was given, for messages.
  var milliseconds: Int { self?.inMilliseconds ?? 0 }
}
