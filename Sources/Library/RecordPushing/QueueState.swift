import DeclaredRecords
import FootlightPlatform
import Synchronization

/// A change that a queue was told of.
enum QueueChange: Sendable {
  case record(Record)
  case deletion(String)
}

/// The contents of a queue.
struct QueueState {
  /// The changes that are in no batch yet.
  var changes: [QueueChange] = []
  /// Batches that have not begun, the oldest first.
  var waiting: [QueueOperation] = []
  var running: QueueOperation?
  var isSuspended = false
  /// Whether the queue's thread is there.
  var hasThread = false
  var failures: [Failure] = []
  /// The program's own flag, which ends every batch.
  var cancellation: Cancellation?

  func operation() -> QueueOperation { QueueOperation(Cancellation(following: cancellation)) }

  /// Makes one batch of all changes that are in none yet; nothing happens where there are none.
  ///
  /// The batch that waits for changes takes them, since somebody may be waiting for it.
  mutating func makeBatch(isAwaited: Bool) {
    guard !changes.isEmpty else { return }
    if let open = waiting.last, open.isOpen {
      open.close(changes, isAwaited: isAwaited)
    } else {
      let operation = operation()
      operation.close(changes, isAwaited: isAwaited)
      waiting.append(operation)
    }
    changes.removeAll()
  }

  /// The batch that is next, which runs from now on; nil while another one does or none waits.
  mutating func beginNext() -> QueueOperation? {
    guard running == nil, !waiting.isEmpty else { return nil }
    let next = waiting.removeFirst()
    if next.isOpen {
      next.close(changes, isAwaited: false)
      changes.removeAll()
    }
    running = next
    return next
  }
}

/// One batch of changes; open, which takes all that come, until it is closed.
final class QueueOperation: Sendable {
  let cancellation: Cancellation
  private let contents = Mutex(QueueContents())

  init(_ cancellation: Cancellation) {
    self.cancellation = cancellation
  }

  /// Whether it still takes changes.
  var isOpen: Bool { contents.withLock { $0.changes == nil } }

  /// The changes that it applies.
  var changes: [QueueChange] { contents.withLock { $0.changes ?? [] } }

  /// Whether a caller waits for it and throws its failure.
  var isAwaited: Bool { contents.withLock { $0.isAwaited } }

  /// The outcome; nil until it is over.
  var outcome: Result<Void, Failure>? { contents.withLock { $0.outcome } }

  /// Says what it applies; it takes no more.
  func close(_ changes: [QueueChange], isAwaited: Bool) {
    contents.withLock { contents in
      contents.changes = changes
      contents.isAwaited = contents.isAwaited || isAwaited
    }
  }

  /// A caller waits for it from now on.
  func await() {
    contents.withLock { $0.isAwaited = true }
  }

  func end(_ outcome: Result<Void, Failure>) {
    contents.withLock { $0.outcome = outcome }
  }

  /// Ends it before it has begun.
  func cancel() {
    cancellation.cancel()
    end(.failure(Failure(.cancelled, "the batch was cancelled before it began")))
  }
}

private struct QueueContents: Sendable {
  /// Nil while it takes what comes.
  var changes: [QueueChange]?
  var isAwaited = false
  var outcome: Result<Void, Failure>?
}
