import DeclaredRecords
import FootlightPlatform
import IndexStores
import Synchronization

/// The bad records of a source that is read to be compared: the items that they yielded before stay
/// in the index as they are.
///
/// The bytes of an id or of a key for each.
final class SparedItems: Sendable {
  private struct State: Sendable {
    var ids: Set<[UInt8]> = []
    var keys: [[UInt8]] = []
  }

  private let state = Mutex(State())

  /// Notes a bad record; any thread may.
  func add(_ record: FailedRecord) {
    state.withLock { state in
      if let key = record.key {
        state.keys.append(key.bytes)
      } else if let id = record.id {
        state.ids.insert(Array(id.utf8))
      }
    }
  }

  /// The ids of the items, as bytes.
  func ids(
    in snapshot: any StoreSnapshot, of domain: String
  ) throws(Failure) -> Set<[UInt8]> {
    let noted = state.withLock { $0 }
    var ids = noted.ids
    try snapshot.scanIDs(ofSourceKeys: noted.keys, in: domain) { id in
      ids.insert(Array(id.utf8))
    }
    return ids
  }
}
