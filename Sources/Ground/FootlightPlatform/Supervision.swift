import Synchronization

/// Work by libraries that cannot be stopped, on threads that are left alone where they get nowhere.
package enum Supervision {
  /// How many threads were left alone; each takes the time of those after it.
  private static let abandoned = Atomic<Int>(0)

  /// What the work makes; nil where one of its steps takes longer than so many nanoseconds.
  ///
  /// The thread of such work goes on until the process ends, so that whoever comes after it waits half as long.
  package static func value<Value: Sendable>(
    patience: Int64, _ work: @escaping @Sendable (_ step: () -> Void) -> Value
  ) -> Value? {
    let state = Supervised<Value>()
    Workers.detach { [state] in
      let made = work { state.steps.wrappingAdd(1, ordering: .relaxed) }
      state.made.withLock { $0 = made }
    }
    let patience = patience >> Int64(min(4, abandoned.load(ordering: .relaxed)))
    var known = -1
    var end: Int64 = 0
    while true {
      if let made = state.made.withLock({ $0 }) { return made }
      let (now, steps) = (World.system.monotonic(), state.steps.load(ordering: .relaxed))
      if steps != known { (known, end) = (steps, now + patience) }
      guard now < end else { break }
      World.system.sleep(200_000)
    }
    abandoned.wrappingAdd(1, ordering: .relaxed)
    return nil
  }
}

/// What the two threads share.
private final class Supervised<Value: Sendable>: Sendable {
  let steps = Atomic<Int>(0)
  let made = Mutex<Value?>(nil)
}
