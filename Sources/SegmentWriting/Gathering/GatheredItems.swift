import Synchronization

/// What one thread has gathered for a generation and holds in memory.
///
/// The writer and the worker share it, and it knows neither: who drops both drops all that was
/// gathered, however a build ends.
final class GatheredItems: Sendable {
  let state = Mutex(State())

  struct State: ~Copyable {
    var part = RunPart()
    var stored = StoredBatch()
    var batch: UInt32 = 0
    var skipped: [UInt64] = []
  }

  /// The digests of records that yield no item.
  var skipped: [UInt64] { state.withLock { $0.skipped } }

  /// What is in memory, for the assembly; nothing is left here afterwards.
  func take() -> SealedPart? {
    state.withLock { state in
      guard !state.part.documents.isEmpty else { return nil }
      var part = RunPart()
      swap(&part, &state.part)
      return SealedPart(part)
    }
  }

  /// Forgets everything.
  func drop() {
    state.withLock { $0.part = RunPart() }
  }
}
