import DeclaredRecords
import FootlightPlatform

extension ItemBuffer {
  /// Notes which record the item was made of: its number, its digest, and the key by which the
  /// source finds it again.
  mutating func stamp(_ entry: RecordEntry, of batch: borrowing RecordBatch) {
    record = entry.number
    recordDigest = batch.digest(of: entry)
    guard entry.sourceKey.count > 0 else { return }
    let start = bytes.count
    bytes.append(batch.bytes, entry.sourceKey)
    sourceKey = ByteRange(start: start, count: Int(entry.sourceKey.count))
  }
}
