import DeclaredRecords
import FootlightPlatform

/// The records of a batch that its reader could not take apart.
struct UndecodedRecords {
  /// The records that it lists, followed by those that have a key without being listed.
  private(set) var records: [FailedRecord] = []
  /// How many there are besides: of them nothing is known.
  private(set) var unlisted = 0

  /// How many there are.
  var count: Int { records.count + unlisted }

  /// Takes a batch apart.
  ///
  /// Problems have places and no keys. Those of decoding come in the order of the records that it
  /// loses, and so they find their keys again; a record whose key is not known even before has no
  /// name at all.
  init(decoding batch: inout RecordBatch, _ reader: any RecordReader) throws(Failure) {
    records = batch.problems.map { FailedRecord(problem: $0) }
    let listed = batch.problems.count
    let counted = batch.badRecords
    // A copy that costs nothing where there are no keys.
    let hasKeys = batch.records.contains { $0.sourceKey.count > 0 }
    let entries = hasKeys ? batch.records : []
    try reader.decode(&batch)
    var problems = batch.problems.dropFirst(listed)
    var lost = batch.badRecords - counted
    unlisted = counted - listed
    guard lost > 0 else { return }
    // An unlisted record failed like the last listed one; nobody has noted its place.
    var unplaced =
      batch.problems.last ?? Diagnostic(.recordUnreadable, "the record cannot be read")
    unplaced.location = nil
    var next = 0
    for entry in entries {
      if next < batch.records.count, batch.records[next].number == entry.number {
        next += 1
        continue
      }
      guard lost > 0 else { break }
      lost -= 1
      let problem = problems.popFirst() ?? unplaced
      records.append(
        FailedRecord(
          number: entry.number, key: batch.sourceKey(of: entry), digest: batch.digest(of: entry),
          problem: problem))
    }
    lost -= problems.count
    records += problems.map { FailedRecord(problem: $0) }
    unlisted += max(0, lost)
  }
}
