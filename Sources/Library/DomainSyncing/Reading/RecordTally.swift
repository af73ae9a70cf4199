import DeclaredRecords
import FootlightPlatform
import IndexStores
import SearchEngine

/// A record that became no item although it should have.
struct BadRecord: Sendable, Hashable {
  /// The batch that held it; batches follow the order of the source.
  var batch: Int
  /// The record's number; 0 when the reader could not tell records apart there.
  var number: UInt32 = 0
  /// The fault, with its place once that is known.
  var diagnostic: Diagnostic
}

/// The outcome of the records of a source: all are counted, the first bad ones are kept.
struct RecordTally: Sendable, Hashable {
  /// How many bad records are shown.
  static let shown = 20

  /// Records read, good and bad.
  var records = 0
  /// Records that were known already.
  var dropped = 0
  /// The items whose records were among them; known at the end.
  var seen = RecordMarks()
  /// The bad records that can be told from others, as many as were asked for; known at the end.
  var failed: [FailedRecord] = []
  /// How many there are of them.
  var named = 0
  /// Records that became items.
  var items = 0
  /// When these items expire, and those that were left out.
  var expiries = Expiries()
  /// Records that the declaration leaves out.
  var skipped = 0
  /// Records that should have become items and did not.
  var bad = 0
  /// The first of them.
  private(set) var firstBad: [BadRecord] = []
  /// The reader's remarks about the source as a whole.
  var remarks: [Diagnostic] = []
  /// Bytes of the source.
  var bytes = 0
  /// A digest of all records with their numbers, whatever the order of adding.
  private(set) var digest: UInt64 = 0

  /// Counts the digests of the records of a batch.
  mutating func digest(_ batch: borrowing RecordBatch) {
    for index in batch.records.indices {
      let record = batch.records[index]
      digest &+= ByteArena.mix(
        batch.digest(of: record),
        UInt64(record.number) &+ 0xD1B5_4A32_D192_ED03)
    }
  }

  /// Counts a bad record.
  mutating func add(_ record: BadRecord) {
    bad += 1
    keep([record])
  }

  /// Counts records whose id an earlier record has as bad ones, or warns of them.
  mutating func settle(
    _ duplicates: [DuplicateIdentifier], of definition: DomainDefinition,
    _ reader: any RecordReader
  ) -> [Diagnostic] {
    var warnings: [Diagnostic] = []
    for (index, duplicate) in duplicates.enumerated() {
      var diagnostic = Diagnostic(
        .duplicateID, "this record has the id of another record",
        remedy: "make the ids different, or choose with `duplicates: first` or `duplicates: last`")
      if index < RecordTally.shown {
        diagnostic.location = reader.location(ofRecord: duplicate.second)
        let first = reader.location(ofRecord: duplicate.first)
        diagnostic.message = "this record has the id of the record at \(first)"
      }
      if definition.source.duplicates == .error {
        add(BadRecord(batch: .max, number: duplicate.second, diagnostic: diagnostic))
      } else if index < RecordTally.shown {
        diagnostic.severity = .warning
        diagnostic.message += "; the \(definition.source.duplicates) one is kept"
        warnings.append(diagnostic)
      }
    }
    return warnings
  }

  /// Adds what another batch holds.
  mutating func merge(_ other: RecordTally) {
    records += other.records
    items += other.items
    dropped += other.dropped
    skipped += other.skipped
    bad += other.bad
    named += other.named
    bytes += other.bytes
    expiries.formUnion(other.expiries)
    digest &+= other.digest
    keep(other.firstBad)
  }

  /// Finds the places of the bad records that are shown; may read the source again.
  mutating func locate(_ reader: any RecordReader) {
    for index in firstBad.indices
    where firstBad[index].diagnostic.location == nil && firstBad[index].number > 0 {
      firstBad[index].diagnostic.location = reader.location(ofRecord: firstBad[index].number)
    }
  }

  private mutating func keep(_ records: [BadRecord]) {
    guard !records.isEmpty else { return }
    firstBad += records
    // Sorted by place, whichever thread was first; the sort keeps problems of one batch in order.
    firstBad.sort { ($0.batch, $0.number) < ($1.batch, $1.number) }
    if firstBad.count > RecordTally.shown {
      firstBad.removeLast(firstBad.count - RecordTally.shown)
    }
  }

  /// Fails when more records are bad than the source tolerates, naming the first of them.
  func check(_ definition: DomainDefinition) throws(Failure) {
    guard !definition.source.tolerate.endures(bad: bad, of: records) else { return }
    var diagnostics = [
      Diagnostic(
        .tooManyBadRecords,
        """
        \(definition.name): \(bad) of \(records) records are bad, and the source tolerates \
        \(definition.source.tolerate.text)
        """, at: definition.source.location,
        remedy: "mend the records below, or raise `tolerate`")
    ]
    diagnostics += remarks + firstBad.map(\.diagnostic)
    if bad > firstBad.count {
      diagnostics.append(
        Diagnostic(
          .tooManyBadRecords, "\(bad - firstBad.count) more records are bad",
          remedy: "`footlight check` shows the first of them once those above are mended",
          severity: .note))
    }
    throw Failure(diagnostics) ?? Failure(diagnostics[0])
  }

  /// The remarks of the reader, and the first bad records as warnings, since they were tolerated.
  var warnings: [Diagnostic] { warnings(without: []) }

  /// The same without the records with these numbers.
  func warnings(without numbers: Set<UInt32>) -> [Diagnostic] {
    remarks
      + firstBad.filter { $0.number == 0 || !numbers.contains($0.number) }.map { record in
        var warning = record.diagnostic
        warning.severity = .warning
        return warning
      }
  }
}

extension SourceDefinition.Tolerance {
  /// The tolerance as a declaration writes it.
  var text: String {
    switch self {
    case .count(let count): "\(count)"
    case .share(let millionths):
      millionths % 10_000 == 0 ? "\(millionths / 10_000)%" : "\(Double(millionths) / 10_000)%"
    }
  }
}

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

  /// The name of what was indexed of it before.
  var indexed: RecordName? { key.map { .sourceKey($0.bytes) } ?? id.map { .id($0) } }
}
