import Synchronization

/// How often this program has changed something, for who keeps what was read of it: two changes within
/// one tick of the clock leave files that look alike.
package final class ChangeCounter: Sendable {
  private let changes = Atomic<Int>(0)

  /// The number of changes so far.
  package var count: Int { changes.load(ordering: .relaxed) }

  /// Notes a change.
  package func note() { changes.wrappingAdd(1, ordering: .relaxed) }
}
