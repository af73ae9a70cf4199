import SegmentFiles
import FootlightDiagnostics

/// Cursors over the sources of a build, lent one at a time without being counted.
///
/// Hot: a reference count is an atomic number, and each change of it waits until everything that was written
/// before is in the cache – here postings at random places of large arrays (`Benchmarks inversion`, decision 21).
@safe
struct BorrowedCursors<Cursor: AnyObject> {
  /// The owners that keep the cursors alive.
  private let owners: [Cursor]
  // Safe: each is in `owners`.
  private let cursors: [Unmanaged<Cursor>]

  init(_ owners: [Cursor]) {
    self.owners = owners
    unsafe cursors = owners.map { unsafe Unmanaged.passUnretained($0) }
  }

  var indices: Range<Int> { owners.indices }

  /// Lends one of them.
  @inline(__always)
  func with<Result, Problem: Error>(
    _ index: Int, _ body: (Cursor) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    try withExtendedLifetime(owners) { () throws(Problem) in
      try unsafe cursors[index].lend(body)
    }
  }
}

extension BorrowedCursors<DocumentCursor> {
  /// Moves a cursor to its next document, which must be there, and lends it.
  ///
  /// The merge of the documents has named the source once for each of its documents, so there is one.
  @inline(__always)
  func withEach(
    of source: Int, _ body: (DocumentCursor) throws(Failure) -> Void
  ) throws(Failure) {
    guard try withNext(of: source, body) != nil else { throw Failure.damagedScratch }
  }

  /// Moves a cursor to its next document and lends it; nil when there is none.
  @inline(__always)
  func withNext<Result>(
    of source: Int, _ body: (DocumentCursor) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try with(source) { (cursor) throws(Failure) in
      try cursor.advance() ? try body(cursor) : nil
    }
  }
}

extension Unmanaged {
  /// Lends what is borrowed, without counting it; somebody else must keep it alive.
  @inline(__always)
  func lend<Value, Problem: Error>(
    _ body: (Instance) throws(Problem) -> Value
  ) throws(Problem) -> Value {
    // The standard library's own way knows no typed errors.
    try unsafe _withUnsafeGuaranteedRef { instance in
      Result { () throws(Problem) in try body(instance) }
    }.get()
  }
}

extension Failure {
  /// The failure where scratch that a build wrote cannot be read again as it was.
  static var damagedScratch: Failure {
    Failure(.indexDamaged, "a scratch file is damaged", remedy: "run sync again")
  }
}
