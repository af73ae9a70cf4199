import FootlightPlatform
import Synchronization

/// A batch on its way into the stream `stored`: its records, and the blocks that they become.
///
/// Whose worker knows how the text of the segment is written, makes the blocks itself; the others
/// are made where the batches before have told it.
final class PendingBatch: Sendable {
  private let state = Mutex(State())

  private struct State: ~Copyable {
    var batch = StoredBatch()
    var blocks = StoredBlocks()
    var isBlocked = false
    var isWritten = false

    mutating func block(_ coding: StoredCoding) {
      guard !isBlocked else { return }
      blocks.write(batch, coding)
      isBlocked = true
    }
  }

  /// Takes the records of a batch in exchange for no records, and makes blocks of them where it is known how.
  func fill(_ batch: inout StoredBatch, _ coding: StoredCoding) {
    state.withLock { state in
      swap(&state.batch, &batch)
      batch.removeAll()
      state.isBlocked = false
      state.isWritten = false
      if case .open = coding { return }
      state.block(coding)
    }
  }

  /// The coding that the batch decides.
  var proposedCoding: StoredCoding { state.withLock { StoredBlocks.coding($0.batch) } }

  /// Lends the blocks of the batch to who writes them.
  func write(
    _ coding: StoredCoding, _ body: (borrowing StoredBlocks) throws(Failure) -> Void
  ) throws(Failure) {
    try state.withLock { (state) throws(Failure) in
      state.block(coding)
      try body(state.blocks)
      state.isWritten = true
    }
  }

  /// Whether it can be filled anew; while it waits, only the blocks stay in memory.
  func isFree() -> Bool {
    state.withLock { state in
      if state.isBlocked, !state.isWritten { state.batch = StoredBatch() }
      return state.isWritten
    }
  }
}
