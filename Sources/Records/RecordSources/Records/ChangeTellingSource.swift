public import FootlightPlatform

/// A source that can tell what has changed since an earlier read.
///
/// A *cursor* is an opaque text that says how far a read has come: the caller stores it in the
/// transaction that stores the items, and hands it back next time. A cursor that is lost, or that
/// the source does not know any more, costs a complete read and nothing else.
public protocol ChangeTellingSource: RecordSource {
  /// Whether this source tells changes, as it is declared; when not, only complete reads do.
  var tellsChanges: Bool { get }

  /// Whether ``records(withKeys:_:cancellation:)`` works; if not, no answer is a list of keys, and
  /// changes that could not be applied are asked for again with the same cursor.
  var findsRecords: Bool { get }

  /// Finds the changes since the read that `cursor` belongs to.
  ///
  /// - Parameters:
  ///   - cursor: What ``RecordReader/cursor()`` or the last answer gave; nil for a complete read.
  ///   - plan: The fields that readers fill.
  ///   - keyLimit: When more keys than this have changed, the answer is a complete read.
  func changes(
    since cursor: String?, _ plan: FieldPlan, keyLimit: Int, cancellation: Cancellation
  ) throws(Failure) -> SourceChanges

  /// How many records may be asked for at once; at least one.
  static var recordKeyLimit: Int { get }

  /// The records that have these keys now, at most ``recordKeyLimit`` of them, in any order.
  ///
  /// All are from one moment; ``RecordBatch/sourceKey(of:)`` tells which is which. A key that does
  /// not come has no record any more.
  func records(
    withKeys keys: [SourceKey], _ plan: FieldPlan, cancellation: Cancellation
  ) throws(Failure) -> any RecordReader
}

extension ChangeTellingSource {
  /// A thousand.
  public static var recordKeyLimit: Int { 1_000 }

  /// It does.
  public var findsRecords: Bool { true }

  /// None: a source that never answers with keys is never asked for them.
  public func records(
    withKeys keys: [SourceKey], _ plan: FieldPlan, cancellation: Cancellation
  ) throws(Failure) -> any RecordReader {
    throw Failure(.sourceSetting, "the source finds no records by key")
  }
}

/// The changes of a source since an earlier read.
public enum SourceChanges: Sendable {
  /// Nothing has changed; the cursor to store may be another one all the same.
  case unchanged(cursor: String)
  /// The records with these keys may have changed, come or gone.
  ///
  /// The caller stores keys and cursor together, and reads the records afterwards: what is there
  /// then is the truth, and a key without a record is a deletion.
  case keys([SourceKey], cursor: String)
  /// These records may have changed or come, and those of ``RecordReader/deletions()`` have gone;
  /// nothing is said of the others. The reader's cursor counts once it has been read to its end.
  case some(any RecordReader)
  /// All records: what is not among them has gone, if the read comes to its end.
  ///
  /// The reason is for people; nil when a complete read is what was asked for.
  case all(any RecordReader, reason: String?)
}

/// An item that a source says has gone.
public struct SourceDeletion: Sendable, Hashable {
  /// The item's id in its domain.
  public var id: String
  /// Its place among the records: it deletes what came with a lower number, not what comes after.
  public var number: UInt32

  /// Makes a deletion.
  public init(id: String, number: UInt32) {
    self.id = id
    self.number = number
  }
}
