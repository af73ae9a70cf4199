import Footlight
import FootlightPlatform
import Synchronization

/// A state of the index with its stamp, for one audience.
struct KnownState: Sendable {
  let snapshot: Snapshot
  /// The short name of the state: another one when an answer may be another one.
  let stamp: String
  /// Whether answers depend on nothing but the stamp, and not on how long ago something was used.
  let isLasting: Bool
}

/// The newest state of the index, remembered for a millisecond: many requests then share one look at the disk.
final class StateMemory: Sendable {
  private struct Known: Sendable {
    var end: Int64
    /// The second in which it was read: items expire with seconds.
    var second: Int64
    var state: KnownState
  }

  private static let nanoseconds: Int64 = 1_000_000

  private let library: Library
  private let world: World
  private let known = Mutex<[Audience: Known]>([:])

  init(_ library: Library, _ world: World) {
    self.library = library
    self.world = world
  }

  /// The state for a reader, at most a millisecond old.
  func state(for audience: Audience) throws(Failure) -> KnownState {
    let now = world.monotonic()
    let second = world.now()
    if let found = known.withLock({ $0[audience] }), now < found.end, found.second == second {
      return found.state
    }
    let snapshot = try library.snapshot(for: audience)
    // Answers to others stay the same when the person uses something, so the stamp must not tell of it.
    let used = audience.knowsActivity ? library.userStamp : ""
    let state = KnownState(
      snapshot: snapshot, stamp: ContentTag.of(Array((snapshot.stamp + used).utf8)),
      isLasting: !snapshot.hasActivity)
    known.withLock {
      $0[audience] = Known(
        end: now + StateMemory.nanoseconds, second: second, state: state)
    }
    return state
  }

  /// Forgets the state: something was written here, and is to be found at once.
  func forget() { known.withLock { $0 = [:] } }
}
