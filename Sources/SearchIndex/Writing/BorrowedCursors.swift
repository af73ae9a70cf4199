import FootlightDiagnostics

/// Cursors over the sources of a build, lent one at a time without being counted.
///
/// Hot: a reference count is an atomic number, and each change of it waits until everything that was written
/// before is in the cache – here postings at random places of large arrays (`Benchmarks inversion`, decision 21).
@safe
struct BorrowedCursors<Cursor: AnyObject> {
  /// What keeps the cursors alive.
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
  func with<Result>(_ index: Int, _ body: (Cursor) -> Result) -> Result {
    withExtendedLifetime(owners) { unsafe cursors[index]._withUnsafeGuaranteedRef(body) }
  }
}

extension BorrowedCursors<DocumentCursor> {
  /// Moves a cursor to its next document, which must be there, and lends it.
  ///
  /// The merge of the documents has named the source once for each of its documents, so there is one.
  @inline(__always)
  func withEach(of source: Int, _ body: (DocumentCursor) -> Void) throws(Failure) {
    guard try withNext(of: source, body) != nil else {
      throw Failure(
        .indexDamaged, "a source has fewer documents than were merged", remedy: "run sync again")
    }
  }

  /// Moves a cursor to its next document and lends it; nil when there is none.
  @inline(__always)
  func withNext<Result>(of source: Int, _ body: (DocumentCursor) -> Result) throws(Failure)
    -> Result?
  {
    var failure: Failure?
    let result: Result? = with(source) { cursor in
      do throws(Failure) {
        return try cursor.advance() ? body(cursor) : nil
      } catch {
        failure = error
        return nil
      }
    }
    if let failure { throw failure }
    return result
  }
}

extension BorrowedCursors<TermCursor> {
  /// Moves a cursor to its next term; nil at the end.
  @inline(__always)
  func next(of source: Int) throws(Failure) -> TermCursor.Head? {
    var failure: Failure?
    let head: TermCursor.Head? = with(source) { cursor in
      do throws(Failure) {
        return try cursor.advance()
      } catch {
        failure = error
        return nil
      }
    }
    if let failure { throw failure }
    return head
  }
}
