import FootlightPlatform
import SegmentFiles

extension SearchBounds {
  /// When a search stops that began at `began`, in nanoseconds of the world's clock; nil for never.
  init?(
    after milliseconds: Int?, began: Int64, _ world: World, _ cancellation: Cancellation?
  ) {
    guard milliseconds != nil || cancellation != nil else { return nil }
    self.init(
      deadline: milliseconds.map { SearchBounds.deadline(after: $0, began: began) },
      clock: world.monotonic, cancellation: cancellation)
  }

  private static func deadline(after milliseconds: Int, began: Int64) -> Int64 {
    let (span, isFar) = Int64(milliseconds).multipliedReportingOverflow(by: 1_000_000)
    let (end, isFarther) = began.addingReportingOverflow(span)
    guard isFar || isFarther else { return end }
    return milliseconds < 0 ? .min : .max
  }
}
