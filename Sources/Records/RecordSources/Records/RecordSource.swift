public import FootlightPlatform

/// Where the records of a domain come from.
///
/// Two conversations: a cheap check that tells whether anything can have changed, and a complete
/// read. Implementations hold no open handles between the two. A source written in Swift returns
/// a ``RecordEnumeration`` from `open`.
public protocol RecordSource: Sendable {
  /// The look of the source from outside (files, sizes, times), without reading records.
  ///
  /// Equal stamps mean that a read would give the same records.
  func stamp() throws(Failure) -> SourceStamp

  /// The absolute paths of the files whose change can mean other records; none for a source that
  /// is no set of files.
  ///
  /// For looks that cost next to nothing: a query's, and an estimate of the work.
  func files() throws(Failure) -> [String]

  /// Opens the source for one complete read that fills the slots of `plan`.
  func open(_ plan: FieldPlan) throws(Failure) -> any RecordReader

  /// Opens the source for a complete read that ends with `cancelled` soon after the flag is raised.
  ///
  /// Between two batches the caller looks at the flag itself; a source implements this when one
  /// batch can take long, because it waits for a program, a network or a long query.
  func open(_ plan: FieldPlan, cancellation: Cancellation) throws(Failure) -> any RecordReader
}

extension RecordSource {
  /// Opens the source; the flag is left to the caller.
  public func open(
    _ plan: FieldPlan, cancellation: Cancellation
  ) throws(Failure) -> any RecordReader {
    try open(plan)
  }

  /// No files.
  public func files() throws(Failure) -> [String] { [] }
}

/// One complete read of a source, shared by several workers.
public protocol RecordReader: Sendable {
  /// Fills `batch` with the raw bytes of the next whole records, about 1 MB of them.
  ///
  /// Its old contents are forgotten. Serial inside: any worker may call it, batches are numbered in the
  /// order of the source. False when the source has ended.
  func next(_ batch: inout RecordBatch) throws(Failure) -> Bool

  /// Finds records and values in the raw bytes; workers do it at the same time, each on its own
  /// batch. A record that cannot be read becomes a problem of the batch.
  func decode(_ batch: inout RecordBatch) throws(Failure)

  /// Where a record stands, for messages; may read the source again.
  func location(ofRecord number: UInt32) -> SourceLocation

  /// Warnings and notes about the source beside its bad records, once it has been read.
  func remarks() -> [Diagnostic]

  /// How far the source had come when it was read, for ``ChangeTellingSource``; known when the read
  /// has come to its end, and nil when the source tells no changes.
  func cursor() -> String?

  /// The items that the source has said are gone; complete when the read has come to its end.
  func deletions() -> [SourceDeletion]
}

extension RecordReader {
  /// Nothing.
  public func remarks() -> [Diagnostic] { [] }

  /// None.
  public func cursor() -> String? { nil }

  /// None.
  public func deletions() -> [SourceDeletion] { [] }
}

/// The look of a source from outside, as an opaque text that is compared for equality.
public struct SourceStamp: Sendable, Hashable {
  /// The text.
  public var text: String

  /// Whether the source changed so recently that an equal stamp proves nothing yet.
  public var isFresh: Bool

  /// Makes a stamp.
  public init(text: String, isFresh: Bool = false) {
    self.text = text
    self.isFresh = isFresh
  }
}
