public import FootlightPlatform

extension Column {
  /// Calls `body` with the documents of a set, ascending, and the lowest code of each; 0 where it has no value.
  ///
  /// Hot: what is grouped is counted over all matches (`Benchmarks query`).
  @inlinable
  @inline(__always)
  package func forEachLowest(
    of documents: Bitmap, _ body: (UInt32, UInt64) -> Void
  ) throws(Failure) {
    guard ends == nil else {
      var reader = ColumnReader(self)
      return try documents.forEach { (document) throws(Failure) in
        body(document, try reader.code(of: document, isHighest: false))
        return true
      }
    }
    var cursor = ColumnTrackCursor(codes)
    try documents.forEach { (document) throws(Failure) in
      body(document, try checked(try cursor.number(at: Int(document))))
      return true
    }
  }
}
