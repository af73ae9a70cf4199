import DeclaredRecords
package import FootlightPlatform

/// The values of one attribute, by document.
///
/// A value is a code; 0 stands for none. Codes of texts count the dictionary's folded texts in byte
/// order, codes of numbers order like the numbers, so comparisons are comparisons of codes.
package final class Column: Sendable {
  package let attribute: IndexedAttribute
  /// How many documents there are.
  package let items: Int
  /// The highest code.
  package let highest: UInt64
  package let number: NumberCode
  package let texts: ValueDictionary
  /// A code a document or, of a list, all codes one document after the other.
  package let codes: ColumnTrack
  /// Of a list: where the codes of each document end.
  package let ends: ColumnTrack?

  init(
    attribute: IndexedAttribute, items: Int, highest: UInt64, number: NumberCode,
    texts: ValueDictionary, codes: ColumnTrack, ends: ColumnTrack?
  ) {
    self.attribute = attribute
    self.items = items
    self.highest = highest
    self.number = number
    self.texts = texts
    self.codes = codes
    self.ends = ends
  }

  package var isText: Bool { attribute.kind == .text || attribute.kind == .listElement }

  /// Calls `body` with every code of a document, ascending, until it says stop.
  package func forEachCode(of document: UInt32, _ body: (UInt64) -> Bool) throws(Failure) {
    guard let ends else {
      let code = try checked(try codes.number(Int(document)))
      if code != 0 { _ = body(code) }
      return
    }
    let range = try range(Int(document), ends)
    var cursor = ColumnTrackCursor(codes, from: range.lowerBound)
    for _ in range where !body(try checked(try cursor.next())) { return }
  }

  /// Calls `body` with every document that has a value and each of its codes, in order, until it says
  /// stop.
  package func forEach(
    _ bounds: SearchBounds? = nil, _ body: (UInt32, UInt64) -> Bool
  ) throws(Failure) {
    var all = ColumnTrackCursor(codes)
    guard let ends else {
      for document in 0..<items {
        if document & 0xFFFF == 0 { try bounds?.check() }
        let code = try checked(try all.next())
        if code != 0, !body(UInt32(truncatingIfNeeded: document), code) { return }
      }
      return
    }
    var limits = ColumnTrackCursor(ends)
    var at: UInt64 = 0
    for document in 0..<items {
      if document & 0xFFFF == 0 { try bounds?.check() }
      let end = try limits.next()
      guard end >= at, end <= UInt64(codes.count) else { throw codes.chunks.damaged(.columns) }
      while at < end {
        guard body(UInt32(truncatingIfNeeded: document), try checked(try all.next())) else {
          return
        }
        at += 1
      }
    }
  }

  /// Where the codes of a document stand.
  private func range(_ document: Int, _ ends: ColumnTrack) throws(Failure) -> Range<Int> {
    let start = document == 0 ? 0 : try ends.number(document - 1)
    let end = try ends.number(document)
    guard start <= end, end <= UInt64(codes.count) else { throw codes.chunks.damaged(.columns) }
    return Int(start)..<Int(end)
  }

  @inline(__always)
  func checked(_ code: UInt64) throws(Failure) -> UInt64 {
    guard code <= highest else { throw codes.chunks.damaged(.columns) }
    return code
  }
}

extension Column {
  /// Calls `body` with the documents of a set, ascending, and the lowest code of each; 0 where it has no value.
  ///
  /// Hot: what is grouped is counted over all matches (`Benchmarks query`).
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
