import FootlightPlatform
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

/// Where the fields at the beginning of a record lie.
struct RecordHead {
  /// The item's id.
  var id: ByteRange
  /// The title's sort key from its fifteenth byte on.
  var restOfKey: ByteRange
  /// The names, keywords and sequences, and after them the values of the attributes.
  var forward: ByteRange

  init?(_ bytes: borrowing ByteArena, at start: Int) {
    var at = start
    guard let idSize = bytes.varint(&at), idSize <= bytes.count - at else { return nil }
    id = ByteRange(start: at, count: Int(idSize))
    at += Int(idSize)
    guard let restSize = bytes.varint(&at), restSize <= bytes.count - at else { return nil }
    restOfKey = ByteRange(start: at, count: Int(restSize))
    at += Int(restSize)
    guard let forwardSize = bytes.varint(&at), forwardSize <= bytes.count - at else { return nil }
    forward = ByteRange(start: at, count: Int(forwardSize))
  }
}
