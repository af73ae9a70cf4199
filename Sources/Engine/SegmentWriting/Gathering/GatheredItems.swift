import Synchronization

/// The items that one thread has gathered for a segment and holds in memory.
///
/// The writer and the worker share it, and it knows neither: who drops both drops all that was
/// gathered, however a build ends.
final class GatheredItems: Sendable {
  let state = Mutex(State())

  struct State: ~Copyable {
    var run = Run()
    var stored = StoredBatch()
    /// The batch that was handed over last, to be filled again.
    var pending = PendingBatch()
    var batch: UInt32 = 0
    var skipped: [UInt64] = []
  }

  /// The digests of records that yield no item.
  var skipped: [UInt64] { state.withLock { $0.skipped } }

  /// Takes the run that is in memory; nothing is left here afterwards.
  func take() -> Run {
    state.withLock { state in
      var run = Run()
      swap(&run, &state.run)
      return run
    }
  }

  /// Forgets the run; what was stored and skipped stays.
  func drop() {
    state.withLock { $0.run = Run() }
  }
}
