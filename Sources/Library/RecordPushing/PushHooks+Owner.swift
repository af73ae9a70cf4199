import DeclaredRecords
import FootlightPlatform
import Synchronization

/// A batch or a queue whose calls wait for each other: one that comes from a hook of it would wait
/// for itself.
final class HookOwner: Sendable {
  /// A hook that is being called; a task that it starts outlives it.
  private final class Stay: Sendable {
    let owner: HookOwner
    let isOver = Atomic<Bool>(false)

    init(_ owner: HookOwner) { self.owner = owner }
  }

  /// The hooks in which this thread is.
  @TaskLocal private static var present: [Stay] = []

  /// Throws when this thread is in a hook of the owner.
  func check() throws(Failure) {
    guard isPresent else { return }
    throw Failure(
      .pushWithinHook, "a hook has called the batch or the queue that waits for it",
      remedy: "note what is to be done, and do it when the call has returned")
  }

  /// Whether this thread is in a hook of the owner.
  var isPresent: Bool {
    HookOwner.present.contains { $0.owner === self && !$0.isOver.load(ordering: .relaxed) }
  }

  fileprivate func during<Result>(_ hook: () -> Result) -> Result {
    let stay = Stay(self)
    defer { stay.isOver.store(true, ordering: .relaxed) }
    return HookOwner.$present.withValue(HookOwner.present + [stay]) { hook() }
  }
}

extension PushHooks {
  /// The same hooks, in which their owner is known.
  ///
  /// - Parameter isThroughout: whether it also waits for those that are told of the end of a push.
  func owned(by owner: HookOwner, isThroughout: Bool) -> PushHooks {
    var owned = self
    if let shouldIndex {
      owned.shouldIndex = { record in owner.during { shouldIndex(record) } }
    }
    if let didIndex { owned.didIndex = { id in owner.during { didIndex(id) } } }
    guard isThroughout else { return owned }
    if let didFail { owned.didFail = { failure in owner.during { didFail(failure) } } }
    if let didWarn { owned.didWarn = { warning in owner.during { didWarn(warning) } } }
    return owned
  }
}
