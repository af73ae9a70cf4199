import DeclaredRecords
import FootlightPlatform
import IndexStores

/// Tells which records with keys are as they were when their items were made.
///
/// A few are looked up one by one, so that a change costs what it costs; for many all digests are
/// read, 16 bytes of memory a record.
struct KnownRecords {
  /// So many look-ups take about as long as reading all digests of a large domain.
  private static let limit = 1_000

  private let change: any StoreChange
  private let all: () throws(Failure) -> RecordDigests
  private var lookUps = 0
  private var digests: RecordDigests?

  init(_ change: any StoreChange, all: @escaping () throws(Failure) -> RecordDigests) {
    self.change = change
    self.all = all
  }

  /// Whether the item of a record was made of the same bytes; false for one that yields no item.
  mutating func holds(_ key: SourceKey, _ digest: UInt64) throws(Failure) -> Bool {
    if let digests { return digests.holdsItem(digest) }
    lookUps += 1
    if lookUps == KnownRecords.limit { digests = try all() }
    return try change.holds(sourceKey: key.bytes, digest: digest)
  }
}
