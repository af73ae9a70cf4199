import DeclaredRecords
import FootlightPlatform
import IndexStores

/// A record that could not become an item, as far as it is known which one it is.
struct FailedRecord: Sendable, Hashable {
  /// Its number in the read.
  var number: UInt32 = 0
  /// Its key in the source; nil when it has none.
  var key: SourceKey?
  /// The id of the item that it would have become, where it has no key and an id could be made.
  var id: String?
  /// The digest of its bytes; 0 where the reader does not tell which bytes they are.
  var digest: UInt64 = 0
  var problem: Diagnostic

  /// Its name in the journal; nil where nobody can tell which record it is.
  var name: SourceKey? { key ?? id.map { SourceKey($0) } }
}

extension StoreChange {
  /// Keeps what was indexed of a record before.
  func spare(_ record: FailedRecord) throws(Failure) {
    if let key = record.key {
      try spare(sourceKey: key.bytes)
    } else if let id = record.id {
      try spare(id: id)
    }
  }
}
