import Footlight
import FootlightPlatform
import Synchronization

/// The status of the domains, remembered for a second: to tell it, every source is looked at, which is too much work to be
/// done for each of many who ask at once.
final class StatusMemory: Sendable {
  private struct Known: Sendable {
    var stamp: String
    /// Until when it counts, on a clock in nanoseconds.
    var end: Int64
    var domains: [DomainStatus]
  }

  private static let nanoseconds: Int64 = 1_000_000_000

  private let known = Mutex<Known?>(nil)
  private let world: World

  init(_ world: World) { self.world = world }

  /// The status of all domains, at most a second ago and never before the last change of the index; one thread looks
  /// while others wait for what it finds.
  func status(of library: Library, as state: Snapshot) throws(Failure) -> [DomainStatus] {
    let stamp = state.stamp + library.userStamp
    return try known.withLock { (known) throws(Failure) in
      if let known, known.stamp == stamp, world.monotonic() < known.end { return known.domains }
      let domains = try library.status().domains
      known = Known(
        stamp: stamp, end: world.monotonic() + StatusMemory.nanoseconds, domains: domains)
      return domains
    }
  }
}
